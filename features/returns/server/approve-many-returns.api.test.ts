import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { returnsFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof returnsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await returnsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const many = (ids: number[], who = 'manager') =>
  prizm.call('POST', '/api/returns/bulk', {
    as: fixture.people[who] ?? who,
    body: { action: 'approve', ids },
  })
const made = async (as?: string) => {
  const { id, items } = await fixture.shipped(5)
  return fixture.made(
    { salesOrderId: id, items: [{ originalItemId: items[0]?.id, quantity: 2 }] },
    as,
  )
}
const statusOf = async (id: number) =>
  (await prizm.call('GET', `/api/returns/${id}`, { as: fixture.people['manager'] ?? '' })).json()
    .status

test('a bulk approval approves what it can and returns the reason for the others', async () => {
  const [one, two, over] = [await made(), await made(), await made()]
  await fixture.act(over.id, 'reject', 'manager', { reason: 'Too late' })
  const answer = await many([over.id, two.id, 777, one.id, two.id])
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    done: [one.id, two.id],
    kept: [
      { id: over.id, reason: `${over.returnNumber}: This is rejected, so it cannot be approved` },
      { id: 777, reason: 'That record was not found' },
    ],
  })
  expect(await fixture.query('select action, is_waiver from approvals order by id')).toEqual([
    { action: 'approve', is_waiver: false },
    { action: 'approve', is_waiver: false },
  ])
  expect([await statusOf(one.id), await statusOf(over.id)]).toEqual(['approved', 'rejected'])
})

test('a bulk approval checks each return as a single approval does', async () => {
  const admin = await prizm.signIn('admin')
  const settings = { sodMode: 'enforce', returnApprovalLimit: '1.00' }
  await prizm.call('PUT', '/api/settings', { as: admin, body: settings })
  const otherReturn = await made()
  const own = await made(fixture.people['manager'])
  expect((await many([otherReturn.id], 'sales')).json()).toEqual({
    done: [],
    kept: [
      {
        id: otherReturn.id,
        reason: `${otherReturn.returnNumber}: A return of this amount needs a manager`,
      },
    ],
  })
  expect((await many([own.id, otherReturn.id])).json()).toEqual({
    done: [otherReturn.id],
    kept: [
      {
        id: own.id,
        reason:
          `${own.returnNumber}: You created this return. ` +
          'Another person must complete this step',
      },
    ],
  })
  expect(await statusOf(own.id)).toBe('pending')
})

test('a bulk approval of RTVs reserves goods as long as they are available', async () => {
  const skuId = await fixture.given.item({ sku: 'HX-1', currentStock: 10 })
  const vendorId = (await prizm.builders.vendor()).id
  const rtv = async (quantity: number) =>
    fixture.made(
      { type: 'rtv', reason: 'Faulty', vendorId, items: [{ skuId, quantity }] },
      fixture.people['manager'],
    )
  const [six, five, four] = [await rtv(6), await rtv(5), await rtv(4)]
  const outcome = (await many([six.id, five.id, four.id])).json()
  expect(outcome).toEqual({
    done: [six.id, four.id],
    kept: [
      {
        id: five.id,
        reason: `${five.returnNumber}: Not enough stock: HX-1 is 1 short (4 available)`,
      },
    ],
  })
  expect(await fixture.stock()).toEqual([{ onHand: 10, reserved: 10 }])
})

test('concurrent bulk approvals of the same returns approve each once', async () => {
  const ids = [(await made()).id, (await made()).id]
  const all = await Promise.all([
    many(ids),
    many(ids.toReversed()),
    fixture.act(ids[0] ?? 0, 'approve'),
  ])
  expect(all.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(await fixture.query(`select count(*)::int as n from approvals`)).toEqual([{ n: 2 }])
})

test('a bulk approval has a limit of 200 and is forbidden to the warehouse', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => index + 1)
  expect((await many(ids)).json().errors[0].message).toBe('At most 200 records at once')
  expect((await many([1], 'warehouse')).statusCode).toBe(403)
})
