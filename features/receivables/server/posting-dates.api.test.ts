// One file: the posting dates of all receivables documents follow the same rules.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ArSummary } from '#features/ar-reports/contract.ts'
import { closeMonth } from '#features/journal/server/testing.ts'
import type {
  InvoiceDetails,
  PaymentDetails,
  CreditMemoDetails,
  Refund,
  OpenItems,
} from '../contract.ts'
import { receivablesFixture } from './testing.ts'

// What is entered on 2026-03-02 for February posts in February while that month is open.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let customerId: number
let invoiceId: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  customerId = await fixture.customer()
  invoiceId = await fixture.charged(customerId, { total: '100.00', docDate: '2026-02-10' })
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const done = async <A>(url: string, body: object, as = 'finance') => {
  const answer = await fixture.post(url, body, as)
  expect([200, 201], answer.body).toContain(answer.statusCode)
  return answer.json<A>()
}
/** Returns the posting dates of a document's journal entries. */
const postedOn = (source: string, id: number) =>
  fixture.query(`select event, posted_on::text as day from journal_entries
              where source = '${source}' and source_id = ${id} order by id`)
/** Returns the distinct balances of a day in aging, account 1100, open items and statement. */
const balancesOn = async (day: string) => {
  const { aging } = await fixture.get<ArSummary>(`reports/ar-summary?asOf=${day}`)
  const of = `customerId=${customerId}&to=${day}`
  const items = await fixture.get<OpenItems>(`receivables/open-items?${of}`)
  const statement = await fixture.get<{ closing: string }>(`receivables/statement?${of}`)
  const [ledger] = await fixture.query(
    `select coalesce(sum(l.debit - l.credit), 0)::numeric(12, 2)::text as amount
     from journal_lines l join journal_entries e on e.id = l.entry_id
     where l.account = '1100' and e.posted_on <= '${day}'`,
  )
  return [...new Set([aging.total, items.balance, statement.closing, ledger.amount])]
}
/** Returns the errors of a call with a refused posting date. */
const refusal = async (url: string, body: object, as = 'finance') => {
  const answer = await fixture.post(url, body, as)
  type ProblemBody = { code: string; errors?: { path: string; message: string }[] }
  const { code, errors } = answer.json<ProblemBody>()
  return errors ? errors.map(({ path, message }) => [path, message]) : [answer.statusCode, code]
}
/** Asserts that a future date, a date too early and a date in a closed month post nothing. */
const refusesDays = async (
  url: string,
  body: object,
  { early, says: message, as }: { early: string; says: string; as?: string },
) => {
  const count = 'select count(*)::int as n from journal_entries'
  const before = await fixture.query(count)
  const on = (day: string) => refusal(url, { ...body, postedOn: day }, as)
  expect(await on('2026-03-03')).toEqual([['postedOn', 'Must not be in the future']])
  expect(await on(early)).toEqual([['postedOn', message]])
  await closeMonth(fixture.query, 202602)
  expect(await on('2026-02-28')).toEqual([409, 'period-closed'])
  expect(await fixture.query(count)).toEqual(before)
  await done(url, body, as)
}

