import { describe, expect, test } from 'vitest'
import { buyer, orderFacts, receiptOf, request } from '#features/backtests/testing.ts'
import type { DecisionKind } from '#features/decisions/contract.ts'
import { canonicalReceipt } from '#features/decisions/rules.ts'
import { holdReceiptOf, releaseReceiptOf } from '#features/sales-orders/hold-receipt.ts'
import { checkCredit, type CreditFacts } from '#features/credit/rules.ts'
import type { AgreedPrice } from '#features/pricing/rules.ts'
import { day, moment } from '#platform/kernel/days.ts'
import { amount, cents, zero } from '#platform/kernel/money.ts'
import type { ReceiptOptions } from '../../decision-receipt.ts'
import type { OrderReceipt } from '../../past-order.ts'
import { decideAsThen } from './decide-as-then.ts'
import type { OrderFacts, RequestedOrder, SkuFacts } from '../../rules.ts'

type More = { isFromProgram?: boolean; wasStarted?: boolean }

/** The canonical texts of a receipt, and of the same decision made again. */
function texts(kind: DecisionKind, receipt: OrderReceipt, more: More = {}) {
  const stored = { ...receipt, kind, isFromProgram: false, wasStarted: false, ...more }
  const again = decideAsThen(stored)
  return [canonicalReceipt({ kind, ...receipt }), again && canonicalReceipt({ kind, ...again })]
}

function expectSame(kind: DecisionKind, receipt: OrderReceipt, more?: More): void {
  const [stored, again] = texts(kind, receipt, more)
  expect(again).toBe(stored)
}

const [, item] = [...orderFacts.skus][0] as [number, SkuFacts]
const withSku = (fields: Partial<SkuFacts>): OrderFacts => ({
  ...orderFacts,
  skus: new Map([[1, { ...item, ...fields }]]),
})
const contract = (fields: Partial<AgreedPrice>): AgreedPrice => ({
  id: 3,
  contractPrice: cents('7.00'),
  effectiveDate: day('2026-01-01'),
  expirationDate: null,
  minimumQuantity: 1,
  isActive: true,
  ...fields,
})
const withContracts = (...prices: AgreedPrice[]): OrderFacts => ({
  ...orderFacts,
  contractPrices: new Map([[1, prices]]),
})

describe('a validation has the same hash when it is decided again on its facts', () => {
  const spring = { price: cents('14.00'), tier2Price: null, tier3Price: null }
  const listedFrom = day('2026-04-01')
  const cases: [string, OrderFacts, RequestedOrder?][] = [
    ['of an approved order', orderFacts],
    ['over the credit limit', orderFacts, request(40)],
    ['of an order that is short', orderFacts, request(60)],
    ['of an order that would be held', { ...orderFacts, creditOver: 'hold' }, request(40)],
    [
      'with contract prices that apply, are weaker, later, over, off, or need more units',
      withContracts(
        contract({ minimumQuantity: 5 }),
        contract({ id: 4 }),
        contract({ id: 5, effectiveDate: day('2026-06-01') }),
        contract({ id: 6, expirationDate: day('2026-02-01') }),
        contract({ id: 7, isActive: false }),
        contract({ id: 8, minimumQuantity: 100 }),
      ),
    ],
    ['of a list that began, before another', withSku({ listedFrom: day('2026-02-01') })],
    [
      'before a list with a price of the level',
      withSku({ nextList: { ...spring, tier1Price: cents('11.00'), listedFrom } }),
    ],
    [
      'before a list without a price of the level',
      withSku({ nextList: { ...spring, tier1Price: null, listedFrom } }),
    ],
    ['of ring-fenced stock', withSku({ available: 5, ringFenced: 45 })],
    [
      'with the approvals of other orders, of an exempt customer',
      { ...orderFacts, customer: { ...buyer, softReserved: cents('9.00'), isTaxExempt: true } },
    ],
    ['below the minimum margin', { ...orderFacts, margin: { minimumPercent: 30 } }],
    [
      'with a tax notice, picked up',
      {
        ...orderFacts,
        charges: { ...orderFacts.charges, taxNotice: 'Not known', isPickedUp: true },
      },
    ],
    ['with a typed price', orderFacts, request(10, { manualPrice: '7.50' })],
  ]
  test.each(cases)('%s', (_name, facts, requested = request(10)) => {
    expectSame('validate', receiptOf(facts, requested))
  })

  test('with a stock count that is old', () => {
    const countedAt = moment('2026-02-01T08:00:00.000Z')
    const oldBefore = Date.parse('2026-02-27T00:00:00Z')
    const facts = { ...withSku({ countedAt }), oldBefore, oldMeans: 'hold' as const }
    const receipt = receiptOf(facts, request(10))
    expect(receipt.outcome.holdReason).toBe('stock')
    expectSame('validate', receipt)
  })
})

