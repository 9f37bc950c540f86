import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, testDatabase } from '#app/testing.ts'
import { openBills } from './bills.ts'

// What was open on a past day is found by indexes: it costs what was settled since, not all bills
// that ever came.

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

/** 5,000 bills of last year, settled last year but for five. */
const past = `
  insert into vendor_bills (bill_number, vendor_id, status, doc_date, due_date, terms, subtotal,
                            total_amount, settled_amount, posted_on, created_by)
  select 'B-' || n, 1, 'posted', date '2025-01-01' + n % 300, date '2025-02-01' + n % 300,
         'net-30', 10, 10, case when n <= 5 then 0 else 10 end, date '2025-01-01' + n % 300, 1
  from generate_series(1, 5000) n;
  insert into payable_applications (source, source_id, bill_id, amount, applied_on)
  select 'payment', n, n, 10, date '2025-03-01' + n % 300 from generate_series(6, 5000) n;`

beforeAll(async () => {
  const prizm = await startTestApp()
  await prizm.given.vendor()
  if (!isPostgres) return
  await prizm.database.pool.query(
    `begin; set local session_replication_role = replica; ${past} commit;
     analyze vendor_bills; analyze payable_applications`,
  )
})
afterAll(async () => {
  await startTestApp()
})

test.runIf(isPostgres)('what was open of bills on a past day is read by indexes', async () => {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  await client.query('set plan_cache_mode = force_custom_plan')
  const days = ['2026-03-01', 'due']
  const plan = await client.query(`explain ${openBills.text}`, days)
  const found = await client.query(openBills.text, days)
  await client.query('reset plan_cache_mode')
  client.release()
  const lines = plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
  expect(lines).not.toMatch(/Seq Scan on (vendor_bills|payable_applications)/)
  expect(found.rows.map(({ open }: { open: string }) => open)).toEqual(Array(5).fill('10.00'))
})
