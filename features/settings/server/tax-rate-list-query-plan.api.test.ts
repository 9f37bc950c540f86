import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, testDatabase } from '#app/testing.ts'
import { taxRateList } from './tax-rates.ts'

// The check for orders under a rate reads the orders of its validity period, not all orders.

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

/** 20,000 orders over three years from a place without a rate, and two rates of another place. */
const past = `
  insert into sales_orders (order_number, customer_id, order_date, created_by, created_at)
  select 'SO-' || n, 1, date '2023-01-01' + n % 1095, 1, date '2023-01-01' + n % 1095
  from generate_series(1, 20000) n;
  insert into tax_rates (country, state, rate, effective_date, created_at, updated_at)
  values ('US', 'NV', 0.08, '2023-01-01', '2022-12-01', '2022-12-01'),
         ('US', 'NV', 0.09, '2023-02-01', '2022-12-01', '2022-12-01');`

beforeAll(async () => {
  const prizm = await startTestApp()
  await prizm.builders.customer({ country: 'US', state: 'CA' })
  if (!isPostgres) return
  await prizm.database.pool.query(
    `begin; set local session_replication_role = replica; ${past} commit;
     analyze sales_orders; analyze tax_rates`,
  )
})
afterAll(async () => {
  await startTestApp()
})

test.runIf(isPostgres)(
  'a rate with a later rate reads only the orders of its own period',
  async () => {
    const { pool } = await testDatabase()
    const text = `select ${taxRateList.columns} from ${taxRateList.from} where t.id = 1`
    const plan = await pool.query(`explain (analyze, timing off) ${text}`)
    const lines = plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
    expect(lines).not.toMatch(/Seq Scan on sales_orders/)
    expect(lines).toMatch(/Index Cond: .*order_date >= .*order_date < /)
    const found = await pool.query(text)
    expect(found.rows).toMatchObject([{ isUsed: false }])
  },
)
