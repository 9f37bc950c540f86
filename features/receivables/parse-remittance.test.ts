import { describe, expect, test } from 'vitest'
import { amountOfCell, parseRemittance } from './parse-remittance.ts'

const rows = (text: string) =>
  parseRemittance(text)?.rows.map(({ number, amount, discount }) => [number, amount, discount])

describe('a pasted remittance', () => {
  test.each([
    ['tabs', 'INV-1000001\t1,234.50\t24.69\nINV-1000002\t200.00\t'],
    ['commas', 'INV-1000001,"1,234.50",24.69\nINV-1000002,200.00,'],
    ['semicolons', 'INV-1000001;1234,50;24,69\r\nINV-1000002;200,00;'],
    ['blanks', 'INV-1000001  $1,234.50 24.69\nINV-1000002 200.00'],
  ])('is read with %s', (_, text) => {
    expect(rows(text)).toEqual([
      ['INV-1000001', '1234.50', '24.69'],
      ['INV-1000002', '200.00', ''],
    ])
  })

  test('may have digits alone, and a prefix apart from them', () => {
    expect(rows('1000001 98.00 2.00\nINV 1000002 50')).toEqual([
      ['1000001', '98.00', '2.00'],
      ['INV 1000002', '50', ''],
    ])
    expect(rows('1000001\t98.00\n1000002\t50')).toEqual([
      ['1000001', '98.00', ''],
      ['1000002', '50', ''],
    ])
  })

  test('has its columns by the header, and pays the net amount', () => {
    const text =
      'Remittance advice of Northwind\n' +
      'Invoice Date,Invoice No,Gross Amount,Discount,Net Paid\n' +
      '02/25/2026,INV-1000001,100.00,2.00,98.00\n' +
      '02/26/2026,INV-1000002,200.00,0.00,200.00\n' +
      'Total,,300.00,2.00,298.00\n'
    expect(parseRemittance(text)).toEqual({
      rows: [
        { number: 'INV-1000001', amount: '98.00', discount: '2.00' },
        { number: 'INV-1000002', amount: '200.00', discount: '' },
      ],
      total: '298.00',
    })
  })

  test('without a header may have gross, discount and net', () => {
    expect(rows('1\tINV-1000001\t100.00\t2.00\t98.00\n2\tINV-1000002\t50.00\t0.00\t50.00')).toEqual(
      [
        ['INV-1000001', '98.00', '2.00'],
        ['INV-1000002', '50.00', ''],
      ],
    )
  })

  test('has a total that becomes no row', () => {
    expect(parseRemittance('1000001 98.00\n1000002 50.00\nTotal 148.00')).toEqual({
      rows: [
        { number: '1000001', amount: '98.00', discount: '' },
        { number: '1000002', amount: '50.00', discount: '' },
      ],
      total: '148.00',
    })
  })

  test('loses no row that is unreadable', () => {
    expect(rows('INV-1000001\t98.00\nto be clarified\t12.00\nINV-1000003\tn/a')).toEqual([
      ['INV-1000001', '98.00', ''],
      ['to be clarified', '12.00', ''],
      ['INV-1000003', 'n/a', ''],
    ])
    expect(rows('INV-1000001\nINV-1000002')).toEqual([
      ['INV-1000001', '', ''],
      ['INV-1000002', '', ''],
    ])
  })

  test('of one cell is no block', () => {
    expect(parseRemittance('INV-1000001')).toBeUndefined()
    expect(parseRemittance('')).toBeUndefined()
  })
})

test.each([
  ['$1,234.50', '1234.50'],
  ['1.234,50', '1234.50'],
  ['98', '98'],
  ['(12.00)', '-12.00'],
  ['-12.00', '-12.00'],
  ['12.00-', '-12.00'],
  ['45.10 USD', '45.10'],
  ['1,23,456', undefined],
  ['2026-02-25', undefined],
  ['02/25/2026', undefined],
  ['12.345', undefined],
  ['n/a', undefined],
  ['', undefined],
])('%j is the amount %j', (cell, amount) => {
  expect(amountOfCell(cell)).toBe(amount)
})
