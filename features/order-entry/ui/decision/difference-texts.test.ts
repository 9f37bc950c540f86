import { expect, test } from 'vitest'
import { differenceText } from './difference-texts.ts'

const codes = ['BOLT-1', 'NUT-2']

test.each([
  ['items.0.unitPrice', '10.00', '12.50', ['BOLT-1: unit price', '$10.00', '$12.50']],
  ['items.1.qtyReserved', '6', '4', ['NUT-2: ships now', '6', '4']],
  ['items.1.priceSource', 'standard', 'contract', ['NUT-2: price', 'Standard', 'Contract']],
  ['items.2.taxAmount', '4.80', '6.00', ['Line 3: tax', '$4.80', '$6.00']],
  ['total', '79.80', '96.00', ['Total', '$79.80', '$96.00']],
  ['credit', null, 'On credit hold', ['Credit', 'Approved', 'On credit hold']],
  ['stock', null, 'There is not enough stock', ['Stock', 'Available', 'There is not enough stock']],
  ['holdReason', null, 'margin', ['Hold', 'None', 'Margin']],
])('%s from %s to %s', (path, shown, now, expected) => {
  const { name, ...values } = differenceText({ path, shown, now }, codes)
  expect([name, values.shown, values.now]).toEqual(expected)
})
