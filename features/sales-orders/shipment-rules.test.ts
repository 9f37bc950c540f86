import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents, sum } from '#platform/kernel/money.ts'
import {
  fillOldestFirst,
  planShippedUnits,
  type LineToShip,
  lineAmounts,
  reducedLines,
  missingUnits,
  reportedUnits,
  shipmentAmounts,
} from './shipment-rules.ts'

const seed = 20_261_121
const line = (fields: Partial<LineToShip> = {}): LineToShip => ({
  itemId: 11,
  lineNo: 1,
  skuId: 1,
  sku: 'A',
  quantity: 5,
  qtyReserved: 3,
  qtyBackordered: 2,
  qtyShipped: 0,
  available: 0,
  unitPrice: cents('1.00'),
  taxAmount: cents('0.40'),
  shippedTax: cents('0'),
  taxRate: '0.080000',
  ...fields,
})

describe('leavingUnits', () => {
  test('returns all unshipped units if none are given, reserved units first', () => {
    const unshippedLine = line()
    expect(planShippedUnits([unshippedLine], undefined)).toEqual([
      { line: unshippedLine, quantity: 5, fromReserved: 3 },
    ])
    const shippedLine = line({ qtyReserved: 0, qtyBackordered: 0, qtyShipped: 5 })
    expect(planShippedUnits([shippedLine], undefined)).toEqual([])
  })

  test('returns the given units, by line id or number', () => {
    const two = line({ itemId: 12, lineNo: 2 })
    const counted = [
      { itemId: 12, quantity: 1 },
      { lineNo: 1, quantity: 2 },
    ]
    const found = planShippedUnits([line(), two], counted)
    expect(found.map(({ line: { lineNo }, quantity }) => [lineNo, quantity])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  test.each([
    [[{ itemId: 99, quantity: 1 }], 'items.0.itemId', 'This order has no such line'],
    [[{ lineNo: 1, quantity: 6 }], 'items.0.quantity', 'Only 5 of line 1 are open'],
    [
      [
        { lineNo: 1, quantity: 1 },
        { itemId: 11, quantity: 1 },
      ],
      'items.1.quantity',
      'Line 1 is listed twice',
    ],
  ])('is refused for %j', (counted, path, message) => {
    expect(() => planShippedUnits([line()], counted)).toThrow(
      expect.objectContaining({ fields: [{ path, message }] }),
    )
  })

  test('lack unreserved units that have not come in, over all lines', () => {
    const missing = (...lines: LineToShip[]) => missingUnits(planShippedUnits(lines, undefined))
    expect(missing(line({ available: 2 }))).toEqual([])
    expect(missing(line({ available: -4 }))).toEqual([{ sku: 'A', missing: 2 }])
    const twice = [line({ available: 3 }), line({ itemId: 12, lineNo: 2, available: 3 })]
    expect(missing(...twice)).toEqual([{ sku: 'A', missing: 1 }])
    const reserved = planShippedUnits([line()], [{ lineNo: 1, quantity: 3 }])
    expect(missingUnits(reserved)).toEqual([])
  })

  test('that the warehouse reports may be those that approvals hold', () => {
    const leaving = planShippedUnits([line({ available: 0, softReserved: 2 })], undefined)
    expect(missingUnits(leaving)).toEqual([{ sku: 'A', missing: 2 }])
    expect(missingUnits(reportedUnits(leaving))).toEqual([])
  })
})

describe('shipment amounts', () => {
  test('the first shipment has the shipping charge', () => {
    const amounts = [{ goods: cents('2.00'), tax: cents('0.16') }]
    const order = { shippingAmount: cents('15.00'), shipmentCount: 0 }
    expect(shipmentAmounts(amounts, order).total).toBe(cents('17.16'))
    expect(shipmentAmounts(amounts, { ...order, shipmentCount: 1 }).total).toBe(cents('2.16'))
  })

  test('the parts of a line add up to the line, however it is split', () => {
    const splitLine = fc.record({
      unitPrice: fc.integer({ min: 0, max: 100_000 }),
      taxAmount: fc.integer({ min: 0, max: 1_000_000 }),
      parts: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
    })
    fc.assert(
      fc.property(splitLine, ({ unitPrice, taxAmount, parts }) => {
        const quantity = parts.reduce((total, part) => total + part, 0)
        let now = line({
          quantity,
          unitPrice: unitPrice as Cents,
          taxAmount: taxAmount as Cents,
        })
        const partAmounts = parts.map((units) => {
          const amounts = lineAmounts({ line: now, quantity: units, fromReserved: 0 })
          const qtyShipped = now.qtyShipped + units
          now = { ...now, qtyShipped, shippedTax: sum([now.shippedTax, amounts.tax]) }
          return amounts
        })
        expect(sum(partAmounts.map(({ goods }) => goods))).toBe(unitPrice * quantity)
        expect(sum(partAmounts.map(({ tax }) => tax))).toBe(taxAmount)
        expect(partAmounts.every(({ tax }) => tax >= 0)).toBe(true)
      }),
      { seed },
    )
  })
})

/** Five of ten units at 100.00 shipped at 7% (35.00); the others are taxed at 4.6% (23.00). */
const moved = (taxRate: string | null) =>
  line({
    quantity: 10,
    qtyReserved: 5,
    qtyBackordered: 0,
    qtyShipped: 5,
    unitPrice: cents('100.00'),
    taxAmount: cents('58.00'),
    shippedTax: cents('35.00'),
    taxRate,
  })

describe.each(['0.046000', null, '0.080000'])('open units of a line with the rate %s', (rate) => {
  test('ship with their own tax if others shipped at another rate', () => {
    const taxOf = (quantity: number) =>
      lineAmounts({ line: moved(rate), quantity, fromReserved: quantity }).tax
    expect([2, 3, 5].map(taxOf)).toEqual([cents('9.20'), cents('13.80'), cents('23.00')])
  })

  test('leave the line with their own tax if they are cancelled', () => {
    const taxAfter = (quantity: number) =>
      reducedLines([moved(rate)], [{ lineNo: 1, quantity }])[0]?.taxAmount
    expect([3, 5].map(taxAfter)).toEqual([cents('44.20'), cents('35.00')])
  })
})

test('units of five cents that ship one by one have 8% tax at any time', () => {
  let now = line({ quantity: 1000, unitPrice: cents('0.05'), taxAmount: cents('4.00') })
  for (let shipped = 1; shipped <= 200; shipped++) {
    const { tax } = lineAmounts({ line: now, quantity: 1, fromReserved: 0 })
    now = { ...now, qtyShipped: shipped, shippedTax: sum([now.shippedTax, tax]) }
  }
  // 200 × 0.05 × 8%; each unit alone would have 0.004, which rounds to nothing.
  expect(now.shippedTax).toBe(cents('0.80'))
  const [reduced] = reducedLines([now], [{ lineNo: 1, quantity: 700 }])
  expect(reduced?.taxAmount).toBe(cents('1.20'))
})

describe('cancelled units', () => {
  test('are taken from backordered units first, and reduce the tax', () => {
    const [reduced] = reducedLines([line()], [{ lineNo: 1, quantity: 3 }])
    expect(reduced).toMatchObject({
      cancelled: 3,
      cancelledBackordered: 2,
      cancelledReserved: 1,
      quantity: 2,
    })
    expect([reduced?.totalPrice, reduced?.taxAmount]).toEqual([cents('2.00'), cents('0.16')])
  })

  test('of an order that holds no stock release none', () => {
    const [reduced] = reducedLines(
      [line({ qtyReserved: 0, qtyBackordered: 0 })],
      [{ lineNo: 1, quantity: 3 }],
    )
    expect(reduced).toMatchObject({
      cancelled: 3,
      quantity: 2,
      cancelledBackordered: 0,
      cancelledReserved: 0,
    })
  })

  test('do not change the tax of shipped units', () => {
    const part = line({ qtyReserved: 1, qtyShipped: 2, shippedTax: cents('0.17') })
    const [reduced] = reducedLines([part], undefined)
    expect(reduced).toMatchObject({ cancelled: 3, quantity: 2, taxAmount: cents('0.17') })
  })
})

describe('fillOldestFirst', () => {
  const waits = (orderId: number, customerId: number, qtyBackordered: number) => ({
    itemId: orderId,
    orderId,
    customerId,
    lineNo: 1,
    skuId: 1,
    sku: 'A',
    qtyBackordered,
    available: 6,
  })
  const lines = [waits(1, 7, 4), waits(2, 8, 3), waits(3, 7, 4)]
  const unitsOf = (ringFences: Parameters<typeof fillOldestFirst>[1]) =>
    fillOldestFirst(lines, ringFences).map((each) => [each.line.orderId, each.units])

  test('gives free units to the oldest lines', () => {
    expect(unitsOf([])).toEqual([
      [1, 4],
      [2, 2],
    ])
  })

  test('keeps ring-fenced units for the lines of their customer', () => {
    expect(unitsOf([{ skuId: 1, customerId: 8, units: 3 }])).toEqual([
      [1, 3],
      [2, 3],
    ])
    expect(unitsOf([{ skuId: 1, customerId: 9, units: 5 }])).toEqual([[1, 1]])
    expect(unitsOf([{ skuId: 2, customerId: 9, units: 5 }])).toEqual(unitsOf([]))
  })
})
