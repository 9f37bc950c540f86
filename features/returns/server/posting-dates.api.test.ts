import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { closeMonth } from '#features/journal/server/testing.ts'
import { returnsFixture } from './testing.ts'

// Goods returned on 2026-03-02 and credited on 2026-03-20, or as of a day in between.

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

/** Creates a received return of 2 units, then moves the clock to `day`. */
async function cameBack(day: string): Promise<number> {
  const order = await fixture.shipped(5)
  const items = [{ originalItemId: order.items[0]?.id, quantity: 2 }]
  const { id } = await fixture.made({ originalOrderId: order.id, items })
  await fixture.act(id, 'approve')
  const received = await fixture.act(id, 'receive', 'warehouse')
  expect(received.statusCode, received.body).toBe(200)
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
  for (const role of ['manager', 'finance'] as const) {
    // oxlint-disable-next-line no-await-in-loop
    fixture.people[role] = await prizm.signIn(role)
  }
  return id
}
const complete = (id: number, body: object = {}) => fixture.act(id, 'complete', 'finance', body)
const refusalOf = (answer: { statusCode: number; json: () => unknown }) => {
  const { code, errors } = answer.json() as { code: string; errors?: { message: string }[] }
  return errors?.map(({ message }) => message) ?? [answer.statusCode, code]
}
const memos = () =>
  fixture.query(`select m.doc_date::text as day, m.total, e.posted_on::text as posted
              from credit_memos m
              join journal_entries e on e.source = 'credit_memo' and e.source_id = m.id
              order by e.id`)

test('a return is credited on its posting date', async () => {
  const id = await cameBack('2026-03-20')
  const done = await complete(id, { postedOn: '2026-03-05' })
  expect(done.json(), done.body).toMatchObject({ status: 'completed' })
  expect(await memos()).toEqual([{ day: '2026-03-05', total: '21.60', posted: '2026-03-05' }])
})

test('the posting date must not be in the future or before the goods arrived', async () => {
  const id = await cameBack('2026-03-20')
  expect(refusalOf(await complete(id, { postedOn: '2026-03-21' }))).toEqual([
    'Must not be in the future',
  ])
  expect(refusalOf(await complete(id, { postedOn: '2026-03-01' }))).toEqual([
    'Must not be before 3/2/2026, when its goods last moved or were charged',
  ])
  expect(await memos()).toEqual([])
  expect((await complete(id)).statusCode).toBe(200)
  expect(await memos()).toMatchObject([{ day: '2026-03-20' }])
})

test('the posting date must not be in a closed month or before the first void', async () => {
  const id = await cameBack('2026-04-10')
  expect((await complete(id, { postedOn: '2026-03-31' })).statusCode).toBe(200)
  const reopened = await fixture.act(id, 'reopen', 'finance', { reason: 'A fee was forgotten' })
  expect(reopened.statusCode, reopened.body).toBe(200)
  expect(refusalOf(await complete(id, { postedOn: '2026-04-09' }))).toEqual([
    'Must not be before 4/10/2026, when its goods last moved or were charged',
  ])
  await closeMonth(fixture.query, 202603)
  expect(refusalOf(await complete(id, { postedOn: '2026-03-31' }))).toEqual([409, 'period-closed'])
  expect((await complete(id)).statusCode).toBe(200)
})
