import { describe, expect, test } from 'vitest'
import type { OrderFacts } from '#features/order-entry/rules.ts'
import { day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { compareOrder, type CompareOptions, isDifferent } from './compare-order.ts'
import type { OrderReceipt } from '#features/order-entry/past-order.ts'
import { createPolicy, type PolicyDraft } from './policy-draft.ts'
import { buyer, orderFacts, receiptOf, request } from './testing.ts'

const approved = { verdict: 'approved', holdReason: null }
const refused = { verdict: 'refused', holdReason: null }
const held = (holdReason: string) => ({ verdict: 'held', holdReason })

function compared(
  receipt: OrderReceipt,
  draft: PolicyDraft,
  options: Partial<CompareOptions> = {},
) {
  const changePolicy = createPolicy(draft)
  const seen = { isFromProgram: false, hidesCredit: false, hidesCost: false }
  return compareOrder(receipt, { changePolicy, ...seen, ...options })
}

/** Ten units for $100.00, with tax and shipping $123.00. */
const ten = receiptOf(orderFacts, request(10))
/** Thirty units: $339.00 of the $400.00 that are available. */
const thirty = receiptOf(orderFacts, request(30))
/** Forty units: $447.00, which was refused. */
const forty = receiptOf(orderFacts, request(40))
const limitOf = (amount: string) => ({ creditLimits: { limits: new Map([[7, cents(amount)]]) } })
const noPrices = { withTiers: true, bySku: new Map() }

describe('a past order', () => {
  test('is the same without a draft, however it came out', () => {
    for (const receipt of [ten, thirty, forty]) {
      const same = compared(receipt, {})
      expect(same?.after).toEqual(same?.before)
      expect(same && isDifferent(same)).toBe(false)
    }
    expect(compared(ten, {})).toMatchObject({ before: approved, totalsAfter: { total: 12_300 } })
    expect(compared(forty, {})).toMatchObject({ before: refused, totalsAfter: { total: 44_700 } })
  })

  test('is not compared if the rules of today decide otherwise on its facts', () => {
    const totals = { ...ten.outcome.totals, total: '124.00' } as never
    expect(compared({ ...ten, outcome: { ...ten.outcome, totals } }, {})).toBeUndefined()
    expect(
      compared({ ...ten, outcome: { ...ten.outcome, verdict: 'refused' } }, {}),
    ).toBeUndefined()
  })

  test('is not compared if it was refused for its total, or has no lines', () => {
    const total = receiptOf(orderFacts, request(10), { totalSays: 'The total is now $123.00' })
    expect(compared(total, {})).toBeUndefined()
    const { lines: _, ...outcome } = ten.outcome
    expect(compared({ ...ten, outcome }, {})).toBeUndefined()
  })
})

describe('an order with an approval', () => {
  test('is not compared if it was parked, or if the approval decided it', () => {
    const parked = receiptOf(orderFacts, request(10), { holdReason: 'parked' })
    expect(compared(parked, {})).toBeUndefined()
    const bound = receiptOf(orderFacts, request(10), { approvedBy: 3 })
    expect(compared(bound, {})).toBeUndefined()
  })

  test('of the same customer leaves less credit', () => {
    const customer = { ...buyer, softReserved: cents('61.00') }
    const receipt = receiptOf({ ...orderFacts, customer }, request(30))
    expect(compared(receipt, {})?.before).toEqual(approved)
    expect(compared(receipt, limitOf('499.99'))?.after).toEqual(refused)
  })
})

describe('a draft of credit limits', () => {
  test('refuses an order that would have been over the limit, and says by how much', () => {
    expect(compared(thirty, limitOf('400.00'))).toEqual({
      before: approved,
      after: refused,
      totalsBefore: { subtotal: 30_000, taxAmount: 2400, shippingAmount: 1500, total: 33_900 },
      totalsAfter: { subtotal: 30_000, taxAmount: 2400, shippingAmount: 1500, total: 33_900 },
      says:
        'Credit limit exceeded by $39.00 (limit $400.00, balance $60.00, open orders $40.00). ' +
        'Order is $39.00 over the available $300.00',
    })
    expect(compared(thirty, limitOf('439.00'))?.after).toEqual(approved)
  })

  test('in percent changes every limit, but not one that has its own', () => {
    const limits = new Map([[7, cents('500.00')]])
    const none = new Map()
    const lower = compared(thirty, { creditLimits: { percent: '-20', limits: none } })
    expect(lower?.after).toEqual(refused)
    expect(compared(thirty, { creditLimits: { percent: '-20', limits } })?.after).toEqual(approved)
    const higher = compared(forty, { creditLimits: { percent: '+10', limits: none } })
    expect(higher?.after).toEqual(approved)
  })

  test('holds an order of a program, which nobody could have corrected', () => {
    expect(compared(thirty, limitOf('400.00'), { isFromProgram: true })?.after).toEqual(
      held('credit'),
    )
  })

  test('changes nothing where the user may not see credit', () => {
    const comparison = compared(thirty, limitOf('400.00'), { hidesCredit: true })
    expect(comparison?.after).toEqual(approved)
    expect(comparison?.says).toBeUndefined()
  })

  test('leaves the hold of an order that is paid in advance', () => {
    const customer = { ...buyer, paymentTerms: 'Prepaid', overdue: undefined }
    const prepaid = receiptOf({ ...orderFacts, customer }, request(30), { holdReason: 'payment' })
    const comparison = compared(prepaid, limitOf('0.00'))
    expect([comparison?.before, comparison?.after]).toEqual([held('payment'), held('payment')])
  })
})

describe('a draft of credit rules', () => {
  test('puts on hold what was refused', () => {
    const draft = { creditRules: { creditOver: 'hold' } } as const
    expect(compared(forty, draft)).toMatchObject({ before: refused, after: held('credit') })
    expect(compared(ten, draft)?.after).toEqual(approved)
  })

  test('blocks a customer with an invoice that is too late', () => {
    expect(compared(ten, { creditRules: { overdueDays: 15 } })).toMatchObject({
      after: refused,
      says: 'Oldest overdue invoice is 20 days late',
    })
    expect(compared(ten, { creditRules: { overdueDays: 20 } })?.after).toEqual(approved)
    expect(compared(ten, { creditRules: { overduePercent: 5 } })).toMatchObject({
      after: refused,
      says: 'Overdue invoices total $30.00, more than 5% of the credit limit',
    })
  })

  test('gives customers without a limit unlimited credit', () => {
    const customer = { ...buyer, creditLimit: cents('0.00'), overdue: undefined }
    const none = receiptOf({ ...orderFacts, customer }, request(10))
    expect(compared(none, { creditRules: { zeroMeans: 'unlimited' } })).toMatchObject({
      before: refused,
      after: approved,
    })
  })
})

describe('a draft of the price list', () => {
  test('changes the price of the customer’s level, tax and total', () => {
    expect(compared(ten, { prices: { ...noPrices, percent: '5' } })).toMatchObject({
      before: approved,
      after: approved,
      totalsAfter: { subtotal: 10_500, taxAmount: 840, shippingAmount: 1500, total: 12_840 },
    })
    const standardOnly = { ...noPrices, withTiers: false, percent: '5' }
    expect(compared(ten, { prices: standardOnly })?.totalsAfter.total).toBe(12_300)
  })

  test('takes the prices of a SKU, and the standard price where the level has none', () => {
    const prices = { price: cents('12.00'), tier2Price: null, tier3Price: null }
    const bySku = (tier1: string | null) =>
      new Map([[1, { ...prices, tier1Price: tier1 === null ? null : cents(tier1) }]])
    const totalWith = (tier1: string | null) =>
      compared(ten, { prices: { withTiers: true, bySku: bySku(tier1) } })?.totalsAfter.total
    expect(totalWith('9.00')).toBe(11_220)
    expect(totalWith(null)).toBe(14_460)
  })

  test('leaves contract prices, typed prices and prices agreed before', () => {
    const contract = {
      id: 3,
      contractPrice: cents('7.00'),
      effectiveDate: day('2026-01-01'),
      expirationDate: null,
      minimumQuantity: 1,
    }
    const fixed = [{ unitPrice: cents('6.00'), priceSource: 'replacement' as const }]
    const receipts = [
      receiptOf({ ...orderFacts, contractPrices: new Map([[1, [contract]]]) }, request(10)),
      receiptOf(orderFacts, request(10, { manualPrice: '9.50' })),
      receiptOf({ ...orderFacts, fixed }, request(10)),
    ]
    const totals = receipts.map((receipt) => {
      const comparison = compared(receipt, { prices: { ...noPrices, percent: '50' } })
      return [comparison?.totalsBefore.total, comparison?.totalsAfter.total]
    })
    expect(totals).toEqual([
      [9060, 9060],
      [11_760, 11_760],
      [7980, 7980],
    ])
  })

  test('lets an order reach the free shipping, or the credit limit', () => {
    const customer = { ...buyer, creditLimit: cents('5000.00') }
    const fortyFive = receiptOf({ ...orderFacts, customer }, request(45))
    // $450.00 and $15.00 for shipping; then $500.40 without shipping.
    expect(compared(fortyFive, { prices: { ...noPrices, percent: '11.2' } })?.totalsAfter).toEqual({
      subtotal: 50_040,
      taxAmount: 4003,
      shippingAmount: 0,
      total: 54_043,
    })
    expect(compared(thirty, { prices: { ...noPrices, percent: '25' } })?.after).toEqual(refused)
  })

  test('puts an order below the minimum margin on hold, unless costs are hidden', () => {
    const facts: OrderFacts = { ...orderFacts, margin: { minimumPercent: 10 } }
    const receipt = receiptOf(facts, request(10))
    const draft = { prices: { ...noPrices, percent: '-20' } }
    expect(compared(receipt, draft)).toMatchObject({ before: approved, after: held('margin') })
    expect(compared(receipt, draft, { hidesCost: true })).toMatchObject({
      after: approved,
      totalsAfter: { subtotal: 8000 },
    })
  })
})

describe('a draft of the tax table', () => {
  const florida = (rate: string) => ({
    country: 'US',
    state: 'FL',
    rate,
    effectiveDate: day('2020-01-01'),
  })
  const table = (rate: string, defaultRate = '0.0800') => ({ rates: [florida(rate)], defaultRate })

  test('changes the tax of its places', () => {
    const tax = { current: table('0.0800'), draft: table('0.0700') }
    expect(compared(ten, { tax })?.totalsAfter).toMatchObject({ taxAmount: 700, total: 12_200 })
  })

  test('leaves other places, exempt customers, and changes that were made since', () => {
    const otherDefault = { current: table('0.0600'), draft: table('0.0600', '0.0500') }
    expect(compared(ten, { tax: otherDefault })?.totalsAfter.taxAmount).toBe(800)
    const customer = { ...buyer, isTaxExempt: true }
    const charges = { ...orderFacts.charges, taxRate: '0' }
    const exempt = receiptOf({ ...orderFacts, customer, charges }, request(10))
    const tax = { current: table('0.0800'), draft: table('0.0700') }
    expect(compared(exempt, { tax })?.totalsAfter.taxAmount).toBe(0)
  })
})
