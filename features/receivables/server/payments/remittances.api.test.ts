import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Invoice, InvoiceDetails, PaymentDetails } from '../../contract.ts'
import { receivablesFixture } from '../testing.ts'

// Today is Monday, 2026-03-02. A remittance is one payment of several invoices.

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

const applicationRows = () =>
  fixture.query(
    `select kind, invoice_id as invoice, payment_id as payment, amount, discount,
            short_pay_reason as "shortPay", reason, rest_of_payment as "restOf"
     from receivable_applications order by id`,
  )
const journalRows = (source: string) =>
  fixture.query(
    `select e.memo, e.posted_on as day, l.account, l.debit, l.credit
     from journal_entries e join journal_lines l on l.entry_id = e.id
     where e.source = '${source}' order by e.id, l.id`,
  )
const applied = (invoiceId: number, amount: string, more: object = {}) => {
  return { invoiceId, amount, ...more }
}

/** A customer on 2/10 net 30 with invoices of 100.00, 200.00, 300.00, 400.00 and 500.00. */
async function fiveInvoices() {
  const customerId = await fixture.customer({ paymentTerms: '2/10 net 30' })
  const ids: number[] = []
  for (const total of ['100.00', '200.00', '300.00', '400.00', '500.00']) {
    ids.push(await fixture.charged(customerId, { total, docDate: '2026-02-25' }))
  }
  return { customerId, ids: ids as [number, number, number, number, number] }
}

describe('a remittance', () => {
  test('settles five invoices with discount, short pay, write-off and a rest at once', async () => {
    const { customerId, ids } = await fiveInvoices()
    const [first, second, third, fourth, fifth] = ids
    const payment = await fixture.paid(customerId, '1480.00', {
      reference: 'REM-77',
      applications: [
        applied(first, '98.00', { discount: '2.00' }),
        applied(second, '200.00'),
        applied(third, '280.00', { shortPayReason: 'damaged', writeOffRest: true }),
        applied(fourth, '370.00', { discount: '8.00', shortPayReason: 'shortage' }),
        applied(fifth, '500.00'),
      ],
    })
    expect(payment).toMatchObject({ amount: '1480.00', openAmount: '32.00' })
    const of = (invoice: number, amount: string, more: object = {}) => {
      const none = { discount: '0.00', shortPay: null, reason: null, restOf: null }
      return { kind: 'payment', invoice, payment: payment.id, amount, ...none, ...more }
    }
    expect(await applicationRows()).toEqual([
      of(first, '98.00', { discount: '2.00' }),
      of(second, '200.00'),
      of(third, '280.00', { shortPay: 'damaged' }),
      of(third, '20.00', {
        kind: 'write-off',
        payment: null,
        shortPay: 'damaged',
        reason: 'Short pay: Damaged goods',
        restOf: payment.id,
      }),
      of(fourth, '370.00', { discount: '8.00', shortPay: 'shortage' }),
      of(fifth, '500.00'),
    ])
    const open = await Promise.all(ids.map((id) => fixture.openOf(id)))
    expect(open).toEqual(['0.00', '0.00', '0.00', '22.00', '0.00'])
    // 1500.00 charged, 1480.00 paid, 10.00 discount and 20.00 written off.
    expect(await fixture.balance(customerId)).toBe('-10.00')
  })

  test('has one journal entry for the money, and one for each loss', async () => {
    const { customerId, ids } = await fiveInvoices()
    const [first, , third] = ids
    const payment = await fixture.paid(customerId, '378.00', {
      applications: [
        applied(first, '98.00', { discount: '2.00' }),
        applied(third, '280.00', { shortPayReason: 'pricing', writeOffRest: true }),
      ],
    })
    const line = (memo: string, account: string, [debit, credit]: [string, string]) => {
      return { memo, day: '2026-03-02', account, debit, credit }
    }
    const paid = `Payment ${payment.paymentNumber}`
    expect(await journalRows('customer_payment')).toEqual([
      line(paid, '1000', ['378.00', '0.00']),
      line(paid, '1100', ['0.00', '378.00']),
    ])
    const discount = `Discount of INV-${1_000_000 + first}`
    expect(await journalRows('discount')).toEqual([
      line(discount, '4950', ['2.00', '0.00']),
      line(discount, '1100', ['0.00', '2.00']),
    ])
    const writeOff = `Write-off of INV-${1_000_000 + third}`
    expect(await journalRows('write_off')).toEqual([
      line(writeOff, '6100', ['20.00', '0.00']),
      line(writeOff, '1100', ['0.00', '20.00']),
    ])
  })

  test('keeps no short-pay reason for an invoice that it pays in full', async () => {
    const { customerId, ids } = await fiveInvoices()
    const full = applied(ids[0], '100.00', { shortPayReason: 'other', writeOffRest: true })
    const payment = await fixture.paid(customerId, '100.00', { applications: [full] })
    expect(payment.applications).toMatchObject([{ amount: '100.00', shortPayReason: null }])
    expect(await applicationRows()).toHaveLength(1)
  })

  test('that bounces makes owed again what it wrote off', async () => {
    const { customerId, ids } = await fiveInvoices()
    const short = applied(ids[2], '280.00', { shortPayReason: 'damaged', writeOffRest: true })
    const small = applied(ids[4], '499.50', { writeOffRest: true })
    const payment = await fixture.paid(customerId, '779.50', { applications: [short, small] })
    expect(await fixture.balance(customerId)).toBe('700.00')
    const bounced = await fixture.post(`payments/${payment.id}/void`, { reason: 'No funds' })
    expect(bounced.statusCode).toBe(200)
    expect([await fixture.openOf(ids[2]), await fixture.openOf(ids[4])]).toEqual([
      '300.00',
      '500.00',
    ])
    expect(await fixture.balance(customerId)).toBe('1500.00')
  })
})

