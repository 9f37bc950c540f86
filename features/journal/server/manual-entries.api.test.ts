import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { ManualEntry } from '../contract.ts'
import { journalFixture, rent } from './testing.ts'

// Manual journal entries. The test clock is at 2026-03-31.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof journalFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await journalFixture(prizm)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

describe('a manual entry', () => {
  test('is posted as typed, with its number, lines and creator', async () => {
    const entry = await fixture.entered()
    expect(entry).toMatchObject({
      status: 'posted',
      postedOn: '2026-03-15',
      reason: 'Rent of March',
      amount: '1200.11',
      needsApproval: false,
      reversalOf: null,
      reversedBy: null,
      lines: [
        {
          account: '6000',
          accountName: 'Operating expenses',
          debit: '1200.10',
          credit: '0.00',
          description: 'Warehouse',
        },
        { account: '6000', debit: '0.01', credit: '0.00', description: null },
        { account: '1000', accountName: 'Cash', debit: '0.00', credit: '1200.11' },
      ],
    })
    expect(entry.entryNumber).toMatch(/^JE-\d{13}$/)
    expect(entry.postedByName).toBe(entry.createdByName)
    const memo = `Journal entry ${entry.entryNumber}: Rent of March`
    const on = '2026-03-15'
    expect(await fixture.journal()).toEqual([
      { on, memo, account: '6000', debit: '1200.10', credit: '0.00' },
      { on, memo, account: '6000', debit: '0.01', credit: '0.00' },
      { on, memo, account: '1000', debit: '0.00', credit: '1200.11' },
    ])
    const history = `select action, to_status as "to", reason from audit_log
                     where entity = 'manual_entry' order by id`
    expect(await fixture.query(history)).toEqual([
      { action: 'create', to: 'draft', reason: 'Rent of March' },
      { action: 'post', to: 'posted', reason: null },
    ])
  })

  test('is refused with field errors if it is unbalanced or incomplete', async () => {
    const wrong = async (fields: object) => {
      const answer = await fixture.post('manual-entries', fixture.finance, { ...rent, ...fields })
      const errors = answer.json().errors as { path: string; message: string }[]
      return [answer.statusCode, ...errors.map(({ path, message }) => `${path}: ${message}`)]
    }
    const [first, , last] = rent.lines
    expect(await wrong({ lines: [first, last] })).toEqual([
      422,
      'lines: Debits are $1,200.10 and credits are $1,200.11. They must be equal',
    ])
    expect(await wrong({ lines: [first] })).toEqual([422, 'lines: An entry has at least two lines'])
    expect(await wrong({ lines: [{ account: '6000' }, last] })).toEqual([
      422,
      'lines.0.debit: Enter a debit or a credit',
    ])
    const both = { account: '6000', debit: '1.00', credit: '1.00' }
    expect(await wrong({ lines: [both, last] })).toEqual([
      422,
      'lines.0.debit: Enter a debit or a credit, not both',
    ])
    expect(await wrong({ lines: [{ account: '6000', debit: '-1.00' }, last] })).toEqual([
      422,
      'lines.0.debit: Must not be negative',
    ])
    expect(await wrong({ lines: [{ account: '6000', debit: '0.001' }, last] })).toEqual([
      422,
      'lines.0.debit: Must be an amount with at most two decimals',
    ])
    const most = '9999999999.99'
    const large = [
      { account: '6000', debit: most },
      { account: '6000', debit: most },
      { account: '1000', credit: most },
      { account: '1000', credit: most },
    ]
    expect(await wrong({ lines: large })).toEqual([422, 'lines: The amount is too large'])
    expect(await wrong({ reason: ' ' })).toEqual([422, 'reason: Required'])
    expect(await wrong({ postedOn: '2026-04-01' })).toEqual([
      422,
      'postedOn: Must not be in the future',
    ])
    expect((await wrong({ surprise: 1 }))[0]).toBe(422)
    expect(await fixture.journal()).toEqual([])
    expect(await fixture.query('select * from manual_entries')).toEqual([])
  })

  test.each([
    ['1100', 'Accounts receivable', 'invoices, payments and credit memos post to it'],
    ['1200', 'Inventory', 'receipts, shipments, returns and stock adjustments post to it'],
    ['1300', 'Vendor prepayments', 'prepayments of vendors post to it'],
    ['2000', 'Accounts payable', 'bills, vendor credits and vendor payments post to it'],
    ['2050', 'Goods received, not billed', 'receipts, bills and returns to vendors post to it'],
  ])('is refused on the control account %s', async (account, name, documents) => {
    const lines = [rent.lines[0], { account, credit: '1200.10' }]
    const answer = await fixture.post('manual-entries', fixture.finance, { ...rent, lines })
    const message = `${account} ${name} accepts no manual entries, because ${documents}`
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ path: 'lines.1.account', message }])
    const byHand = `insert into manual_entry_lines (manual_entry_id, line_no, account, debit)
                    values (1, 1, '${account}', 1)`
    await expect(fixture.query(byHand)).rejects.toThrow(/manual_line_is_not_controlled/)
  })

  test('is refused in a closed month, and is immutable', async () => {
    const february = { postedOn: '2026-02-10' }
    await fixture.post('periods/202602/soft-close', fixture.finance)
    await fixture.entered(february)
    await fixture.post('periods/202602/close', fixture.admin)
    const closed = await fixture.post('manual-entries', fixture.admin, { ...rent, ...february })
    expect([closed.statusCode, closed.json().code]).toEqual([409, 'period-closed'])
    expect(await fixture.query('select count(*)::int as n from manual_entries')).toEqual([{ n: 1 }])
    await expect(fixture.query('update manual_entry_lines set debit = 9')).rejects.toThrow(
      /append-only/,
    )
  })

  test('is entered once if retried with its idempotency key', async () => {
    const send = () =>
      fixture.post('manual-entries', fixture.finance, rent, { 'idempotency-key': 'rent-march' })
    const [one, other] = [await send(), await send()]
    expect(other.json()).toEqual(one.json())
    expect(await fixture.query('select count(*)::int as n from manual_entries')).toEqual([{ n: 1 }])
  })

  test('is limited to finance, administrators and API keys with the journal scope', async () => {
    const refused = await Promise.all(
      (['sales', 'purchasing', 'warehouse', 'viewer', 'manager'] as const).map(async (role) =>
        fixture.post('manual-entries', await prizm.signIn(role), rent),
      ),
    )
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
    const withKey = async (scopes: string[]) => {
      const made = await fixture.post('api-keys', fixture.admin, { name: scopes.join(), scopes })
      const headers = { authorization: `Bearer ${made.json().key}` }
      return prizm.call('POST', '/api/manual-entries', { body: rent, headers })
    }
    expect((await withKey(['read', 'finance', 'close'])).statusCode).toBe(403)
    expect((await withKey(['read', 'journal'])).statusCode).toBe(201)
  })
})

test('manual entries are listed, searched and filtered', async () => {
  const one = await fixture.entered()
  const accrual = [
    { account: '6000', debit: '80.00' },
    { account: '2200', credit: '80.00' },
  ]
  await fixture.entered({ reason: 'Accrued electricity', postedOn: '2026-03-30', lines: accrual })
  const found = async (search: string) =>
    (await prizm.call('GET', `/api/manual-entries?${search}`, { as: fixture.finance }))
      .json<ManualEntry[]>()
      .map(({ reason }) => reason)
  const both = ['Accrued electricity', 'Rent of March']
  expect(await found('')).toEqual(both)
  expect(await found('account=2200')).toEqual(['Accrued electricity'])
  expect(await found('account=6000&sort=postedOn')).toEqual(both.toReversed())
  expect(await found('to=2026-03-15')).toEqual(['Rent of March'])
  expect(await found('from=2026-03-16&status=posted')).toEqual(['Accrued electricity'])
  expect(await found('status=draft')).toEqual([])
  expect(await found('q=electricity')).toEqual(['Accrued electricity'])
  expect(await found(`q=${one.entryNumber}`)).toEqual(['Rent of March'])
  expect(await found('sort=-amount')).toEqual(both.toReversed())
})
