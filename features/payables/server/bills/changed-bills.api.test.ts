import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '../testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

/** A blocked bill of 400.00 that finance entered with 25.00, and its colleague changed. */
async function changedBill() {
  const freight = (unitPrice: string) => [{ description: 'Freight', quantity: 1, unitPrice }]
  const draft = await fixture.entered({ status: 'draft', lines: freight('25.00') })
  const { id, billNumber, vendorId, docDate } = draft
  const body = { billNumber, vendorId, docDate, lines: freight('400.00'), status: 'posted' }
  const as = fixture.colleague
  const changed = await prizm.call('PUT', `/api/vendor-bills/${id}`, { as, body })
  expect(changed.json()).toMatchObject({ status: 'blocked', totalAmount: '400.00' })
  return id
}

test('who changed the draft of a bill releases it only with a waiver', async () => {
  const id = await changedBill()
  const released = await fixture.billAct(id, 'release', fixture.colleague)
  expect(released.json()).toMatchObject({
    status: 'posted',
    releases: [{ controls: ['self-release'] }],
  })
})

test('who entered or changed a bill does not release it if duties are enforced', async () => {
  const id = await changedBill()
  await fixture.set({ sodMode: 'enforce' })
  for (const as of [fixture.colleague, fixture.finance]) {
    const refused = await fixture.billAct(id, 'release', as)
    expect(refused.json()).toMatchObject({ status: 403, code: 'self-approval' })
  }
  const released = await fixture.billAct(id, 'release', fixture.third)
  expect(released.json()).toMatchObject({ status: 'posted', releases: [{ controls: [] }] })
})
