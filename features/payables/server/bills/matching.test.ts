import { describe, expect, test } from 'vitest'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { matchBill, type MatchedLine, type Tolerances } from './matching.ts'

const tolerances: Tolerances = {
  pricePercent: 2,
  priceAmount: cents('100.00'),
  rounding: cents('1.00'),
  approval: cents('500.00'),
}

type Item = Partial<Record<'quantity' | 'received' | 'returned' | 'billed', number>>

/** A line for units ordered at 10.00 and billed at the given price. */
function item(unitPrice: string, fields: Item = {}): MatchedLine {
  const { quantity = 100, received = quantity, returned = 0, billed = 0 } = fields
  return {
    kind: 'item',
    skuId: 1,
    lineNo: 1,
    description: 'BOLT',
    orderNumber: 'PO-1',
    quantity,
    received,
    returned,
    billed,
    unitPrice: cents(unitPrice),
    orderedPrice: cents('10.00'),
    total: (cents(unitPrice) * quantity) as Cents,
  }
}

const free = (total: string): MatchedLine => ({
  kind: 'free',
  lineNo: 2,
  description: 'Freight',
  account: 'costOfGoods',
  total: cents(total),
})

const found = (...lines: MatchedLine[]) =>
  matchBill(lines, tolerances).map(({ code, isBlocking, amount }) => [code, isBlocking, amount])

describe('three-way match', () => {
  test('has no findings if everything was received and billed as ordered', () => {
    expect(found(item('10.00'))).toEqual([])
  })

  test('blocks a bill whose goods have not arrived', () => {
    expect(found(item('10.00', { received: 0 }))).toEqual([['DW', true, '1000.00']])
  })

  test('blocks units beyond those received, including earlier bills', () => {
    const [one] = matchBill([item('10.00', { quantity: 10, received: 12, billed: 5 })], tolerances)
    expect(one).toMatchObject({
      code: 'DQ',
      amount: '30.00',
      sentence:
        'Line 1, BOLT: 10 billed after 5 billed earlier, 12 received on PO-1, 3 too many ($30.00)',
    })
  })

  test.each([
    ['10.20', []],
    ['10.21', [['PP', true, '21.00']]],
    ['9.00', []],
    ['8.99', [['PP', false, '-101.00']]],
  ])('compares a price of %s with 10.00 at two percent', (price, findings) => {
    expect(found(item(price))).toEqual(findings)
  })

  test('blocks a line above the amount tolerance, whatever the percentage', () => {
    expect(found(item('10.11', { quantity: 1000 }))).toEqual([['PP', true, '110.00']])
    expect(found(item('10.10', { quantity: 1000 }))).toEqual([])
  })

  test('accepts a small difference of the whole bill', () => {
    expect(found(item('10.50', { quantity: 2 }))).toEqual([['BD', false, '1.00']])
    expect(found(item('10.51', { quantity: 2 }))).toEqual([['PP', true, '1.02']])
  })

  test('blocks amounts without an order; large ones need two users', () => {
    expect(found(free('25.00'))).toEqual([['AN', true, '25.00']])
    expect(matchBill([free('500.01')], tolerances)[0]?.sentence).toContain('two people')
    expect(matchBill([free('500.00')], tolerances)[0]?.sentence).toContain('needs a release')
  })

  test('matches an order without lines against its total', () => {
    const order = (total: string, billed = '0.00', isReceived = true): MatchedLine => ({
      kind: 'order',
      lineNo: 1,
      description: 'As agreed',
      orderNumber: 'PO-9',
      orderTotal: cents('1000.00'),
      isReceived,
      billed: cents(billed),
      total: cents(total),
    })
    expect(found(order('1000.00'))).toEqual([])
    expect(found(order('400.00', '600.00'))).toEqual([])
    expect(found(order('1020.00'))).toEqual([])
    expect(found(order('1020.01'))).toEqual([['PP', true, '20.01']])
    expect(found(order('1.00', '1000.00'))).toEqual([
      ['DQ', true, '1.00'],
      ['BD', false, '1.00'],
    ])
    expect(found(order('1000.00', '0.00', false))).toEqual([['DW', true, '1000.00']])
  })
})
