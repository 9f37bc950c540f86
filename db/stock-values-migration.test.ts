import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { migrationsBefore, withNewDatabase } from './migrations-testing.ts'

// Upgrades a database from before stock was valued: postings stay, one entry on an open date
// adjusts account 1200 to the stock, and every earlier date reconciles as well.

/**
 * Two SKUs in stock, one negative and one without stock; 1200 is off by 30.00 and its month closed.
 */
const before = `
  insert into skus (sku, name, cost, price, current_stock) values
    ('A', 'Bolt', 4.00, 10, 10), ('B', 'Nut', 2.50, 5, -2), ('C', 'Washer', 9.00, 12, 0);
  insert into stock_moves (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key)
  values (1, 'adjust', 10, 'sku', 1, 'a'), (2, 'adjust', -2, 'sku', 2, 'b');
  insert into journal_entries (source, source_id, posted_on, period_id, memo)
  values ('stock_adjustment', 1, '2025-01-10', 0, 'January'),
         ('stock_adjustment', 2, '2025-02-10', 0, 'February');
  insert into journal_lines (entry_id, account, debit, credit)
  values (1, '1200', 80, 0), (1, '5200', 0, 80), (2, '5200', 15, 0), (2, '1200', 0, 15);
  update accounting_periods set status = 'closed'`

test('existing stock is valued at its cost by one entry on an open date', async () => {
  const folder = migrationsBefore('0142')
  await withNewDatabase(async (pool) => {
    await migrate(pool, folder)
    await pool.query(before)
    await migrate(pool)
    const rows = async (text: string) => (await pool.query(text)).rows
    expect(
      await rows(`select * from check_invariants() where inv like 'inv_07%' and violations > 0`),
    ).toEqual([])
    expect(await rows('select sku, stock_value, average_cost from skus order by sku')).toEqual([
      { sku: 'A', stock_value: '40.00', average_cost: '4.0000' },
      { sku: 'B', stock_value: '-5.00', average_cost: '2.5000' },
      { sku: 'C', stock_value: '0.00', average_cost: null },
    ])
    expect(
      await rows(
        `select e.memo, l.account, l.debit, l.credit, e.posted_on >= current_date - 1 as is_new
         from journal_entries e join journal_lines l on l.entry_id = e.id
         where e.source = 'stock_revaluation' order by l.id`,
      ),
    ).toEqual(
      [
        { account: '1200', debit: '0.00', credit: '30.00' },
        { account: '5150', debit: '30.00', credit: '0.00' },
      ].map((line) => ({
        memo: 'Stock revalued: account 1200 is the stock at the cost of each SKU from here on',
        is_new: true,
        ...line,
      })),
    )
    expect(
      await rows(
        `select sku_id, posted_on::text as day, units, amount from stock_values
         where posted_on < '2025-03-01' order by id`,
      ),
    ).toEqual([
      { sku_id: null, day: '2025-01-10', units: 0, amount: '80.00' },
      { sku_id: null, day: '2025-02-10', units: 0, amount: '-15.00' },
    ])
    const valuation = (day: string) =>
      rows(`select sum(amount) as value from stock_values where posted_on <= '${day}'`)
    expect(await valuation('2025-01-31')).toEqual([{ value: '80.00' }])
    expect(await valuation('2099-01-01')).toEqual([{ value: '35.00' }])
  })
  rmSync(folder, { recursive: true })
})
