import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { salesTaxFixture } from './testing.ts'

// Sales tax by jurisdiction, and account 2100. The test clock is at 2026-03-31.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof salesTaxFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await salesTaxFixture(prizm)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

describe('the sales tax report', () => {
  test('lists each place by rate, exempt sales, and tax credited by credit memos', async () => {
    const floridian = await fixture.customer('FL')
    const first = await fixture.sold(floridian, 5)
    await fixture.sold(floridian, 2)
    await fixture.sold(floridian, 4, '1 Main St\nLos Angeles, CA 90001')
    await fixture.sold(
      await fixture.customer('FL', { taxExempt: true, taxExemptNumber: 'EX-1' }),
      3,
    )
    const credit = { invoiceId: first, goods: '100.00', tax: '6.00', reason: 'Broken' }
    expect((await fixture.post('credit-memos', fixture.finance, credit)).statusCode).toBe(201)
    const { jurisdictions, totals, tie } = await fixture.report()
    expect(jurisdictions).toEqual([
      {
        country: 'US',
        state: 'CA',
        place: 'US, CA',
        carried: '0.00',
        taxableSales: '400.00',
        exemptSales: '0.00',
        creditedSales: '0.00',
        taxCharged: '29.00',
        taxCredited: '0.00',
        netDue: '29.00',
        paid: '0.00',
        left: '29.00',
        rates: [
          {
            rate: '0.072500',
            taxableSales: '400.00',
            exemptSales: '0.00',
            creditedSales: '0.00',
            taxCharged: '29.00',
            taxCredited: '0.00',
            netDue: '29.00',
          },
        ],
      },
      {
        country: 'US',
        state: 'FL',
        place: 'US, FL',
        carried: '0.00',
        taxableSales: '700.00',
        exemptSales: '300.00',
        creditedSales: '100.00',
        taxCharged: '42.00',
        taxCredited: '6.00',
        netDue: '36.00',
        paid: '0.00',
        left: '36.00',
        rates: [
          {
            rate: '0.000000',
            taxableSales: '0.00',
            exemptSales: '300.00',
            creditedSales: '0.00',
            taxCharged: '0.00',
            taxCredited: '0.00',
            netDue: '0.00',
          },
          {
            rate: '0.060000',
            taxableSales: '700.00',
            exemptSales: '0.00',
            creditedSales: '100.00',
            taxCharged: '42.00',
            taxCredited: '6.00',
            netDue: '36.00',
          },
        ],
      },
    ])
    expect(totals).toMatchObject({ netDue: '65.00', paid: '0.00', left: '65.00' })
    expect(tie).toEqual({
      netDue: '65.00',
      paid: '0.00',
      byHand: '0.00',
      expected: '65.00',
      balance: '65.00',
      difference: '0.00',
    })
  })

  test('reverses the credited tax on the day the credit memo is voided', async () => {
    const invoiceId = await fixture.sold(await fixture.customer('FL'), 5)
    const credit = { invoiceId, goods: '100.00', tax: '6.00', reason: 'Wrong' }
    const { id } = (await fixture.post('credit-memos', fixture.finance, credit)).json()
    fixture.nextDay()
    const voided = await fixture.post(`credit-memos/${id}/void`, fixture.finance, {
      reason: 'Twice',
    })
    expect(voided.statusCode, voided.body).toBe(200)
    const [march] = (await fixture.report('?from=2026-03-01&to=2026-03-31')).jurisdictions
    expect(march).toMatchObject({ taxCredited: '6.00', netDue: '24.00', left: '24.00' })
    const [april] = (await fixture.report('?from=2026-04-01&to=2026-04-30')).jurisdictions
    expect(april).toMatchObject({ carried: '24.00', taxCredited: '-6.00', left: '30.00' })
  })

  test('is not reduced by an early-payment discount or a write-off', async () => {
    const buyer = await fixture.customer('FL', { paymentTerms: '2/10 net 30' })
    const invoiceId = await fixture.sold(buyer, 5)
    const payment = { customerId: buyer, amount: '500.00', method: 'ach' }
    const applications = [{ invoiceId, amount: '500.00', discount: '10.00' }]
    const paid = await fixture.post('payments', fixture.finance, { ...payment, applications })
    expect(paid.statusCode, paid.body).toBe(201)
    const writeOff = { amount: '20.00', reason: 'Small' }
    expect(
      (await fixture.post(`invoices/${invoiceId}/write-off`, fixture.finance, writeOff)).json(),
    ).toEqual(expect.objectContaining({ openAmount: '0.00' }))
    const { jurisdictions, tie } = await fixture.report()
    expect(jurisdictions).toMatchObject([{ taxableSales: '500.00', netDue: '30.00' }])
    expect(tie).toMatchObject({ balance: '30.00', difference: '0.00' })
  })

  test('taxes an order at its final ship-to place if that changes before shipping', async () => {
    const body = {
      customerId: await fixture.customer('FL'),
      items: [{ skuId: fixture.skuId, quantity: 2 }],
    }
    const { order } = (await fixture.post('orders/create', fixture.manager, body)).json()
    const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, {
      as: fixture.manager,
      body: {
        shippingAddress: '1 Main St\nLos Angeles, CA 90001',
        items: [{ skuId: fixture.skuId, quantity: 4 }],
      },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json().taxAmount).toBe('29.00')
    await fixture.shipped(order.id)
    const { jurisdictions } = await fixture.report()
    expect(jurisdictions.map(({ place, netDue }) => [place, netDue])).toEqual([['US, CA', '29.00']])
  })

  test('shows manual entries on account 2100 separately and still reconciles', async () => {
    await fixture.sold(await fixture.customer('FL'), 5)
    const lines = [
      { account: '2100', debit: '4.00' },
      { account: '1000', credit: '4.00' },
    ]
    await fixture.entered({ postedOn: '2026-03-31', reason: 'Paid before', lines })
    expect((await fixture.report()).tie).toEqual({
      netDue: '30.00',
      paid: '0.00',
      byHand: '-4.00',
      expected: '26.00',
      balance: '26.00',
      difference: '0.00',
    })
  })

  test('has no tax for an order without lines, which counts for its customer’s place', async () => {
    const fields = { orderNumber: 'SO-1', totalAmount: '80.00', status: 'shipped' }
    const body = { customerId: await fixture.customer('GA'), ...fields }
    const made = await fixture.post('sales-orders', fixture.admin, body)
    expect(made.statusCode, made.body).toBe(201)
    const { jurisdictions } = await fixture.report()
    expect(jurisdictions).toMatchObject([
      { place: 'US, GA', exemptSales: '80.00', netDue: '0.00', rates: [{ rate: null }] },
    ])
  })

  test('refuses an invalid period and roles that may not read the books', async () => {
    const as = fixture.finance
    const wrong = await prizm.call('GET', '/api/sales-tax?from=2026-03-02&to=2026-03-01', { as })
    expect(wrong.statusCode).toBe(422)
    const sales = await prizm.signIn('sales')
    expect((await prizm.call('GET', '/api/sales-tax', { as: sales })).statusCode).toBe(403)
    expect((await fixture.pay({}, sales)).statusCode).toBe(403)
  })
})
