import { expect, test } from 'vitest'
import { withCorrectedCells } from './corrected-cells.ts'

const rows = [['RCH', 'BOLT', '2 pcs', 'x'], ['RCH', 'NUT'], []]
const facts = { numbers: [2, 3, 5], fields: ['code', 'sku', 'quantity', undefined] }

test('each corrected text is in its column, in all of its rows', () => {
  const cells = [
    { rows: [2, 3], field: 'code', value: 'RICH' },
    { rows: [2], field: 'quantity', value: '2' },
    { rows: [5], field: 'quantity', value: '7' },
  ]
  expect(withCorrectedCells(rows, { ...facts, cells })).toEqual([
    ['RICH', 'BOLT', '2', 'x'],
    ['RICH', 'NUT', '', ''],
    ['', '', '7', ''],
  ])
})

test('an emptied text is empty; a row or a column that is not there changes nothing', () => {
  const cells = [
    { rows: [3], field: 'code', value: '' },
    { rows: [4], field: 'code', value: 'RICH' },
    { rows: [2], field: 'unit', value: 'EA' },
  ]
  expect(withCorrectedCells(rows, { ...facts, cells })).toEqual([
    ['RCH', 'BOLT', '2 pcs', 'x'],
    ['', 'NUT', '', ''],
    ['', '', '', ''],
  ])
})

test('without corrections the rows are those of the file', () => {
  expect(withCorrectedCells(rows, { ...facts, cells: [] })).toBe(rows)
})
