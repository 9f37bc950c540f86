import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { TableSize } from '../contract.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})

test('an administrator gets the size of each table, largest first', async () => {
  const as = await prizm.signIn('admin')
  const answer = await prizm.call('GET', '/api/health/tables', { as })
  const tables = answer.json<TableSize[]>()
  const bytes = tables.map((table) => table.bytes)
  expect(bytes).toEqual(bytes.toSorted((one, other) => other - one))
  const named = new Map(tables.map((table) => [table.name, table]))
  expect(named.get('outbox')).toMatchObject({ bytes: expect.any(Number), keptDays: 30 })
  expect(named.get('idempotency_keys')?.keptDays).toBe(7)
  expect(named.get('webhook_attempts')?.keptDays).toBe(30)
  // The receipts of orders stay.
  expect(named.get('decision_receipts')?.keptDays).toBeNull()
  // Only a column of their rows is emptied.
  expect(named.get('intake_messages')?.keptDays).toBeNull()
  expect(named.get('imports')?.keptDays).toBeNull()
  expect(named.get('sign_in_attempts')?.keptDays).toBe(1)
  expect(named.get('audit_log')).toMatchObject({ keptDays: null })
  const { rows } = await prizm.database.pool.query(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual(
    rows.map(({ name }: { name: string }) => name).toSorted(),
  )
})

test('other roles may not read the sizes', async () => {
  const as = await prizm.signIn('manager')
  expect((await prizm.call('GET', '/api/health/tables', { as })).statusCode).toBe(403)
})
