// One file: a payment is recorded, applied, reversed and voided on the same data.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { InvoiceDetails, SuggestedApplications, PaymentDetails } from '../../contract.ts'
import { receivablesFixture, appliedAmounts } from '../testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const applied = (invoiceId: number, amount: string, more: object = {}) => {
  return { applications: [{ invoiceId, amount, ...more }] }
}

describe('a payment', () => {
  test('settles the invoices it is applied to, and the remainder is open', async () => {
    const id = await fixture.customer()
    const invoiceId = await fixture.charged(id, { total: '108.00', goods: '100.00', tax: '8.00' })
    const payment = await fixture.paid(id, '150.00', applied(invoiceId, '108.00'))
    expect(payment).toMatchObject({ amount: '150.00', openAmount: '42.00', status: 'posted' })
    expect(await fixture.invoice(invoiceId)).toMatchObject({ openAmount: '0.00', state: 'paid' })
    expect(await fixture.balance(id)).toBe('-42.00')
    expect(payment.paymentNumber).toBe(`PAY-${1_000_000 + payment.id}`)
    expect(
      await fixture.query(
        `select l.account, sum(l.debit - l.credit)::text as net from journal_lines l
         group by l.account order by l.account`,
      ),
    ).toEqual([
      { account: '1000', net: '150.00' },
      { account: '1100', net: '-42.00' },
      { account: '2100', net: '-8.00' },
      { account: '4000', net: '-100.00' },
    ])
  })

  test('by check with a number already used by the customer returns a warning', async () => {
    const [id, other] = [await fixture.customer(), await fixture.customer()]
    const check = { method: 'check', reference: 'No. 0815' }
    const first = await fixture.paid(id, '10.00', check)
    expect(first.warnings).toEqual([])
    const warnings = [
      'Check No. 0815 of this customer is already recorded as ' +
        `${first.paymentNumber} (3/2/2026, $10.00)`,
    ]
    const url = `payments/similar?customerId=${id}&reference=no815`
    expect(await fixture.get<string[]>(url)).toEqual(warnings)
    const again = { method: 'check', reference: 'NO 815' }
    expect((await fixture.paid(id, '10.00', again)).warnings).toEqual(warnings)
    expect((await fixture.paid(other, '10.00', again)).warnings).toEqual([])
    expect((await fixture.paid(id, '10.00', { ...again, method: 'wire' })).warnings).toEqual([])
  })

  test('is offered to the invoice it names, then to the oldest due', async () => {
    const id = await fixture.customer()
    const young = await fixture.charged(id, { total: '50.00', docDate: '2026-02-20' })
    const old = await fixture.charged(id, { total: '70.00', docDate: '2026-01-05' })
    const named = await fixture.charged(id, { total: '30.00', docDate: '2026-02-25' })
    const url = `payments/offer?customerId=${id}&amount=120&reference=inv${1_000_000 + named}`
    const offered = await fixture.get<SuggestedApplications>(url)
    expect(offered.map(({ invoiceId, amount }) => [invoiceId, amount])).toEqual([
      [old, '70.00'],
      [young, '20.00'],
      [named, '30.00'],
    ])
  })

  test('is applied as given, also if it asks for the offer', async () => {
    const id = await fixture.customer()
    const old = await fixture.charged(id, { total: '70.00', docDate: '2026-01-05' })
    const young = await fixture.charged(id, { total: '50.00', docDate: '2026-02-20' })
    const given = { ...applied(young, '30.00'), applyAsOffered: true }
    expect(await fixture.paid(id, '40.00', given)).toMatchObject({ openAmount: '10.00' })
    expect(await fixture.invoice(old)).toMatchObject({ openAmount: '70.00' })
    expect(await fixture.invoice(young)).toMatchObject({ openAmount: '20.00' })
  })

  test('is applied as offered, and the list shows the open amounts of any day', async () => {
    const id = await fixture.customer()
    const old = await fixture.charged(id, { total: '70.00', docDate: '2026-01-05' })
    await fixture.charged(id, { total: '50.00', docDate: '2026-02-20' })
    const payment = await fixture.paid(id, '80.00', { applyAsOffered: true })
    expect(appliedAmounts(payment.applications)).toEqual([
      ['payment', '70.00', '0.00'],
      ['payment', '10.00', '0.00'],
    ])
    const listed = async (query: string) =>
      (await fixture.get<InvoiceDetails[]>(`invoices?sort=id&${query}`)).map((each) => [
        each.id === old,
        each.openAmount,
        each.state,
      ])
    expect(await listed('state=paid')).toEqual([[true, '0.00', 'paid']])
    // Each state filter must return the same invoices that the whole list shows in that state.
    for (const day of ['2026-02-21', '2026-03-01', '2026-06-01']) {
      const all = await listed(`asOf=${day}`)
      for (const state of ['paid', 'overdue', 'part-paid', 'open']) {
        const expected = all.filter((each) => each[2] === state)
        expect(await listed(`asOf=${day}&state=${state}`)).toEqual(expected)
      }
      expect(await listed(`asOf=${day}&state=paid,overdue,part-paid,open`)).toEqual(all)
    }
    expect(await listed('asOf=2026-03-01')).toEqual([
      [true, '70.00', 'overdue'],
      [false, '50.00', 'open'],
    ])
    expect(await listed('asOf=2026-02-19&bucket=days0to30')).toEqual([[true, '70.00', 'overdue']])
    expect(await listed('asOf=2026-01-04')).toEqual([])
  })

  test.each(['0', '0.00', '-5.00', '0.001', '12,50', '10000000000.00', ''])(
    'of %j is refused',
    async (amount) => {
      const id = await fixture.customer()
      const answer = await fixture.post('payments', { customerId: id, amount, method: 'ach' })
      expect(answer.statusCode).toBe(422)
    },
  )

  test('is refused for a future date, an unknown customer, or too large an amount', async () => {
    const id = await fixture.customer()
    const invoiceId = await fixture.charged(id, { total: '100.00' })
    const pay = (fields: object) =>
      fixture.post('payments', { customerId: id, amount: '200.00', method: 'wire', ...fields })
    expect((await pay({ receivedOn: '2026-03-03' })).statusCode).toBe(422)
    expect((await pay({ customerId: 999 })).statusCode).toBe(404)
    const tooMuch = await pay(applied(invoiceId, '100.01'))
    expect([tooMuch.statusCode, tooMuch.json().code]).toEqual([409, 'over-applied'])
    const beyond = await pay({ amount: '50.00', ...applied(invoiceId, '60.00') })
    expect([beyond.statusCode, beyond.json().code]).toEqual([409, 'over-applied'])
    const other = await fixture.customer()
    const foreign = await pay({ customerId: other, ...applied(invoiceId, '1.00') })
    expect(foreign.statusCode).toBe(422)
    const once = { invoiceId, amount: '10.00' }
    expect((await pay({ applications: [once, once] })).statusCode).toBe(422)
    expect(await fixture.query('select * from customer_payments')).toEqual([])
  })

  test('is recorded by finance only', async () => {
    const body = { customerId: await fixture.customer(), amount: '1.00', method: 'cash' }
    expect((await fixture.post('payments', body, 'sales')).statusCode).toBe(403)
    expect((await fixture.post('payments', body, 'manager')).statusCode).toBe(403)
  })

  test('gets the early discount in time, on the goods only, and not later', async () => {
    const id = await fixture.customer({ paymentTerms: '2/10 net 30' })
    const body = { total: '1263.89', goods: '1234.56', tax: '14.33', docDate: '2026-02-20' }
    const invoiceId = await fixture.charged(id, body)
    expect(await fixture.invoice(invoiceId)).toMatchObject({
      discountDate: '2026-03-02',
      discountAmount: '24.69',
      dueDate: '2026-03-22',
    })
    const [offered] = await fixture.get<SuggestedApplications>(
      `payments/offer?customerId=${id}&amount=1239.20`,
    )
    expect(offered).toMatchObject({ amount: '1239.20', discount: '24.69' })
    prizm.clock.now = new Date('2026-03-03T15:00:00Z')
    const late = { customerId: id, amount: '1239.20', method: 'ach' }
    const application = applied(invoiceId, '1239.20', { discount: '24.69' })
    const refused = await fixture.post('payments', { ...late, ...application })
    expect(refused.json().code).toBe('discount-not-allowed')
    const inTime = { receivedOn: '2026-03-02', ...application }
    expect(appliedAmounts((await fixture.paid(id, '1239.20', inTime)).applications)).toEqual([
      ['payment', '1239.20', '24.69'],
    ])
    expect(await fixture.balance(id)).toBe('0.00')
  })

  test('may include the write-off of a small remainder, but not of a large one', async () => {
    const id = await fixture.customer()
    const invoiceId = await fixture.charged(id, { total: '500.00' })
    const pay = (amount: string) =>
      fixture.post('payments', {
        customerId: id,
        amount,
        method: 'ach',
        ...applied(invoiceId, amount, { writeOffRest: true }),
      })
    expect((await pay('498.99')).json().code).toBe('over-limit')
    expect((await pay('499.50')).statusCode).toBe(201)
    expect(appliedAmounts((await fixture.invoice(invoiceId)).applications)).toEqual([
      ['payment', '499.50', '0.00'],
      ['write-off', '0.50', '0.00'],
    ])
    expect(await fixture.balance(id)).toBe('0.00')
  })

  test('that bounced becomes void, and its invoices are open again', async () => {
    const id = await fixture.customer({ paymentTerms: '2/10 net 30' })
    const invoiceId = await fixture.charged(id, { total: '100.00' })
    const part = applied(invoiceId, '98.00', { discount: '2.00' })
    const payment = await fixture.paid(id, '98.00', part)
    expect(await fixture.openOf(invoiceId)).toBe('0.00')
    const bounced = await fixture.post(`payments/${payment.id}/void`, { reason: 'No funds' })
    expect(bounced.json<PaymentDetails>()).toMatchObject({ status: 'void', openAmount: '0.00' })
    expect(await fixture.openOf(invoiceId)).toBe('100.00')
    expect(await fixture.balance(id)).toBe('100.00')
    const again = await fixture.post(`payments/${payment.id}/void`, { reason: 'Again' })
    expect([again.statusCode, again.json().code]).toEqual([409, 'illegal-transition'])
  })

  test('can be applied later, and an application can be reversed', async () => {
    const id = await fixture.customer()
    const invoiceId = await fixture.charged(id, { total: '80.00' })
    const payment = await fixture.paid(id, '50.00')
    const url = `payments/${payment.id}/apply`
    const done = (await fixture.post(url, applied(invoiceId, '50.00'))).json<PaymentDetails>()
    expect(done).toMatchObject({ openAmount: '0.00', version: 2 })
    expect(await fixture.invoice(invoiceId)).toMatchObject({
      openAmount: '30.00',
      state: 'part-paid',
    })
    const back = `receivable-applications/${done.applications[0]?.id}/reverse`
    expect(
      (await fixture.post(back, { reason: 'Wrong one' })).json<InvoiceDetails>(),
    ).toMatchObject({
      openAmount: '80.00',
      state: 'open',
    })
    expect((await fixture.post(back, { reason: 'Twice' })).statusCode).toBe(409)
    const stale = await prizm.call('POST', `/api/${url}`, {
      as: fixture.people['finance'] ?? '',
      body: applied(invoiceId, '1.00'),
      headers: { 'if-match': '"1"' },
    })
    expect(stale.statusCode).toBe(412)
  })

  test('cannot be posted in a closed month', async () => {
    await fixture.query(`insert into accounting_periods (id, status) values (202601, 'closed')`)
    await fixture.query(
      `insert into audit_log (entity, entity_id, action, from_status, to_status)
       values ('period', 202601, 'soft-close', 'open', 'soft_closed'),
              ('period', 202601, 'close', 'soft_closed', 'closed')`,
    )
    const body = { customerId: await fixture.customer(), amount: '1.00', method: 'cash' }
    const refused = await fixture.post('payments', { ...body, receivedOn: '2026-01-31' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'period-closed'])
  })
})

