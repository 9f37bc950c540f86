import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { receivablesFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

test('concurrent write-offs for several customers stay within the monthly limit', async () => {
  // A manager's monthly limit is five times the limit per invoice.
  await fixture.set({ writeOffLimitManager: '10.00' })
  const invoices: number[] = []
  for (let each = 0; each < 6; each++) {
    invoices.push(await fixture.charged(await fixture.customer(), { total: '100.00' }))
  }
  const writeOff = { amount: '10.00', reason: 'Closed down' }
  const answers = await Promise.all(
    invoices.map((id) => fixture.post(`invoices/${id}/write-off`, writeOff, 'manager')),
  )
  const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(codes).toEqual([200, 200, 200, 200, 200, 403])
  expect(answers.find(({ statusCode }) => statusCode === 403)?.json().detail).toBe(
    'Your role can write off at most $50.00 per month',
  )
  const [sum] = await fixture.query('select sum(amount) as sum from receivable_applications')
  expect(sum).toEqual({ sum: '50.00' })
})
