import type { StockMove } from '../../contract.ts'

const screenOf: Record<string, '/purchase-orders' | '/returns'> = {
  purchase_order: '/purchase-orders',
  return: '/returns',
}

/** The document of a movement on its screen; undefined for a movement without one. */
export function documentAddress({ refType, document }: StockMove) {
  if (!document) return undefined
  return { to: screenOf[refType] ?? '/sales-orders', search: { open: document } } as const
}

/** The document of the last of these movements that has one. */
export function addressOfMoves(moves: readonly StockMove[]) {
  return moves.map(documentAddress).findLast((address) => address !== undefined)
}
