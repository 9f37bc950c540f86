import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { guardOpen, post, type Posting } from './service.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp() // Moves the clock to May 3, so March and April are over.
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 62 * 86_400_000)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
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
  source: 'stock_adjustment',
  sourceId,
  postedOn,
  memo: `Sale ${sourceId}`,
  lines: [
    { account: 'cash', debit: cents('108.00') },
    { account: 'sales', credit: cents('100.00') },
    { account: 'returns', credit: cents('8.00') },
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
  test('posts documents in order with their lines, and omits zero-amount entries', async () => {
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
        account: '1000',
        customer: null,
        debit: '108.00',
        credit: '0.00',
      },
      { id: 1, period: 202603, account: '4000', customer: null, debit: '0.00', credit: '100.00' },
      { id: 1, period: 202603, account: '4900', customer: null, debit: '0.00', credit: '8.00' },
      {
        id: 2,
        period: 202604,
        account: '1000',
        customer: null,
        debit: '108.00',
        credit: '0.00',
      },
      { id: 2, period: 202604, account: '4000', customer: null, debit: '0.00', credit: '100.00' },
      { id: 2, period: 202604, account: '4900', customer: null, debit: '0.00', credit: '8.00' },
    ])
  })

  test('posts each event of a document only once', async () => {
    await posted([sale(1)])
    await expect(posted([sale(1)])).rejects.toThrow(/journal_entry_once/)
    await posted([{ ...sale(1), event: 'void' }])
    expect(await query('select event from journal_entries order by id')).toEqual([
      { event: 'post' },
      { event: 'void' },
    ])
  })

  test('refuses unbalanced entries, in the application and in the database', async () => {
    const wrong = { ...sale(1), lines: sale(1).lines.slice(0, 2) }
    await expect(posted([wrong])).rejects.toThrow('stock_adjustment 1 is off by 8.00')
    const entry = `insert into journal_entries (source, source_id, posted_on, period_id, memo)
                   values ('stock_adjustment', 7, '2026-03-01', 0, 'by hand') returning id`
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

  test('requires a customer or vendor on a control account', async () => {
    const receivableLine = { account: 'receivable', debit: cents('108.00') } as const
    const lines = [receivableLine, ...sale(1).lines.slice(1)]
    await expect(posted([{ ...sale(1), lines }])).rejects.toThrow(/has_its_party/)
  })
})

