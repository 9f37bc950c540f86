import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { journalFixture } from './testing.ts'

// Which months can be closed. The test clock is at 2026-03-31.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof journalFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await journalFixture(prizm)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

test('a month that is not over cannot be closed or soft-closed by anyone', async () => {
  const { admin, finance } = fixture
  const act = (id: number, verb: string, as: string) => fixture.post(`periods/${id}/${verb}`, as)
  const trySoftClose = async (id: number, as: string) => {
    const answer = await act(id, 'soft-close', as)
    return [answer.statusCode, answer.json().code, answer.json().detail]
  }
  const sentence = '3/2026 has not ended yet. A month can be closed after its last day'
  expect(await trySoftClose(202603, finance)).toEqual([409, 'period-not-over', sentence])
  expect((await trySoftClose(202603, admin)).slice(0, 2)).toEqual([409, 'period-not-over'])
  expect((await trySoftClose(202604, admin)).slice(0, 2)).toEqual([409, 'period-not-over'])
  expect(await fixture.query('select * from accounting_periods')).toEqual([])
  // The month ends in the business time zone: New York is four hours behind UTC.
  prizm.clock.now = new Date('2026-04-01T03:59:00Z')
  const early = await prizm.signIn('finance')
  expect((await trySoftClose(202603, early))[0]).toBe(409)
  prizm.clock.now = new Date('2026-04-01T04:00:00Z')
  expect((await act(202603, 'soft-close', early)).statusCode).toBe(200)
})
