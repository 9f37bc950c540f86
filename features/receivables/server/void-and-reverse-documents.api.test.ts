import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ArSummary } from '#features/ar-reports/contract.ts'
import type { Invoice, CreditMemo, CreditMemoDetails, Refund, OpenItems } from '../contract.ts'
import { receivablesFixture } from './testing.ts'

// Wrong postings are reversed by a document with its own date. Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  customerId = await fixture.customer()
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const onDay = async (day: string) => {
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
  fixture.people['finance'] = await prizm.signIn('finance')
  fixture.people['manager'] = await prizm.signIn('manager')
}
const code = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const credit = async (invoiceId: number, goods: string) => {
  const answer = await fixture.post('credit-memos', { invoiceId, goods, reason: 'Late' })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<CreditMemoDetails>()
}
const applyMemo = (id: number, invoiceId: number, amount: string) =>
  fixture.post(`credit-memos/${id}/apply`, { applications: [{ invoiceId, amount }] })
const voidMemo = (id: number, as = 'finance') =>
  fixture.post(`credit-memos/${id}/void`, { reason: 'Wrong invoice' }, as)
/** Creates a paid refund: prepared by finance and released by a manager. */
const refunded = async (source: object, amount: string) => {
  const made = await fixture.post('refunds', { ...source, amount, reason: 'They asked' })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<Refund>()
  const released = await fixture.post(`refunds/${id}/release`, {}, 'manager')
  expect(released.statusCode, released.body).toBe(200)
  return released.json<Refund>()
}
const reverse = (id: number, as = 'manager') =>
  fixture.post(`refunds/${id}/reverse`, { reason: 'Returned by the bank' }, as)
const close = (period: number) =>
  fixture.query(
    `with closed as (
       insert into accounting_periods (id, status) values (${period}, 'closed')
       on conflict (id) do update set status = 'closed'
     )
     insert into audit_log (entity, entity_id, action, from_status, to_status)
     values ('period', ${period}, 'soft-close', 'open', 'soft_closed'),
            ('period', ${period}, 'close', 'soft_closed', 'closed')`,
  )
const entries = (source: string, id: number) =>
  fixture.query(`select e.event, e.posted_on::text as day, l.account, l.debit, l.credit
              from journal_entries e join journal_lines l on l.entry_id = e.id
              where e.source = '${source}' and e.source_id = ${id} order by l.id`)
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

