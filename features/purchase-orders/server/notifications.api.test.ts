import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
})
afterEach(() => prizm.close())

const notificationsOf = async (as: string) =>
  (await prizm.call('GET', '/api/notifications', { as })).json<{ title: string }[]>()

test('another user’s approval notifies the creator of the order, and no one else', async () => {
  const { id, orderNumber } = await fixture.made({ items: fixture.lines(), status: 'submitted' })
  expect(await notificationsOf(fixture.buyer)).toEqual([])
  await fixture.act(id, 'approve', fixture.manager)
  expect(await notificationsOf(fixture.buyer)).toMatchObject([
    {
      title: `${orderNumber} approved`,
      kind: 'purchaseOrders',
      link: `/purchase-orders?open=${orderNumber}`,
      readAt: null,
    },
  ])
  expect(await notificationsOf(fixture.manager)).toEqual([])
})

test('a refused step notifies no one', async () => {
  const { id } = await fixture.made({ items: fixture.lines() })
  expect((await fixture.act(id, 'approve', fixture.manager)).statusCode).toBe(409)
  expect(await notificationsOf(fixture.buyer)).toEqual([])
})
