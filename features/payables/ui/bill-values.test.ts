import { expect, test } from 'vitest'
import { emptyLine, refilledBill } from './bill-values.ts'

const acme = { id: 1, code: 'V-1', text: 'V-1 - Acme' }
const zenith = { id: 2, code: 'V-2', text: 'V-2 - Zenith' }
const ofOrder = (purchaseOrderId: number) => ({
  ...emptyLine,
  purchaseOrderId,
  purchaseOrderItemId: purchaseOrderId * 10,
  description: `Line of order ${purchaseOrderId}`,
})
const freight = { ...emptyLine, description: 'Freight', unitPrice: '12.00' }
const now = { vendor: acme, lines: [ofOrder(5), freight], filledVendor: 1 }

test('clearing the order removes its vendor and lines, but not freight', () => {
  const none = { vendor: undefined, lines: [] }
  expect(refilledBill(now, none)).toEqual({ vendor: undefined, lines: [freight] })
})

test('another order replaces the vendor and lines of the first, but not freight', () => {
  const filled = { vendor: zenith, lines: [ofOrder(6)] }
  expect(refilledBill(now, filled)).toEqual({ vendor: zenith, lines: [ofOrder(6), freight] })
})

test('clearing the order does not clear a manually chosen vendor', () => {
  const byHand = { ...now, vendor: zenith }
  expect(refilledBill(byHand, { vendor: undefined, lines: [] }).vendor).toBe(zenith)
})
