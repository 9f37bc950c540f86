import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { addDays, day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { inTransaction } from '#platform/server/database/db.ts'
import { guardOpen, post, type Posting } from './service.ts'

// Account totals are maintained as the journal is written (`journal_totals`), and journal lines are
// searchable.

let prizm: TestApp
let finance: string

beforeEach(async () => {
  prizm = await startTestApp()
  prizm.clock.now = new Date('2026-03-31T15:00:00Z')
  finance = await prizm.signIn('finance')
})
afterEach(async () => {
  // These postings have no documents, which other invariants would report.
  const broken = (await brokenInvariants()).map(({ inv }) => inv)
  expect(broken.filter((inv) => inv.startsWith('inv_07_journal'))).toEqual([])
  await prizm.close()
})

type Line = Posting['lines'][number]

const sale = (sourceId: number, amount = '10.00', first?: Line, on = '2026-03-15'): Posting => ({
  source: 'stock_adjustment',
  sourceId,
  postedOn: day(on),
  memo: `Sale CS-${1000 + sourceId}`,
  lines: [
    first ?? { account: 'cash', debit: cents(amount) },
    { account: 'sales', credit: cents(amount) },
  ],
})

async function posted(postings: Posting[]): Promise<void> {
  const { db } = prizm.database
  const now = prizm.clock.now
  const ctx = { db, user: undefined, now, requestId: 'test', channel: 'test' } as const
  await inTransaction(ctx, async (inner) => {
    await guardOpen(
      inner,
      postings.map(({ postedOn }) => postedOn),
    )
    await post(inner, postings)
  })
}

const get = async <R>(path: string) =>
  (await prizm.call('GET', `/api/${path}`, { as: finance })).json<R>()

test('frequent postings on a day are folded into few rows without losing a cent', async () => {
  for (let turn = 0; turn < 80; turn++) {
    const many = Array.from({ length: 20 }, (_, at) => {
      const on = addDays(day('2026-03-01'), at % 4)
      return sale(turn * 20 + at, '0.05', undefined, on)
    })
    await posted(many)
  }
  const { rows } = await prizm.database.pool.query('select count(*) as rows from journal_totals')
  // Eighty batches to two accounts on four days insert 640 rows before folding.
  expect((rows[0] as { rows: number }).rows).toBeLessThan(300)
  const balances = await get<{ totalDebit: string; accounts: object[] }>('journal/trial-balance')
  expect(balances).toMatchObject({
    totalDebit: '80.00',
    totalCredit: '80.00',
    accounts: [
      { account: '1000', debit: '80.00', credit: '0.00', balance: '80.00' },
      { account: '4000', debit: '0.00', credit: '80.00', balance: '-80.00' },
    ],
  })
  expect(await get('journal/trial-balance?asOf=2026-03-02')).toMatchObject({ totalDebit: '40.00' })
  expect(await get('periods')).toMatchObject([{ id: 202603, entries: 1600, debit: '80.00' }])
})

test('concurrent postings are all included in the totals', async () => {
  const each = Array.from({ length: 30 }, (_, at) => posted([sale(at, '1.00')]))
  await Promise.all(each)
  expect(await get('journal/trial-balance')).toMatchObject({ totalDebit: '30.00' })
  expect(await get('periods')).toMatchObject([{ id: 202603, entries: 30 }])
})

test('a rolled-back posting is not included in the totals', async () => {
  await posted([sale(1)])
  const twice = [sale(2), sale(1)]
  await expect(posted(twice)).rejects.toThrow(/journal_entry_once/)
  expect(await get('journal/trial-balance')).toMatchObject({ totalDebit: '10.00' })
})

test('lines are found by memo, number, customer and vendor, and sorted by day', async () => {
  const customer = await prizm.builders.customer({ customerCode: 'C-77', name: 'Émile Works' })
  const vendor = await prizm.builders.vendor({ vendorCode: 'V-88', name: 'Forge' })
  await posted([
    sale(
      1,
      '5.00',
      { account: 'receivable', debit: cents('5.00'), customerId: customer.id },
      '2026-03-20',
    ),
    sale(2, '7.00', undefined, '2026-03-10'),
    sale(
      3,
      '9.00',
      { account: 'payable', debit: cents('9.00'), vendorId: vendor.id },
      '2026-03-15',
    ),
  ])
  const found = async (query: string) =>
    (await get<{ sourceId: number; account: string }[]>(`journal?${query}`)).map(
      ({ sourceId, account }) => `${sourceId} ${account}`,
    )
  expect(await found('q=CS-1002&sort=id')).toEqual(['2 1000', '2 4000'])
  expect(await found('q=1003&sort=id')).toEqual(['3 2000', '3 4000'])
  expect(await found('q=sale&sort=id')).toHaveLength(6)
  expect(await found('q=Works')).toEqual(['1 1100'])
  expect(await found('q=v-88')).toEqual(['3 2000'])
  expect(await found('q=zebra')).toEqual([])
  expect(await found('customerCode=c-77')).toEqual(['1 1100'])
  expect(await found('vendorCode=v-88')).toEqual(['3 2000'])
  const byDay = ['2 1000', '2 4000', '3 2000', '3 4000', '1 1100', '1 4000']
  expect(await found('sort=postedOn')).toEqual(byDay)
  expect(await found('sort=postedOn&limit=2&offset=2')).toEqual(byDay.slice(2, 4))
  expect(await found('sort=-postedOn&limit=3')).toEqual(byDay.toReversed().slice(0, 3))
  expect(await found('sort=-debit&limit=2')).toEqual(['3 2000', '2 1000'])
  expect(await found('source=stock_adjustment&sourceId=3&account=2000')).toEqual(['3 2000'])
  expect(await found('from=2026-03-15&to=2026-03-19&sort=id')).toEqual(['3 2000', '3 4000'])
})
