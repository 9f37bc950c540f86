import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

test('the list finds an order by the digits of its number, ignoring the prefix', async () => {
  for (const orderNumber of ['PO-11328', 'P.O. 11329', 'PO#11330', 'PO-113']) {
    await fixture.made({ orderNumber })
  }
  const found = async (text: string) => {
    const url = `/api/purchase-orders?sort=id&limit=10&q=${encodeURIComponent(text)}`
    const answer = await prizm.call('GET', url, { as: fixture.buyer })
    return answer.json<{ orderNumber: string }[]>().map((order) => order.orderNumber)
  }
  expect(await found('11328')).toEqual(['PO-11328'])
  expect(await found('11329')).toEqual(['P.O. 11329'])
  expect(await found('11330')).toEqual(['PO#11330'])
  expect(await found('99999')).toEqual([])
})
