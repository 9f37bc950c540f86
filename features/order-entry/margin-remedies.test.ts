import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBelowMargin, leastPriceOf } from '#features/pricing/margin.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import type { HeldLines } from './line-remedies.ts'
import { marginRemedies, passesMargin } from './margin-remedies.ts'

const rule = { minimumPercent: 20 }
type Line = { quantity: number; unitPrice: Cents; cost: Cents }

/** An order of these lines, without tax and shipping. */
function orderOf(lines: readonly Line[]): HeldLines {
  const numbered = lines.map((line, index) => ({ ...line, lineNo: index + 1 }))
  const totalOf = (all: readonly Line[]) =>
    all.reduce((total, { quantity, unitPrice }) => total + quantity * unitPrice, 0) as Cents
  return {
    total: totalOf(lines),
    lines: numbered.map(({ lineNo, quantity, unitPrice, cost }) => ({
      lineNo,
      quantity,
      amount: (quantity * unitPrice) as Cents,
      leastPrice: isBelowMargin(unitPrice, cost, rule) ? leastPriceOf(cost, rule) : undefined,
    })),
    tryChange: (changes) => {
      const changed = numbered.flatMap((line) => {
        const change = changes.find(({ lineNo }) => lineNo === line.lineNo)
        const { quantity = line.quantity, unitPrice = line.unitPrice } = change ?? {}
        return quantity === 0 ? [] : [{ ...line, quantity, unitPrice }]
      })
      if (changed.length === 0) return undefined
      const isBelow = changed.some(({ unitPrice, cost }) => isBelowMargin(unitPrice, cost, rule))
      return { total: totalOf(changed), isBelowMargin: isBelow }
    },
  }
}

const line = (quantity: number, unitPrice: string, cost: string): Line => {
  return { quantity, unitPrice: cents(unitPrice), cost: cents(cost) }
}
/** Available: 3.00, and the order would use 60.00 of it if it were not placed. */
const credit = {
  facts: {
    creditLimit: cents('63.00'),
    currentBalance: cents('0.00'),
    openOrderAmount: cents('0.00'),
    creditStatus: 'normal' as const,
    paymentTerms: 'Net 30',
    zeroMeans: 'none' as const,
  },
  total: cents('60.00'),
  invoices: [],
  overrideLimit: undefined,
  isTotalTyped: false,
}
const texts = (order: HeldLines) =>
  marginRemedies({ credit, order }).map(({ sentence, amount }) => [sentence, amount])

test('the only line needs a higher price', () => {
  expect(texts(orderOf([line(5, '12.00', '10.00')]))).toEqual([
    ['Raise the price of line 1 to $12.50', 250],
  ])
})

test('several lines need a price each, or the others stay', () => {
  const lines = [line(1, '12.00', '10.00'), line(1, '9.00', '4.00'), line(2, '1.00', '1.00')]
  expect(texts(orderOf(lines))).toEqual([
    ['Raise the prices of line 1 to $12.50 and line 3 to $1.25', 100],
    ['Remove lines 1 and 3', 1400],
  ])
})

test('a higher price that the credit does not cover is no remedy', () => {
  expect(texts(orderOf([line(5, '12.00', '11.00')]))).toEqual([])
})

test('an order that is not below its margin needs nothing', () => {
  expect(texts(orderOf([line(5, '12.50', '10.00')]))).toEqual([])
})

const seed = 20_261_129
const anyAmount = fc.integer({ min: 0, max: 3000 }) as fc.Arbitrary<Cents>
const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unitPrice: anyAmount,
  cost: anyAmount,
})

test('whatever the prices and costs, each remedy makes the margin rule accept the order', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), (lines) => {
      const order = orderOf(lines)
      const held = { credit: undefined, order }
      const isBelow = lines.some(({ unitPrice, cost }) => isBelowMargin(unitPrice, cost, rule))
      const found = marginRemedies(held)
      expect(found.length > 0).toBe(isBelow)
      for (const { steps } of found) expect(passesMargin(held, steps)).toBe(true)
    }),
    { seed },
  )
})