describe('the books', () => {
  const books = async () => {
    const [finance, admin, other, sales] = await Promise.all(
      (['finance', 'admin', 'admin', 'sales'] as const).map((role) => prizm.signIn(role)),
    )
    const act = (id: number, verb: string, as = admin ?? '', body?: object) =>
      prizm.call('POST', `/api/periods/${id}/${verb}`, { as, ...(body && { body }) })
    return { finance: finance ?? '', admin: admin ?? '', other: other ?? '', sales, act }
  }
  const inMarch = async (role: 'sales' | 'finance') => {
    const user = await prizm.builders.user({ role })
    return { ...program(), user: { ...user, role } }
  }

  test('a month closes to all but finance, then to everyone', async () => {
    const { finance, act } = await books()
    await posted([sale(1)])
    expect((await act(202603, 'soft-close', finance)).json()).toMatchObject({
      id: 202603,
      status: 'soft_closed',
      entries: 1,
      debit: '108.00',
      version: 2,
    })
    await expect(posted([sale(2)], await inMarch('sales'))).rejects.toMatchObject({
      code: 'period-closed',
      message: 'The books of 3/2026 are being closed. Only finance can post now',
    })
    await posted([sale(3)], await inMarch('finance'))
    expect((await act(202603, 'close', finance)).statusCode).toBe(403)
    expect((await act(202603, 'close')).json()).toMatchObject({ status: 'closed' })
    await expect(posted([sale(4)], await inMarch('finance'))).rejects.toMatchObject({
      message: 'The books of 3/2026 are closed',
    })
    await expect(post(program(), [sale(5)])).rejects.toThrow(/books of 202603 are closed/)
    expect(await query('select source_id as id from journal_entries order by id')).toEqual([
      { id: 1 },
      { id: 3 },
    ])
    const history = `select action, from_status as "from", to_status as "to" from audit_log
                     where entity = 'period' order by id`
    expect(await query(history)).toEqual([
      { action: 'soft-close', from: 'open', to: 'soft_closed' },
      { action: 'close', from: 'soft_closed', to: 'closed' },
    ])
  })

  test('finance can cancel a soft close, but not a close', async () => {
    const { finance, sales, act } = await books()
    await posted([sale(1)])
    await act(202603, 'soft-close', finance)
    expect((await act(202603, 'cancel-closing', sales)).statusCode).toBe(403)
    expect((await act(202603, 'cancel-closing', finance)).json()).toMatchObject({ status: 'open' })
    await posted([sale(2)], await inMarch('sales'))
    await act(202603, 'soft-close', finance)
    await act(202603, 'close')
    const closed = await act(202603, 'cancel-closing', finance)
    expect([closed.statusCode, closed.json().code]).toEqual([409, 'illegal-transition'])
    expect(await query('select status from accounting_periods')).toEqual([{ status: 'closed' }])
  })

  test('months close in order, and only while all invariants hold', async () => {
    const { act } = await books()
    await posted([sale(1), sale(2, day('2026-04-01'))])
    await act(202604, 'soft-close')
    expect((await act(202604, 'close')).json()).toMatchObject({
      code: 'earlier-period-open',
      detail: '3/2026 is not closed yet. Close the months in order',
    })
    await act(202603, 'soft-close')
    const ruin = (by: number) => query(`update skus set on_order = on_order + ${by}`)
    await prizm.builders.sku()
    await ruin(1)
    const broken = await act(202603, 'close')
    expect(broken.json()).toMatchObject({ code: 'invariants-broken' })
    expect(broken.json().detail).toContain('inv_02')
    await ruin(-1)
    expect((await act(202603, 'close')).statusCode).toBe(200)
    expect((await act(202604, 'close')).statusCode).toBe(200)
    expect((await act(202604, 'close')).json().code).toBe('illegal-transition')
    expect((await act(202613, 'close')).statusCode).toBe(404)
  })

  test('open items are listed before a month closes, and recorded with the close', async () => {
    const { finance, act } = await books()
    const points = async () => {
      const read = await prizm.call('GET', '/api/periods/202602/closing', { as: finance })
      return Object.fromEntries(
        read
          .json()
          .map((point: { name: string; count: number; amount: string | null }) => [
            point.name,
            [point.count, point.amount],
          ]),
      )
    }
    expect(await points()).toEqual({
      earlier: [0, null],
      books: [0, null],
      draftBills: [0, '0.00'],
      blockedBills: [0, '0.00'],
      draftEntries: [0, '0.00'],
      cash: [0, '0.00'],
      drift: [0, null],
      exports: [0, null],
    })
    const customer = await prizm.builders.customer()
    const paid = { customerId: customer.id, amount: '30.00', method: 'ach' }
    for (const receivedOn of ['2026-02-28', '2026-03-01']) {
      const body = { ...paid, receivedOn }
      const answer = await prizm.call('POST', '/api/payments', { as: finance, body })
      expect(answer.statusCode, answer.body).toBe(201)
    }
    expect(await points()).toMatchObject({ cash: [1, '30.00'] })
    await act(202602, 'soft-close')
    await act(202602, 'close')
    const closed = `select reason from audit_log where entity = 'period' and action = 'close'`
    expect(await query(closed)).toEqual([{ reason: 'Still open: 1 payment not fully applied' }])
    const nowhere = await prizm.call('GET', '/api/periods/202613/closing', { as: finance })
    expect(nowhere.statusCode).toBe(404)
  })

  test('reopening needs a reason; for the user who closed, it is a waiver or refused', async () => {
    const { admin, other, act } = await books()
    const reopen = (as: string) => act(202603, 'reopen', as, { reason: 'A late bill' })
    await act(202603, 'soft-close')
    await act(202603, 'close')
    expect((await act(202603, 'reopen', admin, {})).statusCode).toBe(422)
    const enforce = (sodMode: string) =>
      prizm.call('PUT', '/api/settings', { as: admin, body: { sodMode } })
    await enforce('enforce')
    expect((await reopen(admin)).json().code).toBe('self-approval')
    expect((await reopen(other)).json().status).toBe('open')
    expect(await query('select * from approvals')).toEqual([])
    await enforce('record')
    await act(202603, 'soft-close')
    await act(202603, 'close')
    expect((await reopen(admin)).json().status).toBe('open')
    const waivers = 'select control, reason from approvals where is_waiver'
    expect(await query(waivers)).toEqual([{ control: 'close-reopen', reason: 'A late bill' }])
  })

  test('can be read by line, by account and as a file', async () => {
    const { finance } = await books()
    await posted([sale(1), sale(2, day('2026-04-01'))])
    const get = (path: string) => prizm.call('GET', `/api/journal${path}`, { as: finance })
    const lines = await get('?limit=2&account=1000&sort=postedOn')
    expect(lines.headers['x-total-count']).toBe('2')
    expect(lines.json()[0]).toMatchObject({
      postedOn: '2026-03-15',
      memo: 'Sale 1',
      accountName: 'Cash',
      debit: '108.00',
      credit: '0.00',
    })
    expect((await get('?from=2026-04-01')).json()).toHaveLength(3)
    expect((await get('/trial-balance?asOf=2026-03-31')).json()).toEqual({
      asOf: '2026-03-31',
      accounts: [
        {
          account: '1000',
          name: 'Cash',
          debit: '108.00',
          credit: '0.00',
          balance: '108.00',
        },
        { account: '4000', name: 'Sales', debit: '0.00', credit: '100.00', balance: '-100.00' },
        { account: '4900', name: 'Returns', debit: '0.00', credit: '8.00', balance: '-8.00' },
      ],
      totalDebit: '108.00',
      totalCredit: '108.00',
    })
    const file = await get(
      '/export.csv?columns=postedOn,account,debit,credit&sort=id&period=202604',
    )
    expect(file.body).toBe(
      '\uFEFFpostedOn,account,debit,credit\r\n2026-04-01,1000,108.00,0.00\r\n' +
        '2026-04-01,4000,0.00,100.00\r\n2026-04-01,4900,0.00,8.00\r\n',
    )
  })
})
