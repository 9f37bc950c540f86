import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, testDatabase } from '#app/testing.ts'
import { day } from '#platform/kernel/days.ts'
import { openBills, openCredits } from './payables-as-of.ts'
import { documentsOf } from './supporting-documents.ts'

// Open items of a past date are found by indexes: the cost depends on later settlements, not on all
// bills ever entered.

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

/** 5,000 bills of last year, all but five settled last year, and 50 credits, five of them open. */
const past = `
  insert into vendor_bills (bill_number, vendor_id, status, doc_date, due_date, terms, subtotal,
                            total_amount, settled_amount, posted_on, created_by)
  select 'B-' || n, 1, 'posted', date '2025-01-01' + n % 300, date '2025-02-01' + n % 300,
         'net-30', 10, 10, case when n <= 5 then 0 else 10 end, date '2025-01-01' + n % 300, 1
  from generate_series(1, 5000) n;
  insert into payable_applications (source, source_id, bill_id, amount, applied_on)
  select 'payment', n, n, 10, date '2025-03-01' + n % 300 from generate_series(6, 5000) n;
  insert into vendor_credits (credit_number, vendor_id, reason, account, posted_on, amount,
                              applied_amount, created_by)
  select 'C-' || n, 1, 'Too dear', 'priceVariance', date '2025-01-01' + n, 10,
         case when n <= 5 then 0 else 10 end, 1
  from generate_series(1, 50) n;
  insert into payable_applications (source, source_id, bill_id, amount, applied_on)
  select 'credit', n, n, 10, date '2025-03-01' + n from generate_series(6, 50) n;`

beforeAll(async () => {
  const prizm = await startTestApp()
  await prizm.builders.vendor()
  if (!isPostgres) return
  await prizm.database.pool.query(
    `begin; set local session_replication_role = replica; ${past} commit;
     analyze vendor_bills; analyze vendor_credits; analyze payable_applications`,
  )
})
afterAll(async () => {
  await startTestApp()
})

const onPostgres = test.runIf(isPostgres)

/** The query plan and the result. */
async function planned(text: string, values: readonly unknown[]) {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  await client.query('set plan_cache_mode = force_custom_plan')
  const plan = await client.query(`explain ${text}`, [...values])
  const found = await client.query<Record<string, string>>(text, [...values])
  await client.query('reset plan_cache_mode')
  client.release()
  const lines = plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
  return { lines, rows: found.rows }
}

onPostgres('open amounts of bills on a past day are read by indexes', async () => {
  const { lines, rows } = await planned(openBills.text, ['2026-03-01', 'due'])
  expect(lines).not.toMatch(/Seq Scan on (vendor_bills|payable_applications)/)
  expect(rows).toMatchObject([{ open: '50.00', bills: 5 }])
})

onPostgres('applications of credits up to a day are read by an index', async () => {
  const { lines, rows } = await planned(openCredits.text, ['2026-03-01'])
  expect(lines).not.toMatch(/Seq Scan on payable_applications/)
  const open = rows.filter((row) => row['open'] !== '0.00')
  expect(open.map((row) => row['open'])).toEqual(Array(5).fill('10.00'))
})

onPostgres('the credits in the outstanding payables are read by an index', async () => {
  const at = { day: day('2026-03-01'), zone: 'UTC', isPast: false }
  const { from, values = [] } = documentsOf('outstanding', at, {
    first: at.day,
    last: at.day,
  })
  const text = `select o.kind, o.amount from ${from}
                where $2::text is not null and o.kind = 'credit'`
  const { lines, rows } = await planned(text, values)
  expect(lines).not.toMatch(/Seq Scan on payable_applications/)
  expect(rows).toEqual(Array(5).fill({ kind: 'credit', amount: '-10.00' }))
})
