import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { TaxPayment } from '../contract.ts'
import { florida, statuses, salesTaxFixture } from './testing.ts'

// Sales tax payments: 30.00 is due in Florida. The test clock is at 2026-03-31.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof salesTaxFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await salesTaxFixture(prizm)
  await fixture.sold(await fixture.customer('FL'), 5)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

describe('a sales tax payment', () => {
  test('has a number, posts 2100 against cash on its day, and is in the report', async () => {
    const made = await fixture.pay({ amount: '12.00', reference: 'DR-15' })
    expect(made.statusCode, made.body).toBe(201)
    const payment = made.json<TaxPayment>()
    expect(payment).toMatchObject({
      country: 'US',
      state: 'FL',
      periodFrom: '2026-03-01',
      periodTo: '2026-03-31',
      amount: '12.00',
      paidOn: '2026-03-31',
      reference: 'DR-15',
      status: 'posted',
    })
    expect(payment.paymentNumber).toMatch(/^STP-\d{13}$/)
    const entries = await fixture.journal()
    const memo = `Sales tax payment ${payment.paymentNumber}, US, FL`
    expect(entries.slice(-2)).toEqual([
      { on: '2026-03-31', memo, account: '2100', debit: '12.00', credit: '0.00' },
      { on: '2026-03-31', memo, account: '1000', debit: '0.00', credit: '12.00' },
    ])
    const { jurisdictions, tie } = await fixture.report()
    expect(jurisdictions).toMatchObject([{ netDue: '30.00', paid: '12.00', left: '18.00' }])
    expect(tie).toMatchObject({ paid: '12.00', balance: '18.00', difference: '0.00' })
  })

  test('cannot exceed the unpaid balance of its place, whatever period is paid', async () => {
    const over = await fixture.pay({ amount: '30.01' })
    expect([over.statusCode, over.json().detail]).toEqual([
      409,
      'Only $30.00 of the sales tax of US, FL up to 3/31/2026 is still due',
    ])
    expect((await fixture.pay({ amount: '30.00' })).statusCode).toBe(201)
    const again = await fixture.pay({ amount: '0.01' })
    expect([again.statusCode, again.json().detail]).toEqual([
      409,
      'No sales tax of US, FL is due up to 3/31/2026',
    ])
    const elsewhere = await fixture.pay({ state: 'CA', amount: '1.00' })
    expect(elsewhere.json().detail).toBe('No sales tax of US, CA is due up to 3/31/2026')
    fixture.nextDay()
    await fixture.sold(await fixture.customer('FL'), 1)
    const april = { periodFrom: '2026-04-01', periodTo: '2026-04-01', paidOn: '2026-04-01' }
    expect((await fixture.pay({ ...april, amount: '6.00' })).statusCode).toBe(201)
    // The tax of March is paid in full, and so is that of April.
    expect((await fixture.pay({ amount: '6.00', paidOn: '2026-04-01' })).statusCode).toBe(409)
  })

  test('for an earlier period cannot use what a later period’s payment covered', async () => {
    fixture.nextDay()
    await fixture.sold(await fixture.customer('FL'), 1)
    const later = { periodTo: '2026-04-01', paidOn: '2026-04-01' }
    expect((await fixture.pay({ ...later, amount: '34.00' })).statusCode).toBe(201)
    const earlier = await fixture.pay({ amount: '2.01', paidOn: '2026-04-01' })
    expect(earlier.json().detail).toBe(
      'Only $2.00 of the sales tax of US, FL up to 3/31/2026 is still due',
    )
  })

  test('is refused in a closed month, in the future, before its end, or for zero', async () => {
    const wrong = async (fields: object) => {
      const answer = await fixture.pay(fields)
      return [answer.statusCode, answer.json().errors?.[0]?.path ?? answer.json().code]
    }
    expect(await wrong({ paidOn: '2026-04-01' })).toEqual([422, 'paidOn'])
    expect(await wrong({ paidOn: '2026-03-30' })).toEqual([422, 'paidOn'])
    expect(await wrong({ periodFrom: '2026-04-01' })).toEqual([422, 'periodTo'])
    expect(await wrong({ amount: '0.00' })).toEqual([422, 'amount'])
    fixture.nextDay()
    await fixture.post('periods/202603/soft-close', fixture.finance)
    expect((await fixture.pay({}, fixture.manager)).json().code).toBe('period-closed')
  })

  test('is voided once, with a reason and a counter-entry, and is due again', async () => {
    const { id, version } = (await fixture.pay({ amount: '30.00' })).json<TaxPayment>()
    const url = `sales-tax-payments/${id}/void`
    fixture.nextDay()
    expect((await fixture.post(url, fixture.finance, {})).statusCode).toBe(422)
    const stale = { 'if-match': `"${version + 1}"` }
    const body = { reason: 'The check came back' }
    expect((await fixture.post(url, fixture.finance, body, stale)).statusCode).toBe(412)
    const voided = await fixture.post(url, fixture.finance, body)
    expect(voided.json()).toMatchObject({ status: 'void', voidedOn: '2026-04-01' })
    expect((await fixture.post(url, fixture.finance, body)).statusCode).toBe(409)
    expect((await fixture.journal()).slice(-2)).toMatchObject([
      { on: '2026-04-01', account: '2100', debit: '0.00', credit: '30.00' },
      { on: '2026-04-01', account: '1000', debit: '30.00', credit: '0.00' },
    ])
    const [march] = (await fixture.report('?from=2026-03-01&to=2026-03-31')).jurisdictions
    expect(march).toMatchObject({ paid: '0.00', left: '30.00' })
    expect((await fixture.report('?from=2026-03-01&to=2026-03-31')).tie).toMatchObject({
      paid: '30.00',
      balance: '0.00',
      difference: '0.00',
    })
    expect((await fixture.report()).tie).toMatchObject({ paid: '0.00', balance: '30.00' })
    const history = `select action, from_status as "from", to_status as "to", reason
                     from audit_log where entity = 'sales_tax_payment' order by id`
    expect(await fixture.query(history)).toEqual([
      { action: 'create', from: null, to: 'posted', reason: null },
      { action: 'void', from: 'posted', to: 'void', reason: 'The check came back' },
    ])
  })

  test('concurrent payments never exceed the balance, and a retry pays once', async () => {
    const both = await Promise.all([
      fixture.pay({ amount: '20.00' }, fixture.finance),
      fixture.pay({ amount: '20.00' }, fixture.colleague),
      fixture.pay({ amount: '20.00' }, fixture.manager),
    ])
    expect(statuses(both)).toEqual([201, 409, 409])
    const key = { 'idempotency-key': 'tax-march' }
    const body = { ...florida, amount: '10.00' }
    const twice = await Promise.all([
      fixture.post('sales-tax-payments', fixture.finance, body, key),
      fixture.post('sales-tax-payments', fixture.finance, body, key),
    ])
    const again = await fixture.post('sales-tax-payments', fixture.finance, body, key)
    expect(again.statusCode).toBe(201)
    expect(twice.map(({ statusCode }) => statusCode)).toContain(201)
    const amounts = 'select amount from sales_tax_payments order by id'
    expect(await fixture.query(amounts)).toEqual([{ amount: '20.00' }, { amount: '10.00' }])
    expect((await fixture.get<TaxPayment[]>('sales-tax-payments')).length).toBe(2)
  })
})