describe('a credit memo that was posted wrong', () => {
  test('is voided: its invoices are open again, and a second entry reverses it', async () => {
    const invoiceId = await fixture.charged(customerId, {
      total: '108.00',
      goods: '100.00',
      tax: '8.00',
    })
    const body = { invoiceId, goods: '50.00', tax: '4.00', restockingFee: '5.00', reason: 'Late' }
    const memo = (await fixture.post('credit-memos', body)).json<CreditMemoDetails>()
    expect((await applyMemo(memo.id, invoiceId, '30.00')).statusCode).toBe(200)
    await onDay('2026-03-20')
    const done = await voidMemo(memo.id)
    expect(done.json(), done.body).toMatchObject({
      status: 'void',
      voidedOn: '2026-03-20',
      openAmount: '0.00',
      applications: [{ amount: '30.00', reversedOn: '2026-03-20' }],
    })
    expect(await fixture.openOf(invoiceId)).toBe('108.00')
    expect(await fixture.balance(customerId)).toBe('108.00')
    expect(await entries('credit_memo', memo.id)).toEqual([
      { event: 'post', day: '2026-03-02', account: '4900', debit: '50.00', credit: '0.00' },
      { event: 'post', day: '2026-03-02', account: '2100', debit: '4.00', credit: '0.00' },
      { event: 'post', day: '2026-03-02', account: '4900', debit: '0.00', credit: '5.00' },
      { event: 'post', day: '2026-03-02', account: '1100', debit: '0.00', credit: '49.00' },
      { event: 'void', day: '2026-03-20', account: '4900', debit: '0.00', credit: '50.00' },
      { event: 'void', day: '2026-03-20', account: '2100', debit: '0.00', credit: '4.00' },
      { event: 'void', day: '2026-03-20', account: '4900', debit: '5.00', credit: '0.00' },
      { event: 'void', day: '2026-03-20', account: '1100', debit: '49.00', credit: '0.00' },
    ])
    const history = await fixture.query(`select action, reason from audit_log
      where entity = 'credit_memo' and entity_id = ${memo.id} order by id desc limit 1`)
    expect(history).toEqual([{ action: 'void', reason: 'Wrong invoice' }])
    expect(await balancesOn('2026-03-19')).toEqual(['59.00'])
    expect(await balancesOn('2026-03-20')).toEqual(['108.00'])
    const listed = await fixture.get<CreditMemo[]>('credit-memos?asOf=2026-03-19')
    expect(listed).toMatchObject([{ status: 'posted', voidedOn: null, openAmount: '19.00' }])
    expect(await fixture.get<CreditMemo[]>('credit-memos?status=posted')).toEqual([])
    expect(await fixture.get<CreditMemo[]>('credit-memos?status=void')).toHaveLength(1)
  })

  test('no longer counts: the invoice has its full credit and discount again', async () => {
    const buyer = await fixture.customer({ paymentTerms: '2/10 net 30' })
    const invoiceId = await fixture.charged(buyer, { total: '1000.00' })
    const memo = await credit(invoiceId, '900.00')
    const offer = async () =>
      (await fixture.get<{ discountAllowed: string }[]>(`payments/offer?customerId=${buyer}`)).map(
        ({ discountAllowed }) => discountAllowed,
      )
    expect(await offer()).toEqual(['2.00'])
    expect((await voidMemo(memo.id)).statusCode).toBe(200)
    expect(await offer()).toEqual(['20.00'])
    expect(await credit(invoiceId, '1000.00')).toMatchObject({ total: '1000.00' })
    expect(await fixture.balance(buyer)).toBe('0.00')
  })

  test('cannot be voided while refunded or in a closed month, and only once', async () => {
    const invoiceId = await fixture.charged(customerId, { total: '100.00' })
    const applications = [{ invoiceId, amount: '60.00' }]
    await fixture.paid(customerId, '60.00', { applications })
    const memo = await credit(invoiceId, '60.00')
    const { id } = await refunded({ creditMemoId: memo.id }, '20.00')
    expect(code(await voidMemo(memo.id))).toEqual([409, 'refunded'])
    expect((await reverse(id)).statusCode).toBe(200)
    expect((await voidMemo(memo.id, 'sales')).statusCode).toBe(403)
    expect((await fixture.post(`credit-memos/${memo.id}/void`, { reason: '' })).statusCode).toBe(
      422,
    )
    await close(202604)
    await onDay('2026-04-01')
    expect(code(await voidMemo(memo.id))).toEqual([409, 'period-closed'])
    await onDay('2026-05-01')
    const both = await Promise.all([voidMemo(memo.id), voidMemo(memo.id)])
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(both.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1)
    expect(code(await applyMemo(memo.id, invoiceId, '1.00'))).toEqual([409, 'illegal-transition'])
    expect(
      code(await fixture.post('refunds', { creditMemoId: memo.id, amount: '1.00', reason: 'x' })),
    ).toEqual([409, 'over-refunded'])
    expect(code(await fixture.post('credit-memos/999/void', { reason: 'x' }))).toEqual([
      404,
      'not-found',
    ])
    expect(await fixture.balance(customerId)).toBe('40.00')
    expect(await balancesOn('2026-04-30')).toEqual(['-20.00'])
    expect(await balancesOn('2026-05-01')).toEqual(['40.00'])
  })
})

describe('a refund whose money never arrived', () => {
  test('is reversed: cash is restored, and its source has the amount open again', async () => {
    const payment = await fixture.paid(customerId, '100.00')
    const refund = await refunded({ paymentId: payment.id }, '40.00')
    await onDay('2026-03-10')
    const done = await reverse(refund.id)
    expect(done.json(), done.body).toMatchObject({
      status: 'reversed',
      releasedOn: '2026-03-02',
      reversedOn: '2026-03-10',
    })
    expect(await entries('refund', refund.id)).toEqual([
      { event: 'post', day: '2026-03-02', account: '1100', debit: '40.00', credit: '0.00' },
      { event: 'post', day: '2026-03-02', account: '1000', debit: '0.00', credit: '40.00' },
      { event: 'void', day: '2026-03-10', account: '1100', debit: '0.00', credit: '40.00' },
      { event: 'void', day: '2026-03-10', account: '1000', debit: '40.00', credit: '0.00' },
    ])
    expect(await fixture.get(`payments/${payment.id}`)).toMatchObject({ openAmount: '100.00' })
    expect(await fixture.balance(customerId)).toBe('-100.00')
    expect(await balancesOn('2026-03-09')).toEqual(['-60.00'])
    expect(await balancesOn('2026-03-10')).toEqual(['-100.00'])
    expect(await fixture.get<Refund[]>('refunds?asOf=2026-03-09')).toMatchObject([
      { status: 'released', reversedOn: null },
    ])
    expect(await fixture.get('payments?asOf=2026-03-09')).toMatchObject([{ openAmount: '60.00' }])
    expect(code(await reverse(refund.id))).toEqual([409, 'illegal-transition'])
    const again = await refunded({ paymentId: payment.id }, '100.00')
    expect(again.amount).toBe('100.00')
  })

  test('cannot be reversed before its release, or by a role that cannot release it', async () => {
    const payment = await fixture.paid(customerId, '100.00')
    const body = { paymentId: payment.id, amount: '40.00', reason: 'They asked' }
    const { id } = (await fixture.post('refunds', body)).json<Refund>()
    expect(code(await reverse(id))).toEqual([409, 'illegal-transition'])
    expect((await reverse(id, 'sales')).statusCode).toBe(403)
  })
})

