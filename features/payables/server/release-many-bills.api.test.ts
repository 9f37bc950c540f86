import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from './testing.ts'

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

const freight = (unitPrice: string) => [
  { description: 'Freight', account: 'costOfGoods', quantity: 1, unitPrice },
]
const many = (ids: number[], as = fixture.colleague, fields: object = { reason: 'Agreed' }) =>
  fixture.post('/api/vendor-bills/bulk', as, { action: 'release', ids, ...fields })

test('a bulk release reports the reason for each bill that cannot be released', async () => {
  const one = await fixture.entered({ lines: freight('25.00') })
  const two = await fixture.entered({ lines: [fixture.lineOf(await fixture.received(10, 6))] })
  const posted = await fixture.posted()
  expect([one.status, two.status]).toEqual(['blocked', 'blocked'])
  const answer = await many([posted.id, two.id, 777, one.id])
  expect(answer.statusCode).toBe(200)
  const { done, kept } = answer.json()
  expect(done).toEqual([one.id, two.id])
  expect(kept).toEqual([
    { id: posted.id, reason: expect.stringContaining(`${posted.billNumber}: `) },
    { id: 777, reason: 'That record was not found' },
  ])
  expect(await fixture.bill(one.id)).toMatchObject({ status: 'posted', standing: 'open' })
  const reasons = await fixture.query(
    `select reason from audit_log
     where entity = 'vendor_bill' and action = 'release' order by entity_id`,
  )
  expect(reasons).toEqual([{ reason: 'Agreed' }, { reason: 'Agreed' }])
})

test('a bulk release applies the same controls as a single release', async () => {
  await fixture.set({ sodMode: 'enforce' })
  const own = await fixture.entered({ lines: freight('25.00') })
  const much = await fixture.entered({ lines: freight('500.01') })
  expect((await many([own.id], fixture.finance)).json()).toEqual({
    done: [],
    kept: [
      {
        id: own.id,
        reason: `${own.billNumber}: You entered this, so another person must release it`,
      },
    ],
  })
  expect((await many([own.id, much.id])).json()).toEqual({
    done: [own.id],
    kept: [
      {
        id: much.id,
        reason:
          `${much.billNumber}: Your release is recorded. ` + 'A second person must also release it',
      },
    ],
  })
  expect((await many([much.id])).json().kept[0].reason).toBe(
    `${much.billNumber}: You have already released this. A second person must release it too`,
  )
  expect((await many([much.id], fixture.third)).json()).toEqual({ done: [much.id], kept: [] })
})

test('concurrent bulk releases of the same bills release each bill once', async () => {
  const bills = [
    await fixture.entered({ lines: freight('25.00') }),
    await fixture.entered({ lines: freight('35.00') }),
  ]
  const ids = bills.map(({ id }) => id)
  const all = await Promise.all([many(ids), many(ids.toReversed(), fixture.third)])
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const done = all.flatMap((answer) => answer.json<{ done: number[] }>().done)
  expect(done.toSorted((a, b) => a - b)).toEqual(ids)
})

test('a bulk release needs a reason, and buyers may not release bills', async () => {
  expect((await many([1], fixture.colleague, {})).json().errors[0].path).toBe('reason')
  expect((await many([1], fixture.buyer)).statusCode).toBe(403)
})