describe('a remittance is refused', () => {
  /** Sends a remittance over the third invoice (300.00) and expects that nothing was recorded. */
  async function refused(more: object, paid = '270.00', as = 'finance') {
    const { customerId, ids } = await fiveInvoices()
    const applications = [applied(ids[0], '100.00'), applied(ids[2], paid, more)]
    const body = { customerId, amount: '1000.00', method: 'ach', applications }
    const answer = await fixture.post('payments', body, as)
    expect(await fixture.query('select * from customer_payments')).toEqual([])
    expect(await applicationRows()).toEqual([])
    expect(await fixture.balance(customerId)).toBe('1500.00')
    return [answer.statusCode, answer.json().code, answer.json().detail]
  }

  test('with a write-off above the limit of the role', async () => {
    expect(await refused({ shortPayReason: 'pricing', writeOffRest: true })).toEqual([
      403,
      'over-limit',
      'Your role can write off at most $25.00 per invoice',
    ])
  })

  test('with a large write-off that has no reason', async () => {
    expect(await refused({ writeOffRest: true })).toEqual([
      409,
      'over-limit',
      expect.stringMatching(/^\$30\.00 of INV-\d+ is not a small difference\. Choose a short-pay/),
    ])
  })

  test('with more than the invoice has open', async () => {
    expect(await refused({}, '300.01')).toEqual([
      409,
      'over-applied',
      expect.stringMatching(/^INV-\d+ has only \$300\.00 open$/),
    ])
  })

  test('with an unknown short-pay reason', async () => {
    const [status] = await refused({ shortPayReason: 'mood' })
    expect(status).toBe(422)
  })

  test('if its write-offs together exceed the monthly limit', async () => {
    await fixture.set({ writeOffLimitFinance: '10.00' })
    const customerId = await fixture.customer()
    const applications: object[] = []
    // 20 times the limit per invoice: the last one is too much.
    for (let each = 0; each < 21; each += 1) {
      const id = await fixture.charged(customerId, { total: '50.00' })
      applications.push(applied(id, '40.00', { shortPayReason: 'freight', writeOffRest: true }))
    }
    const body = { customerId, amount: '840.00', method: 'ach' }
    const answer = await fixture.post('payments', { ...body, applications })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      403,
      'Your role can write off at most $200.00 per month',
    ])
    const within = { ...body, applications: applications.slice(1) }
    expect((await fixture.post('payments', within)).statusCode).toBe(201)
  })

  test('if open credit memos can settle what it writes off', async () => {
    const { customerId, ids } = await fiveInvoices()
    const memo = { invoiceId: ids[2], goods: '15.00', reason: 'Damaged' }
    expect((await fixture.post('credit-memos', memo)).statusCode).toBe(201)
    const short = applied(ids[2], '280.00', { shortPayReason: 'damaged', writeOffRest: true })
    const body = { customerId, amount: '280.00', method: 'ach', applications: [short] }
    const answer = await fixture.post('payments', body)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'credit-not-applied'])
  })
})

test('of two remittances over the same invoice at the same time one is recorded', async () => {
  const { customerId, ids } = await fiveInvoices()
  const remit = (other: number, total: string) =>
    fixture.post('payments', {
      customerId,
      amount: '1000.00',
      method: 'ach',
      applications: [applied(other, total), applied(ids[2], '290.00', { shortPayReason: 'tax' })],
    })
  const answers = await Promise.all([remit(ids[0], '100.00'), remit(ids[1], '200.00')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('over-applied')
  expect(await fixture.openOf(ids[2])).toBe('10.00')
  expect(await applicationRows()).toHaveLength(2)
})

test('the same remittance sent twice with its key is recorded once', async () => {
  const { customerId, ids } = await fiveInvoices()
  const short = applied(ids[2], '280.00', { shortPayReason: 'damaged', writeOffRest: true })
  const body = { customerId, amount: '300.00', method: 'ach', applications: [short] }
  const call = () =>
    prizm.call('POST', '/api/payments', {
      as: fixture.people['finance'] ?? '',
      body,
      headers: { 'idempotency-key': 'remittance-0001' },
    })
  const [first, second] = [await call(), await call()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json<PaymentDetails>()).toEqual(first.json<PaymentDetails>())
  expect(await applicationRows()).toHaveLength(2)
  expect(await fixture.invoice(ids[2])).toMatchObject({ openAmount: '0.00' })
})

test('invoices are found by several numbers at once, whosever they are', async () => {
  const { ids } = await fiveInvoices()
  const other = await fixture.charged(await fixture.customer(), { total: '10.00' })
  const numbers = [ids[1], other, 999_999].map((id) => `INV-${1_000_000 + id}`)
  const found = await fixture.get<Invoice[]>(`invoices?invoiceNumber=${numbers.join()}&sort=id`)
  expect(found.map(({ id }) => id)).toEqual([ids[1], other])
  expect((await fixture.get<InvoiceDetails>(`invoices/${other}`)).openAmount).toBe('10.00')
})
