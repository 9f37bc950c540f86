import { expect, test } from 'vitest'
import { orderFacts, request } from '#features/backtests/testing.ts'
import { canonicalJson } from '#features/decisions/rules.ts'
import { day, moment } from '#platform/kernel/days.ts'
import { amount, cents } from '#platform/kernel/money.ts'
import { receiptContentOf } from './decision-receipt.ts'
import { assess, type OrderFacts, type SkuFacts } from './rules.ts'

test('facts and outcome are built in canonical order, so that they need not be sorted', () => {
  const agreed = { contractPrice: cents('9.00'), effectiveDate: day('2026-01-01') }
  const facts: OrderFacts = {
    ...orderFacts,
    skus: new Map([
      [
        1,
        {
          ...(orderFacts.skus.get(1) as SkuFacts),
          countedAt: moment(new Date('2026-02-01T00:00:00Z')),
          ringFenced: 3,
          listedFrom: day('2026-01-01'),
        },
      ],
    ]),
    contractPrices: new Map([
      [1, [{ ...agreed, id: 4, minimumQuantity: 2, expirationDate: day('2026-12-31') }]],
    ]),
    charges: { ...orderFacts.charges, isPickedUp: true, taxNotice: 'No rate for this place' },
    margin: { minimumPercent: 10 },
    oldBefore: Date.parse('2026-02-20T00:00:00Z'),
    oldMeans: 'hold',
  }
  const requested = request(60, { manualPrice: '7.00' })
  const decided = { facts, request: requested, decision: assess(facts, requested) }
  const before = {
    holdReason: 'credit',
    orderId: 5,
    status: 'pending',
    totalAmount: amount('100.00'),
  }
  const content = receiptContentOf(decided, {
    approvedBy: 8,
    before,
    creditAmount: cents('90.00'),
    expectedTotal: '80.00',
    holdSays: 'Says why',
    totalSays: 'The total is another',
  })
  expect(JSON.stringify(content)).toBe(canonicalJson(content))
})
