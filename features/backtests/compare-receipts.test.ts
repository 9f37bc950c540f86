import { expect, test } from 'vitest'
import { canonicalReceipt } from '#features/decisions/rules.ts'
import { cents } from '#platform/kernel/money.ts'
import { compareReceipts, type StoredReceipt } from './compare-receipts.ts'
import { createPolicy } from './policy-draft.ts'
import { addSummaries, examplesPerOutcomeChange, noOrders } from './summary.ts'
import { orderFacts, receiptOf, request } from './testing.ts'

const stored = (id: number, quantity: number): StoredReceipt => {
  const content = receiptOf(orderFacts, request(quantity))
  const canonical = canonicalReceipt({ kind: 'create', ...content })
  const isRefused = quantity === 40
  return { id, salesOrderId: isRefused ? null : 100 + id, isFromProgram: false, canonical }
}
const limits = new Map([[7, cents('400.00')]])
const options = {
  changePolicy: createPolicy({ creditLimits: { limits } }),
  hidesCredit: false,
  hidesCost: false,
}

test('a summary counts orders and sums what was created, and what would have been', () => {
  // $123.00, $339.00 and a refused $447.00; with the draft the second is refused, too.
  const summary = compareReceipts([stored(1, 10), stored(2, 30), stored(3, 40)], options)
  expect(summary).toMatchObject({
    compared: 3,
    changed: 1,
    notComparable: 0,
    before: { orders: 2, subtotal: 40_000, taxAmount: 3200, shippingAmount: 3000, total: 46_200 },
    after: { orders: 1, subtotal: 10_000, taxAmount: 800, shippingAmount: 1500, total: 12_300 },
  })
  expect(summary.moves).toMatchObject([
    {
      from: { verdict: 'approved', holdReason: null },
      to: { verdict: 'refused', holdReason: null },
      orders: 1,
      totalBefore: 33_900,
      totalAfter: 33_900,
      examples: [{ decisionId: 2, salesOrderId: 102, customerId: 7, date: '2026-03-01' }],
    },
  ])
})

test('receipts of another form, and amounts that are too large, are counted and left out', () => {
  const [first, second] = [stored(1, 10), stored(2, 30)]
  const later = { ...first, canonical: first.canonical.replace('"form":1', '"form":2') }
  expect(compareReceipts([later, second], options)).toMatchObject({ compared: 1, notComparable: 1 })
  const prices = { percent: '9999999999', withTiers: true, bySku: new Map() }
  const tooMuch = { ...options, changePolicy: createPolicy({ prices }) }
  expect(compareReceipts([first], tooMuch)).toMatchObject({ compared: 0, notComparable: 1 })
})

test('two summaries are that of all their orders, with the largest examples', () => {
  const receipts = Array.from({ length: 24 }, (_, index) => stored(index + 1, 27 + (index % 4)))
  const all = compareReceipts(receipts, options)
  const parts = [receipts.slice(0, 5), receipts.slice(5, 17), receipts.slice(17)]
  const summaries = parts.map((part) => compareReceipts(part, options))
  const added = summaries.reduce((sum, each) => addSummaries(sum, each), noOrders)
  expect(added).toEqual(all)
  // 27 units cost $306.60, and $300.00 are available: all are refused.
  expect(all.moves).toMatchObject([{ orders: 24 }])
  const [move] = all.moves
  expect(move?.examples).toHaveLength(examplesPerOutcomeChange)
  expect(move?.examples.map(({ decisionId }) => decisionId)).toEqual([
    4, 8, 12, 16, 20, 24, 3, 7, 11, 15,
  ])
})
