import { expect, test } from 'vitest'
import { moment } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import type { Decision } from '../../rules.ts'
import { revisedDecision } from './revise-decision.ts'

const totals = {
  subtotal: cents('50.00'),
  taxAmount: cents('4.00'),
  shippingAmount: cents('15.00'),
  total: cents('69.00'),
}
/** Five units of a SKU, of which two are there. */
const decision: Decision = {
  approved: true,
  credit: { approved: true, availableCredit: cents('900.00') },
  stock: {
    available: false,
    stockStatus: [{ skuId: 3, available: 2, requested: 5, shortfall: 3 }],
  },
  lines: [
    {
      skuId: 3,
      quantity: 5,
      unitPrice: cents('10.00'),
      priceSource: 'standard',
      totalPrice: cents('50.00'),
      taxAmount: cents('4.00'),
      reserved: 2,
      backordered: 3,
    },
  ],
  totals,
}
const line = { skuId: 3, quantity: 5, taxAmount: cents('3.99'), reserved: 2, backordered: 0 }
const removed = { ...line, quantity: 0, reserved: 0, previous: { qtyShipped: 0 } }

test('units that have shipped need no stock', () => {
  const shipped = { ...line, previous: { qtyShipped: 3 } }
  const revised = revisedDecision(decision, { lines: [shipped], totals, credit: undefined })
  expect(revised.stock).toEqual({
    available: true,
    stockStatus: [{ skuId: 3, available: 2, requested: 2, shortfall: 0 }],
  })
  expect(revised.credit).toEqual(decision.credit)
})

test('the lines have tax and units as they are written; a removed line is left out', () => {
  const credit = { approved: true, availableCredit: cents('899.00') }
  const lines = [removed, { ...line, previous: { qtyShipped: 2 } }]
  const revised = revisedDecision(decision, { lines, totals, credit })
  expect(revised.lines).toMatchObject([{ taxAmount: 399, reserved: 2, backordered: 0 }])
  expect(revised.stock).toEqual({
    available: false,
    stockStatus: [{ skuId: 3, available: 2, requested: 3, shortfall: 1 }],
  })
  expect(revised.credit).toEqual(credit)
})

test('an old count of a SKU stays with its stock', () => {
  const countedAt = moment('2026-03-01T15:00:00Z')
  const old = { skuId: 3, available: 2, requested: 5, shortfall: 3, countedAt }
  const stock = { available: false, stockStatus: [old] }
  const lines = [{ ...line, previous: undefined }]
  const revised = revisedDecision({ ...decision, stock }, { lines, totals, credit: undefined })
  expect(revised.stock.stockStatus).toEqual([old])
})
