import { describe, expect, test } from 'vitest'
import { parsePastedLines, withInsertedLines, withoutAddedLines } from './pasted-lines.ts'

const two = [
  { code: 'HX-1207', quantity: '12', price: '' },
  { code: 'ABR-10', quantity: '1200', price: '' },
]
const priced = [
  { code: 'HX-1207', quantity: '12', price: '4.10' },
  { code: 'ABR-10', quantity: '1200', price: '1250.00' },
]

describe('parses a block copied from a spreadsheet', () => {
  test.each([
    ['parted by tabs', 'HX-1207\t12\r\nABR-10\t1,200\r\n'],
    ['parted by commas', 'HX-1207,12\nABR-10,"1,200"'],
    ['parted by commas and spaces', 'HX-1207, 12\nABR-10, 1200'],
    ['parted by semicolons', 'HX-1207;12\nABR-10;1200'],
    ['parted by spaces', 'HX-1207 12\n  ABR-10   1,200\n'],
    ['with names between spaces', 'HX-1207 Hex bolt M8 12\nABR-10 Brace 1200'],
    ['with column names', 'SKU\tQty\nHX-1207\t12\nABR-10\t1200'],
    ['with column names in another order', 'Quantity,Item\n12,HX-1207\n1200,ABR-10'],
    ['with a description between', 'HX-1207\tHex bolt\t12\nABR-10\tBrace, left\t1200'],
    ['with the quantity first', '12\tHX-1207\n1200\tABR-10'],
    ['with line numbers', '1\tHX-1207\t12\n2\tABR-10\t1200'],
    ['with decimals that say nothing', 'HX-1207\t12.00\nABR-10\t1200.0'],
  ])('%s', (_, text) => expect(parsePastedLines(text)).toEqual(two))

  test.each([
    ['with tabs', 'HX-1207\t12\t$4.10\nABR-10\t1200\t1,250.00'],
    ['with column names', 'Part no\tUnit price\tQty\nHX-1207\t4.10\t12\nABR-10\t1250.00\t1200'],
    ['with spaces', 'HX-1207 12 4.10\nABR-10 1200 1,250.00'],
  ])('with a price, %s', (_, text) => expect(parsePastedLines(text)).toEqual(priced))

  test('one row with a tab is a block, too', () => {
    expect(parsePastedLines('HX-1207\t12')).toEqual(two.slice(0, 1))
  })
  test('a list of codes has a quantity of 1 each', () => {
    expect(parsePastedLines('HX-1207\nABR-10')).toEqual([
      { code: 'HX-1207', quantity: '1', price: '' },
      { code: 'ABR-10', quantity: '1', price: '' },
    ])
  })
  test('all-digit codes are recognized as codes', () => {
    expect(parsePastedLines('40123451\t12\n40123468\t3')).toEqual([
      { code: '40123451', quantity: '12', price: '' },
      { code: '40123468', quantity: '3', price: '' },
    ])
  })
})

test.each([
  ['in a description', 'HX-1207\t12" pipe\t12\nABR-10\t6" pipe\t1200'],
  ['at the start of a description', 'HX-1207\t" x 2\t12\nABR-10\tBrace\t1200'],
  ['doubled in a quoted cell', 'HX-1207,"3"" pipe, left",12\nABR-10,Brace,1200'],
])('an inch sign %s does not swallow the next cell', (_, text) => {
  expect(parsePastedLines(text)).toEqual(two)
})

test('an inch sign is part of a code', () => {
  expect(parsePastedLines('PIPE-3/4"\t12\nPIPE-1"\t3')).toEqual([
    { code: 'PIPE-3/4"', quantity: '12', price: '' },
    { code: 'PIPE-1"', quantity: '3', price: '' },
  ])
})

test('an invalid number is returned unchanged, for the field to reject', () => {
  const read = parsePastedLines('HX-1207\t12\t4.10\nABR-10\t2.5\tfree\nHX-1\t\t1.00')
  expect(read?.slice(1)).toEqual([
    { code: 'ABR-10', quantity: '2.5', price: 'free' },
    { code: 'HX-1', quantity: '', price: '1.00' },
  ])
})

test('a price with a decimal comma is returned unchanged, not a hundred times as high', () => {
  const read = parsePastedLines('HX-1207;12;4,10\nABR-10;3;1,250.00')
  expect(read).toEqual([
    { code: 'HX-1207', quantity: '12', price: '4,10' },
    { code: 'ABR-10', quantity: '3', price: '1250.00' },
  ])
})

test.each(['HX-1207', 'HX-1207\r\n', 'hex bolt 12', ''])('“%s” is not a block of cells', (text) => {
  expect(parsePastedLines(text)).toBeUndefined()
})

test('Undo removes the lines that were added at once, and leaves what was typed since', () => {
  const empty = { sku: '', added: undefined }
  const lines = [
    { sku: 'S-1 changed', added: undefined },
    { sku: 'S-7', added: 'one' },
    { sku: 'S-8', added: 'two' },
    { sku: 'S-9', added: 'one' },
    { sku: 'S-2 typed', added: undefined },
  ]
  const codes = (replaced?: typeof empty) =>
    withoutAddedLines<(typeof lines)[number]>(lines, 'one', replaced).map(({ sku }) => sku)
  expect(codes()).toEqual(['S-1 changed', 'S-8', 'S-2 typed'])
  expect(codes(empty)).toEqual(['S-1 changed', '', 'S-8', 'S-2 typed'])
})

test('lines are inserted in place of an empty line, or below another one', () => {
  const insert = (index: number) =>
    withInsertedLines(['a', '', 'b'], index, {
      newLines: ['x', 'y'],
      isEmpty: (line) => line === '',
    })
  expect(insert(0)).toEqual({ lines: ['a', 'x', 'y', '', 'b'], from: 1, replaced: undefined })
  expect(insert(1)).toEqual({ lines: ['a', 'x', 'y', 'b'], from: 1, replaced: '' })
})
