import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { TaxPayment } from '../contract.ts'
import { florida, statuses, taxDesk } from './testing.ts'

// Sales tax payments: 30.00 is due in Florida. The test clock is at 2026-03-31.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof taxDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await taxDesk(prizm)
  await desk.sold(await desk.customer('FL'), 5)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

describe('a sales tax payment', () => {
  test('has a number, posts 2100 against cash on its day, and is in the report', async () => {
    const made = await desk.pay({ amount: '12.00', reference: 'DR-15' })
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
    const entries = await desk.journal()
    const memo = `Payment ${payment.paymentNumber} of sales tax, US, FL`
    expect(entries.slice(-2)).toEqual([
      { on: '2026-03-31', memo, account: '2100', debit: '12.00', credit: '0.00' },
      { on: '2026-03-31', memo, account: '1000', debit: '0.00', credit: '12.00' },
    ])
    const { jurisdictions, tie } = await desk.report()
    expect(jurisdictions).toMatchObject([{ netDue: '30.00', paid: '12.00', left: '18.00' }])
    expect(tie).toMatchObject({ paid: '12.00', balance: '18.00', difference: '0.00' })
  })

  test('cannot exceed the unpaid balance of its place, whatever period is paid', async () => {
    const over = await desk.pay({ amount: '30.01' })
    expect([over.statusCode, over.json().detail]).toEqual([
      409,
      'Only $30.00 of the sales tax of US, FL up to 2026-03-31 is still due',
    ])
    expect((await desk.pay({ amount: '30.00' })).statusCode).toBe(201)
    const again = await desk.pay({ amount: '0.01' })
    expect([again.statusCode, again.json().detail]).toEqual([
      409,
      'Nothing of the sales tax of US, FL up to 2026-03-31 is still due',
    ])
    const elsewhere = await desk.pay({ state: 'CA', amount: '1.00' })
    expect(elsewhere.json().detail).toBe(
      'Nothing of the sales tax of US, CA up to 2026-03-31 is still due',
    )
    desk.nextDay()
    await desk.sold(await desk.customer('FL'), 1)
    const april = { periodFrom: '2026-04-01', periodTo: '2026-04-01', paidOn: '2026-04-01' }
    expect((await desk.pay({ ...april, amount: '6.00' })).statusCode).toBe(201)
    // The tax of March is paid in full, and so is that of April.
    expect((await desk.pay({ amount: '6.00', paidOn: '2026-04-01' })).statusCode).toBe(409)
  })

  test('for an earlier period cannot use what a later period’s payment covered', async () => {
    desk.nextDay()
    await desk.sold(await desk.customer('FL'), 1)
    const later = { periodTo: '2026-04-01', paidOn: '2026-04-01' }
    expect((await desk.pay({ ...later, amount: '34.00' })).statusCode).toBe(201)
    const earlier = await desk.pay({ amount: '2.01', paidOn: '2026-04-01' })
    expect(earlier.json().detail).toBe(
      'Only $2.00 of the sales tax of US, FL up to 2026-03-31 is still due',
    )
  })

  test('is refused in a closed month, in the future, before its end, or for zero', async () => {
    const wrong = async (fields: object) => {
      const answer = await desk.pay(fields)
      return [answer.statusCode, answer.json().errors?.[0]?.path ?? answer.json().code]
    }
    expect(await wrong({ paidOn: '2026-04-01' })).toEqual([422, 'paidOn'])
    expect(await wrong({ paidOn: '2026-03-30' })).toEqual([422, 'paidOn'])
    expect(await wrong({ periodFrom: '2026-04-01' })).toEqual([422, 'periodTo'])
    expect(await wrong({ amount: '0.00' })).toEqual([422, 'amount'])
    desk.nextDay()
    await desk.post('periods/202603/soft-close', desk.finance)
    expect((await desk.pay({}, desk.manager)).json().code).toBe('period-closed')
  })

  test('is voided once, with a reason and a counter-entry, and is due again', async () => {
    const { id, version } = (await desk.pay({ amount: '30.00' })).json<TaxPayment>()
    const url = `sales-tax-payments/${id}/void`
    desk.nextDay()
    expect((await desk.post(url, desk.finance, {})).statusCode).toBe(422)
    const stale = { 'if-match': `"${version + 1}"` }
    const body = { reason: 'The check came back' }
    expect((await desk.post(url, desk.finance, body, stale)).statusCode).toBe(412)
    const voided = await desk.post(url, desk.finance, body)
    expect(voided.json()).toMatchObject({ status: 'void', voidedOn: '2026-04-01' })
    expect((await desk.post(url, desk.finance, body)).statusCode).toBe(409)
    expect((await desk.journal()).slice(-2)).toMatchObject([
      { on: '2026-04-01', account: '2100', debit: '0.00', credit: '30.00' },
      { on: '2026-04-01', account: '1000', debit: '30.00', credit: '0.00' },
    ])
    const [march] = (await desk.report('?from=2026-03-01&to=2026-03-31')).jurisdictions
    expect(march).toMatchObject({ paid: '0.00', left: '30.00' })
    expect((await desk.report('?from=2026-03-01&to=2026-03-31')).tie).toMatchObject({
      paid: '30.00',
      balance: '0.00',
      difference: '0.00',
    })
    expect((await desk.report()).tie).toMatchObject({ paid: '0.00', balance: '30.00' })
    const history = `select action, from_status as "from", to_status as "to", reason
                     from audit_log where entity = 'sales_tax_payment' order by id`
    expect(await desk.query(history)).toEqual([
      { action: 'create', from: null, to: 'posted', reason: null },
      { action: 'void', from: 'posted', to: 'void', reason: 'The check came back' },
    ])
  })

  test('concurrent payments never exceed the balance, and a retry pays once', async () => {
    const both = await Promise.all([
      desk.pay({ amount: '20.00' }, desk.finance),
      desk.pay({ amount: '20.00' }, desk.colleague),
      desk.pay({ amount: '20.00' }, desk.manager),
    ])
    expect(statuses(both)).toEqual([201, 409, 409])
    const key = { 'idempotency-key': 'tax-march' }
    const body = { ...florida, amount: '10.00' }
    const twice = await Promise.all([
      desk.post('sales-tax-payments', desk.finance, body, key),
      desk.post('sales-tax-payments', desk.finance, body, key),
    ])
    const again = await desk.post('sales-tax-payments', desk.finance, body, key)
    expect(again.statusCode).toBe(201)
    expect(twice.map(({ statusCode }) => statusCode)).toContain(201)
    const amounts = 'select amount from sales_tax_payments order by id'
    expect(await desk.query(amounts)).toEqual([{ amount: '20.00' }, { amount: '10.00' }])
    expect((await desk.get<TaxPayment[]>('sales-tax-payments')).length).toBe(2)
  })
})