test('concurrent applications of the same money use it once', async () => {
  const id = await fixture.customer()
  const invoices = await Promise.all([1, 2].map(() => fixture.charged(id, { total: '100.00' })))
  const payment = await fixture.paid(id, '100.00')
  const answers = await Promise.all(
    invoices.map((each) => fixture.post(`payments/${payment.id}/apply`, applied(each, '100.00'))),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await fixture.balance(id)).toBe('100.00')
})

test('ten concurrent payments of the same invoice settle it once', async () => {
  const id = await fixture.customer()
  const invoiceId = await fixture.charged(id, { total: '60.00' })
  const body = { customerId: id, amount: '60.00', method: 'ach', ...applied(invoiceId, '60.00') }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => fixture.post('payments', body)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(await fixture.openOf(invoiceId)).toBe('0.00')
})

describe('an open invoice', () => {
  test('is written off within the limits of the role, and can be restored', async () => {
    const id = await fixture.customer()
    const invoiceId = await fixture.charged(id, { total: '1200.00' })
    const drop = (amount: string, as: string) =>
      fixture.post(`invoices/${invoiceId}/write-off`, { amount, reason: 'Closed down' }, as)
    expect((await drop('25.01', 'finance')).json().code).toBe('over-limit')
    expect((await drop('25.00', 'finance')).statusCode).toBe(200)
    expect((await drop('0.01', 'finance')).json().code).toBe('over-limit')
    expect((await drop('975.00', 'manager')).statusCode).toBe(200)
    expect((await drop('0.01', 'manager')).json().code).toBe('over-limit')
    expect((await drop('1.00', 'sales')).statusCode).toBe(403)
    const admin = await prizm.signIn('admin')
    expect((await drop('200.01', admin)).json().code).toBe('over-applied')
    expect((await drop('200.00', admin)).json()).toMatchObject({ state: 'paid' })
    expect(await fixture.balance(id)).toBe('0.00')
    const [first] = (await fixture.invoice(invoiceId)).applications
    await fixture.post(`receivable-applications/${first?.id}/reverse`, { reason: 'They paid' })
    expect(await fixture.balance(id)).toBe('25.00')
  })

  test('can be marked as disputed, and the dispute can end', async () => {
    const invoiceId = await fixture.charged(await fixture.customer(), { total: '10.00' })
    const setDisputed = (isDisputed: boolean) =>
      fixture.post(`invoices/${invoiceId}/dispute`, { isDisputed, reason: 'Wrong price' })
    expect((await setDisputed(true)).json()).toMatchObject({ isDisputed: true, version: 2 })
    expect((await fixture.get<unknown[]>('invoices?disputed=true')).length).toBe(1)
    expect((await setDisputed(false)).json()).toMatchObject({ isDisputed: false, version: 3 })
  })
})
