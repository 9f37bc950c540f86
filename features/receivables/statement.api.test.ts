import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { closeTestDatabase, startTestApp, type TestApp } from '#app/testing.ts'
import type { Statement } from './contract.ts'
import { receivablesDesk } from './testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof receivablesDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await receivablesDesk(prizm)
})
afterEach(() => prizm.close())
afterAll(closeTestDatabase)

test('a statement tells each document, and its ends are the balances of their days', async () => {
  const id = await desk.customer()
  const old = await desk.charged(id, { total: '100.00', docDate: '2025-11-30' })
  await desk.charged(id, { total: '40.00', docDate: '2026-01-15' })
  const applications = [{ invoiceId: old, amount: '100.00' }]
  await desk.paid(id, '100.00', { receivedOn: '2026-02-01', applications })
  const url = `receivables/statement?customerId=${id}`
  const found = await desk.get<Statement>(url)
  expect(found).toMatchObject({
    from: '2025-12-01',
    to: '2026-03-02',
    opening: '100.00',
    closing: '40.00',
  })
  expect(found.entries.map(({ amount, balance }) => [amount, balance])).toEqual([
    ['40.00', '140.00'],
    ['-100.00', '40.00'],
  ])
  expect(found.closing).toBe(await desk.balance(id))
  expect(await desk.get<Statement>(`${url}&from=2026-01-01&to=2026-01-31`)).toMatchObject({
    opening: '100.00',
    closing: '140.00',
  })
})

test('a statement is refused for nobody, and for days in the wrong order', async () => {
  const as = desk.people['finance'] ?? ''
  const get = (query: string) => prizm.call('GET', `/api/receivables/statement?${query}`, { as })
  expect((await get('customerId=999')).statusCode).toBe(404)
  const id = await desk.customer()
  const turned = await get(`customerId=${id}&from=2026-02-01&to=2026-01-01`)
  expect(turned.statusCode).toBe(422)
})
