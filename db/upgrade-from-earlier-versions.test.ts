import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { freshDatabase } from '#db/testing.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { migrationNames } from '#platform/server/database/migrations.ts'

// Databases from earlier versions of the program (db/earlier/README.md): each is upgraded, its
// invariants hold, and its figures are unchanged.

const folder = join(import.meta.dirname, 'earlier')
const dumps = readdirSync(folder)
  .filter((name) => name.endsWith('.sql.gz'))
  .sort()
/** The nightly run upgrades all of them, any other run the latest. */
const chosen = process.env['NIGHTLY'] ? dumps : dumps.slice(-1)

/**
 * Figures that an upgrade must not change, by statements every version understands. One upgrade
 * adjusts account 1200 to the stock valuation, against 3000, 5150 and 5200: an invariant checks
 * that.
 */
const figures = {
  orders: `select count(*)::text || ' ' || sum(total_amount)::text as figure from sales_orders`,
  purchases: `select count(*)::text || ' ' || sum(total_amount)::text as figure
              from purchase_orders`,
  invoices: `select count(*)::text || ' ' || sum(total)::text || ' ' || sum(open_amount)::text
               as figure from invoices`,
  bills: `select count(*)::text || ' ' || sum(total_amount)::text || ' '
                 || sum(settled_amount)::text as figure from vendor_bills`,
  stock: `select string_agg(id || ': ' || current_stock, ', ' order by id) as figure from skus`,
  receivable: accountIs('1100'),
  payable: accountIs('2000'),
  cash: accountIs('1000'),
  tax: accountIs('2100'),
  inTransit: accountIs('1300'),
  notBilled: accountIs('2050'),
  trialBalance: `select string_agg(account || ' ' || balance, ', ' order by account) as figure
                 from (select account, sum(debit - credit) as balance from journal_lines
                       where account <> all ('{1200,3000,5150,5200}') group by account) a`,
  inBalance: `select sum(debit - credit)::text as figure from journal_lines`,
}

function accountIs(account: string): string {
  return `select coalesce(sum(debit - credit), 0)::text as figure from journal_lines
          where account = '${account}'`
}

async function figuresOf({ pool }: Database): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {}
  for (const [name, text] of Object.entries(figures)) {
    const { rows } = await pool.query<{ figure: string | null }>(text)
    found[name] = rows[0]?.figure ?? null
  }
  return found
}

/** An empty database of the kind the tests run on. */
async function emptyOne(): Promise<Database> {
  if (process.env['TEST_DATABASE'] !== 'postgres') {
    return openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 })
  }
  const { url, drop } = await freshDatabase()
  const opened = await openDatabase({ DATABASE_URL: url, POOL_SIZE: 2 })
  const close = async () => {
    await opened.close()
    await drop()
  }
  return { ...opened, close }
}

async function load({ pool }: Database, name: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(gunzipSync(readFileSync(join(folder, name))).toString())
    // A dump turns off the search path and checks for the session that loads it.
    await client.query('reset all')
    // Queued messages are as old as the dump, so make them due now.
    await client.query('update outbox set next_attempt_at = now() where sent_at is null')
  } finally {
    client.release()
  }
}

test('dumps of earlier versions exist', () => {
  expect(dumps.length).toBeGreaterThanOrEqual(3)
})

test.each(chosen)('%s is upgraded: its figures are the same, its invariants hold', async (name) => {
  const database = await emptyOne()
  try {
    await load(database, name)
    const before = await figuresOf(database)
    expect(before['orders']).toMatch(/^[1-9]/)
    const applied = await migrate(database.pool)
    expect(applied.at(-1)).toBe(migrationNames().at(-1))
    expect(await figuresOf(database)).toEqual(before)
    const broken = await database.pool.query(
      'select * from check_invariants() where violations > 0',
    )
    expect(broken.rows).toEqual([])
  } finally {
    await database.close()
  }
})
