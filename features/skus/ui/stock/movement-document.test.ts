import { expect, test } from 'vitest'
import type { StockMove } from '../../contract.ts'
import { addressOfMoves, documentAddress } from './movement-document.ts'

const move = (refType: string, document: string | null) => ({ refType, document }) as StockMove

test.each([
  ['sales_order', 'SO-1', '/sales-orders'],
  ['purchase_order', 'PO-1', '/purchase-orders'],
  ['return', 'RMA-1', '/returns'],
])('a movement of a %s opens %s on its screen', (refType, document, to) => {
  expect(documentAddress(move(refType, document))).toEqual({ to, search: { open: document } })
})

test('a movement without a document opens nothing', () => {
  expect(documentAddress(move('sku', null))).toBeUndefined()
})

test('several movements open the last document that one of them has', () => {
  const moves = [move('sales_order', 'SO-1'), move('sales_order', 'SO-2'), move('sku', null)]
  expect(addressOfMoves(moves)).toEqual({ to: '/sales-orders', search: { open: 'SO-2' } })
  expect(addressOfMoves([move('sku', null)])).toBeUndefined()
})
