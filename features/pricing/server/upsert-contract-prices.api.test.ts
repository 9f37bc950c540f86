import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { UpsertOutcome, UpsertResult } from '#platform/kernel/upsert.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  await prizm.builders.customer({ customerCode: 'C-1' })
  await prizm.builders.sku({ sku: 'S-1' })
  await prizm.builders.sku({ sku: 'S-2' })
})
afterEach(() => prizm.close())

const send = (records: unknown[], by = as) =>
  prizm.call('POST', '/api/contract-pricing/upsert', { as: by, body: { records } })
async function upsert(records: unknown[]): Promise<UpsertOutcome> {
  const answer = await send(records)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const list = async (): Promise<Record<string, unknown>[]> =>
  (await prizm.call('GET', '/api/contract-pricing', { as })).json()
/** The stored prices, each as `sku price from to`. */
const stored = async () =>
  (await list())
    .map(({ sku, contractPrice, effectiveDate, expirationDate }) =>
      [sku, contractPrice, effectiveDate, expirationDate ?? 'on'].join(' '),
    )
    .toSorted()
const statusesOf = ({ results }: UpsertOutcome) => results.map(({ status }) => status)
/** The errors of a result, each as `path: message`. */
const errorsOf = (result: UpsertResult | undefined) =>
  result?.problem?.errors.map(({ path, message }) => `${path}: ${message}`)

const price = (contractPrice: string, more: object = {}) => ({
  customerCode: 'C-1',
  sku: 'S-1',
  contractPrice,
  ...more,
})

test('a price ends the one before it, and a record that is wrong changes nothing', async () => {
  await upsert([price('9', { effectiveDate: '2026-01-01' })])
  expect(await stored()).toEqual(['S-1 9.00 2026-01-01 on'])
  const outcome = await upsert([
    price('8.5', { effectiveDate: '2026-04-01' }),
    price('7.00', { effectiveDate: '2026-05-01', expirationDate: '2026-04-30' }),
    price('6.00', { customerCode: 'NONE' }),
    price('5.00', { sku: 'S-2', minimumQuantity: 0 }),
    price('4.00', { sku: 'S-2' }),
  ])
  expect(statusesOf(outcome)).toEqual(['created', 'failed', 'failed', 'failed', 'created'])
  expect(outcome.results.slice(1, 4).map(errorsOf)).toEqual([
    ['expirationDate: Must not be before the effective date'],
    ['customerCode: This customer does not exist'],
    ['minimumQuantity: Must be at least 1'],
  ])
  expect(await stored()).toEqual([
    'S-1 8.50 2026-04-01 on',
    'S-1 9.00 2026-01-01 2026-03-31',
    'S-2 4.00 2026-03-02 on',
  ])
  expect(await brokenInvariants()).toEqual([])
})

test('a record that clashes with another one fails alone', async () => {
  const outcome = await upsert([
    price('9.00', { effectiveDate: '2026-03-01', expirationDate: '2026-06-30' }),
    price('8.00', { effectiveDate: '2026-05-01', expirationDate: '2026-08-31' }),
    price('7.00', { effectiveDate: '2026-09-01' }),
    price('6.00', { effectiveDate: '2026-09-01' }),
  ])
  expect(statusesOf(outcome)).toEqual(['created', 'failed', 'created', 'failed'])
  expect(errorsOf(outcome.results[1])?.[0]).toContain('effectiveDate: Overlaps with the price of')
  expect(errorsOf(outcome.results[3])).toEqual(['sku: Duplicate of record 2'])
  expect(await stored()).toEqual(['S-1 7.00 2026-09-01 on', 'S-1 9.00 2026-03-01 2026-06-30'])
})

test('a price is sent back as it was answered, is updated, and loses its last day', async () => {
  const { results } = await upsert([price('9.00', { expirationDate: '2026-12-31' })])
  expect(statusesOf(await upsert(await list()))).toEqual(['unchanged'])
  const changed = await upsert([price('8.00', { expirationDate: null })])
  expect(changed.results).toEqual([
    { index: 0, status: 'updated', id: results[0]?.id, problem: null },
  ])
  expect(await stored()).toEqual(['S-1 8.00 2026-03-02 on'])
})

test('a malformed record fails by itself; a role that may not change prices gets 403', async () => {
  const outcome = await upsert([price('9.00', { customerCode: 'a\u0000b' }), null, price('9.00')])
  expect(statusesOf(outcome)).toEqual(['failed', 'failed', 'created'])
  expect((await send([price('9.00')], await prizm.signIn('sales'))).statusCode).toBe(403)
})