describe('a creation has the same hash', () => {
  const created = (options: ReceiptOptions, facts = orderFacts, requested = request(10)) =>
    receiptOf(facts, requested, options)

  test('on whatever hold it was created, and with what a person or another order decided', () => {
    expectSame('create', created({ holdReason: null }))
    expectSame('create', created({ holdReason: 'manual' }))
    expectSame('create', created({ holdReason: 'payment' }))
    const holdSays = 'PO 7 is already used on SO-1'
    expectSame('create', created({ holdReason: 'duplicate', holdSays }))
  })

  test('if it was refused: for credit, stock or its total', () => {
    expectSame('create', created({ holdReason: null }, orderFacts, request(40)))
    expectSame('create', created({ holdReason: null }, orderFacts, request(60)))
    const total = { expectedTotal: '120.00', totalSays: 'The total is now $123.00' }
    expectSame('create', created({ holdReason: null, ...total }))
  })

  test('of a free replacement, which skips the credit check', () => {
    const fixed = [{ unitPrice: zero, priceSource: 'replacement' as const }]
    const facts = { ...orderFacts, fixed, isFree: true }
    const receipt = created({ holdReason: null }, facts)
    expect(receipt.outcome.rules).toContainEqual({ rule: 'credit', result: 'skipped' })
    expectSame('create', receipt)
  })

  test('with prices and credit that an approval bound', () => {
    const fixed = [{ unitPrice: cents('9.00'), priceSource: 'tier1' as const }]
    const customer = { ...buyer, creditLimit: cents('100.00') }
    const facts = { ...orderFacts, customer, fixed, isCreditHeld: true }
    expectSame('create', created({ holdReason: null, approvedBy: 12 }, facts))
  })

  test('with an approval of a parked order, which held no credit, so that the check failed', () => {
    const fixed = [{ unitPrice: cents('9.00'), priceSource: 'tier1' as const }]
    const customer = { ...buyer, creditLimit: cents('100.00') }
    const totalSays = 'The order has changed since you validated it (1 field)'
    const options = { holdReason: null, approvedBy: 12, totalSays }
    const receipt = created(options, { ...orderFacts, customer, fixed })
    expect(receipt.outcome.rules).toContainEqual(
      expect.objectContaining({ rule: 'credit', result: 'failed' }),
    )
    expectSame('create', receipt)
  })
})