describe('a credit memo', () => {
  const body = () => ({ invoiceId, goods: '30.00', reason: 'Late' })

  test('has its posting date in the journal, the aging and the statement', async () => {
    const memo = await done<CreditMemoDetails>('credit-memos', {
      ...body(),
      postedOn: '2026-02-20',
    })
    expect(memo).toMatchObject({ docDate: '2026-02-20', openAmount: '30.00' })
    expect(await postedOn('credit_memo', memo.id)).toEqual([{ event: 'post', day: '2026-02-20' }])
    expect(await balancesOn('2026-02-19')).toEqual(['100.00'])
    expect(await balancesOn('2026-02-20')).toEqual(['70.00'])
    expect(await balancesOn('2026-03-02')).toEqual(['70.00'])
  })

  test('is dated today by default, and never before its invoice', async () => {
    expect(await done('credit-memos', { ...body(), postedOn: null })).toMatchObject({
      docDate: '2026-03-02',
    })
    const message = 'Must not be before 2/10/2026, the invoice date'
    await refusesDays('credit-memos', body(), { early: '2026-02-09', says: message })
  })

  test('is void from its posting date on, and its invoices are open again', async () => {
    const memo = await done<CreditMemoDetails>('credit-memos', {
      ...body(),
      postedOn: '2026-02-12',
    })
    const voided = await done('credit-memos/' + memo.id + '/void', {
      reason: 'Wrong invoice',
      postedOn: '2026-02-20',
    })
    expect(voided).toMatchObject({ status: 'void', voidedOn: '2026-02-20', openAmount: '0.00' })
    expect(await postedOn('credit_memo', memo.id)).toEqual([
      { event: 'post', day: '2026-02-12' },
      { event: 'void', day: '2026-02-20' },
    ])
    const amounts = ['2026-02-11', '2026-02-12', '2026-02-19', '2026-02-20'].map(balancesOn)
    expect(await Promise.all(amounts)).toEqual([['100.00'], ['70.00'], ['70.00'], ['100.00']])
  })

  test('cannot be voided on a day before it was last applied', async () => {
    const memo = await done<CreditMemoDetails>('credit-memos', {
      ...body(),
      postedOn: '2026-02-12',
    })
    const url = `credit-memos/${memo.id}`
    const reason = 'Wrong invoice'
    const early = { reason, postedOn: '2026-02-11' }
    expect(await refusal(`${url}/void`, early)).toEqual([
      ['postedOn', 'Must not be before 2/12/2026, the credit memo date'],
    ])
    await done(`${url}/apply`, { applications: [{ invoiceId, amount: '30.00' }] })
    await refusesDays(
      `${url}/void`,
      { reason },
      {
        early: '2026-03-01',
        says: 'Must not be before 3/2/2026, when it was last applied or refunded',
      },
    )
    expect(await fixture.openOf(invoiceId)).toBe('100.00')
  })
})

describe('a payment', () => {
  const bounced = () =>
    fixture.paid(customerId, '60.00', {
      receivedOn: '2026-02-12',
      applications: [{ invoiceId, amount: '60.00' }],
    })

  test('that bounced is void from the date of the bank on', async () => {
    const { id } = await bounced()
    const voided = await done<PaymentDetails>(`payments/${id}/void`, {
      reason: 'No funds',
      postedOn: '2026-02-18',
    })
    expect(voided).toMatchObject({
      status: 'void',
      applications: [{ appliedOn: '2026-02-12', reversedOn: '2026-02-18' }],
    })
    expect(await postedOn('customer_payment', id)).toEqual([
      { event: 'post', day: '2026-02-12' },
      { event: 'void', day: '2026-02-18' },
    ])
    const days = ['2026-02-11', '2026-02-12', '2026-02-17', '2026-02-18', '2026-03-02']
    const amounts = await Promise.all(days.map(balancesOn))
    expect(amounts).toEqual([['100.00'], ['40.00'], ['40.00'], ['100.00'], ['100.00']])
  })

  test('cannot be voided before it was received, or before it was last unapplied', async () => {
    const { id, applications } = await bounced()
    const early = { reason: 'No funds', postedOn: '2026-02-11' }
    expect(await refusal(`payments/${id}/void`, early)).toEqual([
      ['postedOn', 'Must not be before 2/12/2026, the payment date'],
    ])
    const url = `receivable-applications/${applications[0]?.id}/reverse`
    await done(url, { reason: 'Other invoice', postedOn: '2026-02-20' })
    await refusesDays(
      `payments/${id}/void`,
      { reason: 'No funds' },
      {
        early: '2026-02-19',
        says: 'Must not be before 2/20/2026, when it was last applied or refunded',
      },
    )
  })
})