describe('a check that bounces', () => {
  test('after a partial refund leaves the customer owing the invoice and the refund', async () => {
    const invoiceId = await fixture.charged(customerId, { total: '700.00' })
    const applications = [{ invoiceId, amount: '700.00' }]
    const check = await fixture.paid(customerId, '1000.00', { method: 'check', applications })
    const refund = await refunded({ paymentId: check.id }, '300.00')
    await onDay('2026-03-16')
    const done = await fixture.post(`payments/${check.id}/void`, { reason: 'No funds' })
    expect(done.statusCode, done.body).toBe(200)
    const open = await fixture.get<Invoice[]>('invoices?state=open,overdue')
    expect(
      open.map(({ docDate, dueDate, charge, total, openAmount, refundNumber }) => [
        docDate,
        dueDate,
        charge,
        total,
        openAmount,
        refundNumber,
      ]),
    ).toEqual([
      ['2026-03-16', '2026-03-16', '300.00', '300.00', '300.00', refund.refundNumber],
      ['2026-03-02', '2026-04-01', '0.00', '700.00', '700.00', null],
    ])
    expect(await fixture.balance(customerId)).toBe('1000.00')
    expect(await balancesOn('2026-03-15')).toEqual(['0.00'])
    expect(await balancesOn('2026-03-16')).toEqual(['1000.00'])
    expect(code(await reverse(refund.id))).toEqual([409, 'refund-charged'])
    const months = await fixture.get<{ id: number; invoiced: string }[]>('reports/ar-months')
    expect(months.find(({ id }) => id === 202603)?.invoiced).toBe('700.00')
    const invoiceApplications = open.map((each) => ({
      invoiceId: each.id,
      amount: each.openAmount,
    }))
    await fixture.paid(customerId, '1000.00', { method: 'wire', applications: invoiceApplications })
    expect(await fixture.balance(customerId)).toBe('0.00')
    expect(await balancesOn('2026-03-16')).toEqual(['0.00'])
  })

  test('cannot be voided while a refund is prepared, and charges no reversed refund', async () => {
    const check = await fixture.paid(customerId, '100.00', { method: 'check' })
    const first = await refunded({ paymentId: check.id }, '30.00')
    await reverse(first.id)
    const body = { paymentId: check.id, amount: '20.00', reason: 'They asked' }
    const prepared = (await fixture.post('refunds', body)).json<Refund>()
    const bounce = () => fixture.post(`payments/${check.id}/void`, { reason: 'No funds' })
    expect(code(await bounce())).toEqual([409, 'refunded'])
    await fixture.post(`refunds/${prepared.id}/cancel`, {}, 'manager')
    expect((await bounce()).statusCode).toBe(200)
    expect(await fixture.get<Invoice[]>('invoices')).toEqual([])
    expect(await fixture.balance(customerId)).toBe('0.00')
  })

  test('after being applied to two invoices: both are open again', async () => {
    const first = await fixture.charged(customerId, { total: '60.00' })
    const other = await fixture.charged(customerId, { total: '40.00' })
    const applications = [{ invoiceId: first, amount: '60.00' }]
    const check = await fixture.paid(customerId, '100.00', { method: 'check', applications })
    const secondApplication = { applications: [{ invoiceId: other, amount: '40.00' }] }
    expect((await fixture.post(`payments/${check.id}/apply`, secondApplication)).statusCode).toBe(
      200,
    )
    const memo = await credit(first, '60.00')
    await refunded({ creditMemoId: memo.id }, '60.00')
    await fixture.post(`payments/${check.id}/void`, { reason: 'No funds' })
    expect([await fixture.openOf(first), await fixture.openOf(other)]).toEqual(['60.00', '40.00'])
    expect(await fixture.balance(customerId)).toBe('100.00')
    expect(await balancesOn('2026-03-02')).toEqual(['100.00'])
  })
})
