import { expect, test } from 'vitest'
import { priceName, termsText } from './labels.ts'

test.each([
  ['net-30', 'Net 30'],
  ['Net60', 'Net 60'],
  ['n/45', 'Net 45'],
  ['30 days EOM', 'Net 30 EOM'],
  ['2/10 net 30', '2/10 net 30'],
  ['1%10 net 45', '1/10 net 45'],
  ['due-on-receipt', 'Due on receipt'],
  ['C.O.D.', 'COD'],
  ['prepaid', 'Prepaid'],
  ['10th prox', '10th prox'],
  ['when it rains', 'when it rains'],
])('%s is parsed as %s', (terms, text) => {
  expect(termsText(terms)).toBe(text)
})

test('priceName formats price levels and price sources', () => {
  expect(['standard', 'tier1', 'tier3', 'contract', 'replacement'].map(priceName)).toEqual([
    'Standard',
    'Tier 1',
    'Tier 3',
    'Contract',
    'Replacement',
  ])
})