describe('a change has the same hash', () => {
  const changed = { ...orderFacts, overdueRule: undefined }
  const before = { status: 'pending', totalAmount: amount('90.00'), holdReason: null }

  test('with a higher total, and with a lower one that the credit does not cover', () => {
    expectSame('amend', receiptOf(changed, request(10), { before, holdReason: null }))
    const lower = { ...before, totalAmount: amount('900.00') }
    const options = { before: lower, holdReason: null, skipsCredit: true }
    const receipt = receiptOf(changed, request(40), options)
    expect(receipt.outcome.rules).toContainEqual({ rule: 'credit', result: 'skipped' })
    expectSame('amend', receipt)
  })

  test('with a price that was kept, beside a typed one', () => {
    const kept = { unitPrice: cents('9.25'), priceSource: 'tier1' as const }
    const facts = { ...changed, agreedPrices: new Map([[1, kept]]) }
    const items = [
      { skuId: 1, quantity: 4 },
      { skuId: 1, quantity: 6, manualPrice: '8.50' },
    ]
    const receipt = receiptOf(facts, { ...request(10), items }, { before, holdReason: null })
    expect(receipt.outcome.lines).toMatchObject([
      { unitPrice: '9.25', isAgreedBefore: true },
      { unitPrice: '8.50', listedPrice: '9.25' },
    ])
    expectSame('amend', receipt)
    const typedOnly = { ...request(6), items: items.slice(1) }
    expectSame('amend', receiptOf(facts, typedOnly, { before, holdReason: null }))
  })

  test('that waits for a release of its margin, and one that does not', () => {
    const margin = { ...changed, margin: { minimumPercent: 30 } }
    const unpaid = { ...before, holdReason: 'payment' }
    expectSame('amend', receiptOf(margin, request(10), { before: unpaid, holdReason: 'margin' }))
    const manual = { ...before, holdReason: 'manual' }
    expectSame('amend', receiptOf(margin, request(10), { before: manual, holdReason: 'manual' }))
    const options = { before, holdReason: null, skipsMargin: true }
    expectSame('amend', receiptOf(margin, request(10), options))
  })

  test('but not if some of the order may have shipped: its receipt does not say what', () => {
    const receipt = receiptOf(changed, request(10), { before, holdReason: null })
    expect(texts('amend', receipt, { wasStarted: true })[1]).toBeUndefined()
  })
})

describe('a hold and a release have the same hash', () => {
  const order = {
    customerId: 7,
    status: 'pending',
    totalAmount: amount('150.00'),
    holdReason: null as string | null,
  }
  const facts: CreditFacts = { ...buyer, zeroMeans: 'none', overdueRule: { days: 60, percent: 10 } }
  const checked = (creditLimit: string) => {
    const own = { ...facts, creditLimit: cents(creditLimit) }
    return { facts: own, decision: checkCredit(own, cents('150.00')) }
  }
  const held = { ...order, holdReason: 'credit' }
  const unpaid = zero

  test('for any reason', () => {
    expectSame('hold', holdReceiptOf(order, { holdReason: 'address' }))
    expectSame('release', releaseReceiptOf(held, { holdReason: null, unpaid }))
    const credit = checked('500.00')
    expectSame('release', releaseReceiptOf(held, { holdReason: null, unpaid, credit }))
  })

  test('with credit that was overridden, and of a parked order that it does not cover', () => {
    const credit = checked('100.00')
    expectSame('release', releaseReceiptOf(held, { holdReason: null, unpaid, credit }))
    const parked = { ...order, holdReason: 'parked' }
    expectSame('release', releaseReceiptOf(parked, { holdReason: 'credit', unpaid, credit }))
  })

  test('that another hold follows', () => {
    const owed = cents('20.00')
    expectSame('release', releaseReceiptOf(held, { holdReason: 'payment', unpaid: owed }))
    const isBelowMargin = true
    expectSame('release', releaseReceiptOf(held, { holdReason: 'margin', unpaid, isBelowMargin }))
    const margin = { ...order, holdReason: 'margin' }
    expectSame('release', releaseReceiptOf(margin, { holdReason: null, unpaid, isBelowMargin }))
  })
})

test('another fact, such as a lower limit, gives another outcome and another hash', () => {
  const receipt = receiptOf(orderFacts, request(10))
  const { credit } = receipt.facts
  if (!credit) throw new Error('The receipt has no credit')
  const facts = { ...receipt.facts, credit: { ...credit, creditLimit: amount('150.00') } }
  const stored = { facts, outcome: receipt.outcome, isFromProgram: false, wasStarted: false }
  const again = decideAsThen({ ...stored, kind: 'validate' })
  expect(again?.outcome.verdict).toBe('refused')
  expect(again?.facts.credit?.available).toBe('50.00')
})
