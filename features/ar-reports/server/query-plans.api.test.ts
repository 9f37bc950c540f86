import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, testDatabase } from '#app/testing.ts'
import { receivablesByCustomer, receivablesAsOf } from './balances-as-of.ts'
import { readMonths } from './monthly-trends.ts'

// Reports of a past day use indexes: their cost depends on what was settled since, not on all
// invoices ever posted.

const onPostgres = test.runIf(process.env['TEST_DATABASE'] === 'postgres')

/** Inserts 5,000 invoices of last year, all paid last year but five, and 5,000 payments. */
const past = `
  insert into invoices (customer_id, doc_date, payment_terms, due_date, goods, tax, freight, total,
                        open_amount)
  select 1, date '2025-01-01' + n % 300, 'net-30', date '2025-02-01' + n % 300, 10, 0, 0, 10,
         case when n <= 5 then 10 else 0 end
  from generate_series(1, 5000) n;
  insert into customer_payments (customer_id, received_on, method, amount, open_amount)
  select 1, date '2025-01-01' + n % 300, 'ach', 10, case when n <= 5 then 10 else 0 end
  from generate_series(1, 5000) n;
  insert into receivable_applications (kind, invoice_id, payment_id, amount, applied_on)
  select 'payment', n, n, 10, date '2025-01-01' + n % 300 from generate_series(6, 5000) n;
  insert into journal_entries (source, source_id, posted_on, period_id, memo)
  select 'invoice', n, date '2020-12-31' + n * 700, 1, 'Planted' from generate_series(0, 2) n;
  insert into journal_lines (entry_id, account, debit, credit, customer_id)
  select id, '1100', 10, 0, 1 from journal_entries where memo = 'Planted';
  insert into journal_totals (posted_on, period_id, account, entries, debit, credit)
  select posted_on, 1, '1100', 1, 10, 0 from journal_entries where memo = 'Planted';`

beforeAll(async () => {
  const prizm = await startTestApp()
  await prizm.builders.customer()
  if (process.env['TEST_DATABASE'] !== 'postgres') return
  await prizm.database.pool.query(
    `begin; set local session_replication_role = replica; ${past} commit;
     analyze invoices; analyze customer_payments; analyze receivable_applications`,
  )
})
afterAll(async () => {
  await startTestApp()
})

/** Returns the query plan and the rows. */
async function planned(text: string, values: readonly unknown[]) {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  await client.query('set plan_cache_mode = force_custom_plan')
  const plan = await client.query(`explain (analyze, timing off) ${text}`, [...values])
  const found = await client.query<Record<string, unknown>>(text, [...values])
  await client.query('reset plan_cache_mode')
  client.release()
  const lines = plan.rows.map((row: Record<string, string>) => row['QUERY PLAN'] ?? '')
  return { lines, rows: found.rows }
}

onPostgres('receivables of a past day are read by indexes', async () => {
  const { lines, rows } = await planned(receivablesAsOf.text, ['2026-03-01', 'due'])
  const fullScan = /Seq Scan on (invoices|customer_payments|receivable_applications)/
  expect(lines.join('\n')).not.toMatch(fullScan)
  expect(rows).toMatchObject([{ over90: '50.00', openInvoices: 5, unapplied: '-50.00' }])
})

onPostgres('the receivables of one customer are read by indexes', async () => {
  const { lines, rows } = await planned(receivablesByCustomer.text, ['2026-03-01', 'due', 1])
  expect(lines.join('\n')).not.toMatch(/Seq Scan on (invoices|customer_payments)/)
  expect(rows).toMatchObject([{ over90: '50.00', openInvoices: 5, unapplied: '-50.00' }])
})

onPostgres('the balances of sixty months do not read the journal', async () => {
  const { lines, rows } = await planned(readMonths.text, ['2026-03-01', '2021-04-01', '2026-03-01'])
  const reads = lines.filter((line) => /on (journal|invoices|customer_payments)/.test(line))
  expect(reads.filter((line) => /on journal_totals/.test(line)).length).toBeGreaterThan(0)
  expect(reads.filter((line) => /on journal_(entries|lines)|loops=60/.test(line))).toEqual([])
  expect(rows).toHaveLength(60)
  const balances = rows.map(({ balance }) => balance)
  // The entries are dated December 31, 2020, December 1, 2022 and October 31, 2024.
  expect(balances.indexOf('20.00')).toBe(18)
  expect(balances.lastIndexOf('20.00')).toBe(39)
  expect(new Set(balances)).toEqual(new Set(['30.00', '20.00', '10.00']))
})
