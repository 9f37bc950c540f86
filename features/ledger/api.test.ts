import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { type Context, inTransaction } from '#platform/server/db.ts'
import { guardOpen, post, type Posting } from './service.ts'

let prizm: TestApp
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  customerId = (await prizm.given.customer()).id
})
afterEach(async () => {
  expect(await query('select * from check_invariants() where violations > 0')).toEqual([])
  await prizm.close()
})

const query = async (text: string) => (await prizm.database.pool.query(text)).rows

const program = (): Context => ({
  db: prizm.database.db,
  user: undefined,
  now: prizm.clock.now,
  requestId: 'test',
  channel: 'test',
})

const sale = (sourceId: number, postedOn = day('2026-03-15')): Posting => ({
  source: 'invoice',
  sourceId,
  postedOn,
  memo: `Invoice ${sourceId}`,
  lines: [
    { account: 'receivable', debit: cents('108.00'), customerId },
    { account: 'sales', credit: cents('100.00') },
    { account: 'salesTax', credit: cents('8.00') },
    { account: 'freight', credit: cents('0.00') },
  ],
})

const posted = (postings: Posting[], ctx = program()) =>
  inTransaction(ctx, async (inner) => {
    await guardOpen(
      inner,
      postings.map(({ postedOn }) => postedOn),
    )
    await post(inner, postings)
  })

describe('the journal', () => {
  test('takes documents in order, each with its lines, none of no amount', async () => {
    const empty = { ...sale(9), lines: [{ account: 'sales', credit: cents('0') } as const] }
    await posted([sale(1), empty, sale(2, day('2026-04-01'))])
    expect(
      await query(
        `select e.source_id as id, e.period_id as period, l.account, l.customer_id as customer,
                l.debit, l.credit
         from journal_entries e join journal_lines l on l.entry_id = e.id order by l.id`,
      ),
    ).toEqual([
      {
        id: 1,
        period: 202603,
        account: '1100',
        customer: customerId,
        debit: '108.00',
        credit: '0.00',
      },
      { id: 1, period: 202603, account: '4000', customer: null, debit: '0.00', credit: '100.00' },
      { id: 1, period: 202603, account: '2100', customer: null, debit: '0.00', credit: '8.00' },
      {
        id: 2,
        period: 202604,
        account: '1100',
        customer: customerId,
        debit: '108.00',
        credit: '0.00',
      },
      { id: 2, period: 202604, account: '4000', customer: null, debit: '0.00', credit: '100.00' },
      { id: 2, period: 202604, account: '2100', customer: null, debit: '0.00', credit: '8.00' },
    ])
  })

  test('takes a document once for each of its events', async () => {
    await posted([sale(1)])
    await expect(posted([sale(1)])).rejects.toThrow(/journal_entry_once/)
    await posted([{ ...sale(1), event: 'void' }])
    expect(await query('select event from journal_entries order by id')).toEqual([
      { event: 'post' },
      { event: 'void' },
    ])
  })

  test('refuses what does not balance, in the program and in the database', async () => {
    const wrong = { ...sale(1), lines: sale(1).lines.slice(0, 2) }
    await expect(posted([wrong])).rejects.toThrow('invoice 1 is off by 8.00')
    const entry = `insert into journal_entries (source, source_id, posted_on, period_id, memo)
                   values ('invoice', 7, '2026-03-01', 0, 'by hand') returning id`
    const client = await prizm.database.pool.connect()
    await client.query('begin')
    await client.query(entry)
    await expect(client.query('commit')).rejects.toThrow(/is off by 0 in 0 lines/)
    client.release()
    await posted([sale(1)])
    const line = `insert into journal_lines (entry_id, account, debit)
                  select id, '4000', 5 from journal_entries`
    await expect(query(line)).rejects.toThrow(/do not balance/)
    await expect(query('update journal_lines set debit = 9')).rejects.toThrow(/append-only/)
    await expect(query('delete from journal_entries')).rejects.toThrow(/append-only/)
  })

  test('a control account says whose it is', async () => {
    const nobody = sale(1).lines.map(({ customerId: _, ...line }) => line)
    await expect(posted([{ ...sale(1), lines: nobody }])).rejects.toThrow(/has_its_party/)
  })
})
