import { expect, test } from 'vitest'
import {
  actionName,
  actionText,
  entityNames,
  fieldName,
  pastValueText,
  summaryOf,
  valueText,
} from './labels.ts'
import { auditedEntities } from './audited-entities.ts'
import { linkOfRecord, recordText } from './record-links.ts'

test('every kind of record has a name of its own', () => {
  const names = auditedEntities.map((entity) => entityNames[entity])
  expect(new Set(names).size).toBe(auditedEntities.length)
})

test.each([
  ['create', 'created this', 'Create'],
  ['fill-backorder', 'reserved stock for the backorder', 'Fill backorder'],
  ['period.close', 'closed this', 'Period close'],
  ['remove-second-factor', 'removed the second factor of this', 'Remove second factor'],
  ['never_seen', 'never seen', 'Never seen'],
])('the action %s reads %s, and by itself %s', (action, text, name) => {
  expect([actionText(action), actionName(action)]).toEqual([text, name])
})

test.each([
  ['creditLimit', 'Credit limit'],
  ['payment_terms', 'Payment terms'],
  ['tier1Price', 'Tier 1 price'],
  ['tier1_price', 'Tier 1 price'],
  ['sku', 'SKU'],
])('the field %s is called %s', (field, name) => {
  expect(fieldName(field)).toBe(name)
})

test.each([
  [null, '(empty)'],
  ['', '(empty)'],
  [true, 'yes'],
  [0, '0'],
  [['a'], '["a"]'],
  [{ id: 12, sha256: '4a99' }, 'Decision record 12, SHA-256 4a99'],
])('the value %j reads %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})

test.each([
  ['expectedDate', '2026-03-01', '3/1/2026'],
  ['postedOn', '2026-12-31', '12/31/2026'],
  ['validFrom', '2025-11-18', '11/18/2025'],
  ['neededBy', '2026-03-01', '3/1/2026'],
  ['cancelAfter', '2026-03-01', '3/1/2026'],
  ['estimatedDelivery', '2026-03-01', '3/1/2026'],
  ['customerPO', '2026-03-01', '2026-03-01'],
  ['paymentTerms', 'net-30', 'Net 30'],
  ['paymentTerms', 'due-on-receipt', 'Due on receipt'],
  ['paymentTerms', '2/10 net 30', '2/10 net 30'],
  ['paymentTerms', 'cod', 'COD'],
  ['priceLevel', 'tier1', 'Tier 1'],
  ['priceLevel', 'standard', 'Standard'],
])('the value of %s in the history: %s reads %s', (field, value, text) => {
  expect(valueText(value, field)).toBe(text)
})

test('a past tax rate reads as its place, its rate and its first day', () => {
  const rate = { country: 'US', state: 'NV', rate: '0.082500', effectiveDate: '2026-02-01' }
  expect(pastValueText(rate, 'taxRate')).toBe('NV, US: 8.25% from 2/1/2026')
  const country = { ...rate, state: '', rate: '0.070000' }
  expect(pastValueText(country, 'taxRate')).toBe('US: 7% from 2/1/2026')
  expect(pastValueText('net-30', 'paymentTerms')).toBe('Net 30')
})

test('a summary names the status, the fields and the reason', () => {
  const changes = { creditLimit: { from: '1', to: '2' }, name: { from: 'A', to: 'B' } }
  expect(summaryOf({ fromStatus: 'pending', toStatus: 'shipped', changes, reason: 'Late' })).toBe(
    'pending → shipped; Credit limit, Name; Late',
  )
  expect(summaryOf({ fromStatus: null, toStatus: null, changes: {}, reason: null })).toBe('')
})

test('a record opens by its number, a bill by its id, and a deleted one not at all', () => {
  const order = { entity: 'sales_order', entityId: 4, record: 'SO 1/2' } as const
  expect(linkOfRecord(order)).toBe('/sales-orders?open=SO%201%2F2')
  const bill = { entity: 'vendor_bill', entityId: 4, record: 'B-1' } as const
  expect(linkOfRecord(bill)).toBe('/ap-reports?tab=bills&open=4')
  const credit = { entity: 'vendor_credit', entityId: 7, record: 'CN-7' } as const
  expect(linkOfRecord(credit)).toBe('/ap-reports?tab=credits&open=7')
  const refund = { entity: 'refund', entityId: 3, record: 'REF-1000003' } as const
  expect(linkOfRecord(refund)).toBe('/ar-reports?tab=refunds&open=REF-1000003')
  const entry = { entity: 'manual_entry', entityId: 8, record: 'JE-1000008' } as const
  expect(linkOfRecord(entry)).toBe('/journal?tab=manual&open=8')
  const tax = { entity: 'sales_tax_payment', entityId: 5, record: 'STP-1000005' } as const
  expect(linkOfRecord(tax)).toBe('/journal?tab=tax-payments&open=5')
  expect(linkOfRecord({ ...order, record: null })).toBeUndefined()
  expect(linkOfRecord({ entity: 'setting', entityId: 1, record: null })).toBeUndefined()
})

test('a record without a number is named by its id, and settings and digests not at all', () => {
  expect(recordText({ entity: 'message', entityId: 4, record: null })).toBe('#4')
  expect(recordText({ entity: 'setting', entityId: 1, record: null })).toBe('')
  expect(recordText({ entity: 'decision', entityId: 1, record: null })).toBe('')
})
