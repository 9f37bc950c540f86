import { expect, test } from 'vitest'
import { type DecisionKind, decisionFacts, decisionOutcome } from '#features/decisions/contract.ts'
import { canonicalReceipt } from '#features/decisions/rules.ts'
import { decideAsThen } from './decide-as-then.ts'

// Receipts as version 0.11.0 wrote them, which was the first, and the change of a processed order
// as version 0.13.0 writes it, which was the first to say what had shipped. A change that decides
// them otherwise, or writes another text, counts `receiptForm` up: they are left out then, and not
// tested any more.

const text = (...parts: string[]) => parts.join('')

const passed = (...rules: string[]) =>
  rules.map((rule) => `{"result":"passed","rule":"${rule}"}`).join(',')
const settings =
  '"settings":{"creditOver":"refuse","shippingFlat":"15.00","shippingFreeFrom":"500.00"}'
const terms = '"paymentTerms":"net-30","status":"normal","zeroMeans":"none"'
const unused = `"creditLimit":"100.00","currentBalance":"0.00","openOrders":"0.00",${terms}`

const order = text(
  '{"facts":{"credit":{"amount":"123.00","available":"400.00","creditLimit":"500.00",',
  '"currentBalance":"60.00","openOrders":"40.00","overdue":{"amount":"30.00","daysLate":20},',
  `"overdueRule":{"days":60,"percent":10},${terms}},"customerId":7,"date":"2026-03-01",`,
  '"mayBackorder":false,"priceLevel":"tier1","prices":[{"candidates":[',
  '{"source":"tier1","unitPrice":"10.00","verdict":"applied"},',
  '{"source":"standard","unitPrice":"12.00","verdict":"after-level"}],',
  `"quantity":10,"sku":"S-1","skuId":1}],${settings},`,
  '"stock":[{"available":50,"requested":10,"shortfall":0,"sku":"S-1","skuId":1,',
  '"source":"ledger"}],',
  '"tax":{"country":"US","isExempt":false,"rate":"0.0800","state":"FL"}},"form":1,"kind":"create",',
  '"outcome":{"holdReason":null,"lines":[{"backordered":0,"lineNo":1,"priceSource":"tier1",',
  '"quantity":10,"reserved":10,"skuId":1,"taxAmount":"8.00","totalPrice":"100.00",',
  `"unitPrice":"10.00"}],"rules":[${passed('price', 'tax', 'credit', 'stock', 'hold')}],`,
  '"totals":{"shippingAmount":"15.00","subtotal":"100.00","taxAmount":"8.00","total":"123.00"},',
  '"verdict":"approved"}}',
)
const recorded = text(
  `{"facts":{"credit":{"amount":"80.00","available":"100.00",${unused}},"customerId":7},"form":1,`,
  '"kind":"create","outcome":{"holdReason":null,',
  `"rules":[${passed('credit', 'hold')}],"verdict":"approved"}}`,
)
const changedTotal = text(
  '{"facts":{"before":{"holdReason":null,"status":"pending","totalAmount":"80.00"},',
  `"credit":{"amount":"90.00","available":"100.00",${unused}},"customerId":7,`,
  `"date":"2026-03-01",${settings}},"form":1,"kind":"amend","outcome":{"holdReason":null,`,
  `"rules":[${passed('credit', 'hold')}],"totals":{"shippingAmount":"0.00","subtotal":"90.00",`,
  '"taxAmount":"0.00","total":"90.00"},"verdict":"approved"}}',
)
const hold = text(
  '{"facts":{"before":{"holdReason":null,"status":"pending","totalAmount":"123.00"},',
  '"customerId":7},"form":1,"kind":"hold","outcome":{"holdReason":"address",',
  '"rules":[{"result":"held","rule":"hold"}],"verdict":"held"}}',
)
const override = text(
  '{"facts":{"before":{"holdReason":"credit","status":"pending","totalAmount":"150.00"},',
  '"credit":{"amount":"150.00","available":"0.00","creditLimit":"100.00",',
  '"currentBalance":"60.00","openOrders":"40.00","overdueRule":{"days":0,"percent":0},',
  `${terms}},"customerId":7},"form":1,"kind":"release","outcome":{"holdReason":null,"rules":[`,
  '{"result":"overridden","rule":"credit","says":"Credit limit exceeded by $150.00 ',
  '(limit $100.00, balance $60.00, open orders $40.00). ',
  `Order is $150.00 over the available $0.00"},${passed('hold')}],"verdict":"approved"}}`,
)

