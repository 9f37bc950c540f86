import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './testing.ts'

// What nothing comes to is 0.00, as any other amount.

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const get = async (path: string) => {
  const answer = await prizm.call('GET', `/api/${path}`, { as: await prizm.signIn('admin') })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<unknown>()
}

test.each([
  'sales-orders/sums',
  'sales-orders/sums?by=status',
  'purchase-orders/sums',
  'reports/ar-documents/sums',
  'reports/ap-documents/sums',
])('%s of no documents is 0.00', async (path) => {
  expect(await get(path)).toEqual({ count: 0, amount: '0.00', groups: [] })
})

/** The keys and texts of amounts in an answer, however deep they are. */
function amountsIn(answer: unknown): [string, string][] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? [[key, value]] : amountsIn(value),
  )
}

test.each([
  ['reports/ar-summary', 12],
  ['reports/ar-months', 36],
  ['reports/ap-summary', 9],
  ['reports/ap-months', 48],
  ['dashboard/stats', 1],
  ['periods/202602/closing', 3],
  ['journal/trial-balance', 0],
])('%s says 0.00 of everything while there is nothing', async (path, least) => {
  const amounts = amountsIn(await get(path))
  const isWrong = ([key, amount]: [string, string]) =>
    amount !== '0.00' && key !== 'collectionEffectiveness'
  expect(amounts.filter(isWrong)).toEqual([])
  expect(amounts.length).toBeGreaterThanOrEqual(least)
})