describe('a write-off', () => {
  const url = () => `invoices/${invoiceId}/write-off`
  const body = { amount: '25.00', reason: 'Closed down' }

  test('and its reversal have their own posting dates', async () => {
    const after = await done<InvoiceDetails>(url(), { ...body, postedOn: '2026-02-15' })
    const [gone] = after.applications
    expect(gone).toMatchObject({ kind: 'write-off', appliedOn: '2026-02-15' })
    const id = gone?.id ?? 0
    const back = await done<InvoiceDetails>(`receivable-applications/${id}/reverse`, {
      reason: 'They paid',
      postedOn: '2026-02-25',
    })
    expect(back.applications).toMatchObject([{ reversedOn: '2026-02-25' }])
    expect(await postedOn('write_off', id)).toEqual([
      { event: 'post', day: '2026-02-15' },
      { event: 'void', day: '2026-02-25' },
    ])
    const days = ['2026-02-14', '2026-02-15', '2026-02-24', '2026-02-25']
    const amounts = await Promise.all(days.map(balancesOn))
    expect(amounts).toEqual([['100.00'], ['75.00'], ['75.00'], ['100.00']])
  })

  test('cannot be dated before its invoice, or reversed before its own date', async () => {
    const [early, before] = ['2026-02-09', 'Must not be before']
    const message = `${before} 2/10/2026, the invoice date`
    await refusesDays(url(), { amount: '5.00', reason: 'Rest' }, { early, says: message })
    const [gone] = (await fixture.invoice(invoiceId)).applications
    await refusesDays(
      `receivable-applications/${gone?.id}/reverse`,
      { reason: 'They paid' },
      {
        early: '2026-03-01',
        says: `${before} 3/2/2026, the settlement date`,
      },
    )
  })

  test('of an earlier month counts toward the limits of that month and this one', async () => {
    // A manager's monthly limit is five times the limit per invoice.
    await fixture.set({ writeOffLimitManager: '25.00' })
    const give = async (day: string | undefined) => {
      const id = await fixture.charged(customerId, { total: '50.00', docDate: '2026-02-10' })
      const typed = { ...body, ...(day && { postedOn: day }) }
      return fixture.post(`invoices/${id}/write-off`, typed, 'manager')
    }
    for (const day of ['2026-02-11', '2026-02-12', undefined, undefined, undefined]) {
      // Sequential, because each write-off counts those before it.
      // oxlint-disable-next-line no-await-in-loop
      expect((await give(day)).statusCode).toBe(200)
    }
    for (const day of ['2026-02-28', undefined]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await give(day)).json()).toMatchObject({ code: 'over-limit' })
    }
  })
})

describe('a refund', () => {
  const prepared = async (source: object) =>
    (await done<Refund>('refunds', { ...source, amount: '10.00', reason: 'They asked' })).id

  test('and its reversal have their own posting dates', async () => {
    const { id: paymentId } = await fixture.paid(customerId, '120.00', { receivedOn: '2026-02-12' })
    const id = await prepared({ paymentId })
    const released = { postedOn: '2026-02-20' }
    expect(await done(`refunds/${id}/release`, released, 'manager')).toMatchObject({
      status: 'released',
      releasedOn: '2026-02-20',
    })
    const reversed = { reason: 'Never arrived', postedOn: '2026-02-24' }
    expect(await done(`refunds/${id}/reverse`, reversed, 'manager')).toMatchObject({
      status: 'reversed',
      reversedOn: '2026-02-24',
    })
    expect(await postedOn('refund', id)).toEqual([
      { event: 'post', day: '2026-02-20' },
      { event: 'void', day: '2026-02-24' },
    ])
    const days = ['2026-02-19', '2026-02-20', '2026-02-23', '2026-02-24']
    const amounts = await Promise.all(days.map(balancesOn))
    expect(amounts).toEqual([['-20.00'], ['-10.00'], ['-10.00'], ['-20.00']])
  })

  test('cannot be released before its payment, or reversed before its release', async () => {
    const { id: paymentId } = await fixture.paid(customerId, '120.00', { receivedOn: '2026-02-12' })
    const id = await prepared({ paymentId })
    await refusesDays(
      `refunds/${id}/release`,
      {},
      {
        early: '2026-02-11',
        says: 'Must not be before 2/12/2026, the payment date',
      },
    )
    await refusesDays(
      `refunds/${id}/reverse`,
      { reason: 'Never arrived' },
      {
        early: '2026-03-01',
        says: 'Must not be before 3/2/2026, the refund date',
        as: 'manager',
      },
    )
  })
})

test('concurrent voids of a payment on different dates post only one', async () => {
  const { id } = await fixture.paid(customerId, '60.00', { receivedOn: '2026-02-12' })
  const answers = await Promise.all(
    ['2026-02-14', '2026-02-15', '2026-02-16'].map((postedOn) =>
      fixture.post(`payments/${id}/void`, { reason: 'No funds', postedOn }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await postedOn('customer_payment', id)).toHaveLength(2)
})