/** Line 1 had 5 units, of which 3 had shipped, and has 6 after the change. */
const processedChange = (processed: string) =>
  text(
    '{"facts":{"before":{"holdReason":null,"status":"processing","totalAmount":"69.00"},',
    '"credit":{"amount":"32.40","available":"52.60","creditLimit":"100.00",',
    `"currentBalance":"47.40","openOrders":"0.00",${terms}},"customerId":7,`,
    '"date":"2026-03-01","mayBackorder":true,"priceLevel":"standard","prices":[{"candidates":[',
    '{"source":"standard","unitPrice":"10.00","verdict":"agreed-before"}],',
    `"quantity":6,"sku":"S-1","skuId":1}],${processed}${settings},`,
    '"stock":[{"available":7,"requested":3,"shortfall":0,"sku":"S-1","skuId":1,',
    '"source":"ledger"}],"tax":{"country":"US","isExempt":false,"rate":"0.0800","state":"FL"}},',
    '"form":1,"kind":"amend","outcome":{"holdReason":null,"lines":[{"backordered":0,',
    '"isAgreedBefore":true,"lineNo":1,"priceSource":"standard","quantity":6,"reserved":3,',
    '"skuId":1,"taxAmount":"4.80","totalPrice":"60.00","unitPrice":"10.00"}],',
    `"rules":[${passed('price', 'tax', 'credit', 'stock', 'hold')}],`,
    '"totals":{"shippingAmount":"15.00","subtotal":"60.00","taxAmount":"4.80","total":"79.80"},',
    '"verdict":"approved"}}',
  )
const processed = text(
  '"processed":{"acceptsBackorders":false,"isMoved":false,"lines":[{"backordered":0,"lineNo":1,',
  '"priceSource":"standard","quantity":5,"reserved":2,"shipped":3,"shippedTax":"2.40","skuId":1,',
  '"taxAmount":"4.00","unitPrice":"10.00"}],"shippedAmount":"47.40","shippingAmount":"15.00"},',
)

/** The stored text as the database has it, decided again as then. */
function decidedAgain(canonical: string) {
  const stored = JSON.parse(canonical) as Record<'facts' | 'outcome', unknown>
  const { kind } = JSON.parse(canonical) as { kind: DecisionKind }
  const facts = decisionFacts.parse(stored.facts)
  const outcome = decisionOutcome.parse(stored.outcome)
  const again = decideAsThen({ kind, facts, outcome, isFromProgram: false, wasStarted: false })
  return { again: again && canonicalReceipt({ kind, ...again }), kind, facts, outcome }
}

test.each([
  ['an order', order],
  ['an order by its total', recorded],
  ['a changed total', changedTotal],
  ['a hold', hold],
  ['a release above the limit', override],
])('%s of version 0.11.0 has the same text when it is decided again', (_name, canonical) => {
  expect(decidedAgain(canonical).again).toBe(canonical)
})

test('a change of a processed order of version 0.13.0 has the same text, too', () => {
  const canonical = processedChange(processed)
  expect(decidedAgain(canonical).again).toBe(canonical)
})

test('units that had shipped at 7% were taxed again by earlier versions, and are not now', () => {
  const shippedAt7 = processed.replace('"shippedTax":"2.40"', '"shippedTax":"2.10"')
  const earlier = processedChange(shippedAt7)
  expect(decidedAgain(earlier).again).toBe(earlier)
  const flags = '"isMoved":false,"isTaxedByOpenUnits":true,'
  const { again } = decidedAgain(processedChange(shippedAt7.replace('"isMoved":false,', flags)))
  // 2.10 have shipped, and the other three units at 10.00 have 8%: 2.40.
  expect(again).toContain('"taxAmount":"4.50","totalPrice":"60.00"')
  expect(again).toContain('"taxAmount":"4.50","total":"79.50"')
})

test('one of an earlier version keeps its text, but cannot be decided again', () => {
  const canonical = processedChange('')
  const { again, kind, facts, outcome } = decidedAgain(canonical)
  expect(again).toBeUndefined()
  expect(canonicalReceipt({ kind, facts, outcome })).toBe(canonical)
})
