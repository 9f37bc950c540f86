import { nightBefore } from './calendar.ts'
import { chanceOf } from './seeded-random.ts'
import type { DemoOrder } from './orders.ts'
import { type DemoPurchase, purchaseMoves } from './purchases.ts'
import { type DemoReturn, returnMoves } from './returns.ts'
import type { DemoSku } from './skus.ts'

export type Move = {
  skuId: number
  kind:
    | 'adjust'
    | 'wms_adjust'
    | 'reserve'
    | 'ship'
    | 'release'
    | 'order'
    | 'receive'
    | 'close'
    | 'return'
  onHand: number
  reserved: number
  onOrder?: number
  /** The source purchase order. `orderId` is the sales order, 0 if there is none. */
  purchaseId?: number
  orderId: number
  /** The source return. */
  returnId?: number
  line: number
  at: number
  by: string
}

/** A SKU's counters after the history, and its minimum stock. */
export type Level = { onHand: number; reserved: number; onOrder: number; minimum: number }

type Shelf = {
  sku: DemoSku
  onHand: number
  free: number
  reserved: number
  onOrder: number
  sold: number
}

type StockFacts = {
  skus: readonly DemoSku[]
  purchases: readonly DemoPurchase[]
  returns: readonly DemoReturn[]
  low: number
  start: number
  now: number
}

/**
 * The stock ledger behind the orders: an opening count, receipts of purchase orders, reservations,
 * shipments and releases of sales orders, returns both ways, and warehouse adjustments in the night
 * before a shortage. Goods of pending orders are left available. Afterwards exactly `low` SKUs are
 * at or below their minimum.
 */
export function bookStock(
  orders: readonly DemoOrder[],
  { skus, purchases, returns, low, start, now }: StockFacts,
): { moves: Move[]; levels: Map<number, Level> } {
  const chance = chanceOf('stock')
  const moves: Move[] = []
  const book = (shelf: Shelf, move: Omit<Move, 'skuId'>) => {
    moves.push({ skuId: shelf.sku.id, ...move })
    shelf.onHand += move.onHand
    shelf.reserved += move.reserved
    shelf.onOrder += move.onOrder ?? 0
  }
  const shelves = shelvesOf(skus)
  const fill: Fill = (shelf, kind, { units, at }) => {
    book(shelf, { kind, onHand: units, reserved: 0, orderId: 0, line: 0, at, by: 'warehouse' })
    shelf.free += units
  }
  for (const shelf of shelves.values()) {
    fill(shelf, 'adjust', { units: chance.between(8, 40) * 5, at: start })
  }
  const bought = purchases.flatMap(purchaseMoves).sort((a, b) => a.at - b.at)
  const bringUntil = (moment: number) => {
    while (bought[0] && bought[0].at <= moment) {
      const { skuId, ...move } = bought.shift() as Move
      const shelf = shelves.get(skuId) as Shelf
      book(shelf, move)
      shelf.free += move.onHand
    }
  }
  for (const order of orders) {
    bringUntil(order.placedAt)
    order.lines.forEach(({ skuId, quantity }, index) => {
      const shelf = shelves.get(skuId) as Shelf
      if (shelf.free < quantity) {
        const units = Math.ceil((quantity + 20 + shelf.sold / 4) / 10) * 10
        fill(shelf, 'wms_adjust', { units, at: nightBefore(order.placedAt) })
      }
      shelf.free -= quantity
      shelf.sold += quantity
      for (const move of movesOf(order, quantity)) book(shelf, { ...move, line: index + 1 })
    })
  }
  bringUntil(now)
  for (const { skuId, ...move } of returns.flatMap(returnMoves)) {
    const shelf = shelves.get(skuId) as Shelf
    const units = move.onHand - move.reserved
    if (move.kind === 'reserve' && shelf.free < move.reserved) {
      fill(shelf, 'wms_adjust', { units: move.reserved + 20, at: nightBefore(move.at) })
    }
    book(shelf, move)
    shelf.free += units
  }
  const minimums = setMinimums([...shelves.values()], { low, now, fill })
  return { moves: moves.sort((a, b) => a.at - b.at), levels: levelsOf(shelves, minimums) }
}

function shelvesOf(skus: readonly DemoSku[]): Map<number, Shelf> {
  const empty = { onHand: 0, free: 0, reserved: 0, onOrder: 0, sold: 0 }
  return new Map(skus.map((sku) => [sku.id, { sku, ...empty }]))
}

function levelsOf(shelves: ReadonlyMap<number, Shelf>, minimums: ReadonlyMap<number, number>) {
  return new Map(
    [...shelves].map(([id, { onHand, reserved, onOrder }]) => {
      return [id, { onHand, reserved, onOrder, minimum: minimums.get(id) ?? 0 }]
    }),
  )
}

type Delivery = { units: number; at: number }
type Fill = (shelf: Shelf, kind: 'adjust' | 'wms_adjust', delivery: Delivery) => void

/** The stock movements of an order line; none for a pending order, which is not yet placed. */
function movesOf(order: DemoOrder, quantity: number): Omit<Move, 'skuId' | 'line'>[] {
  if (order.status === 'pending') return []
  const { id: orderId, placedAt, by, steps } = order
  const reserve = { kind: 'reserve' as const, onHand: 0, reserved: quantity, orderId, by }
  const later = steps.flatMap((step): Omit<Move, 'skuId' | 'line'>[] => {
    const back = { reserved: -quantity, orderId, at: step.at, by: step.by }
    if (step.verb === 'ship') return [{ kind: 'ship' as const, onHand: -quantity, ...back }]
    return step.verb === 'cancel' ? [{ kind: 'release' as const, onHand: 0, ...back }] : []
  })
  return [{ ...reserve, at: placedAt }, ...later]
}

/**
 * Minimums of about two weeks' sales. SKUs below theirs are replenished, except the `low` scarcest.
 */
function setMinimums(
  shelves: readonly Shelf[],
  { low, now, fill }: { low: number; now: number; fill: Fill },
): Map<number, number> {
  const scarce = lowestStock(shelves, low)
  return new Map(
    shelves.map((shelf) => {
      const minimum = minimumOf(shelf)
      if (scarce.includes(shelf)) return [shelf.sku.id, minimum]
      const missing = minimum + 1 - shelf.onHand
      if (missing > 0) {
        const units = Math.ceil((missing + minimum) / 10) * 10
        fill(shelf, 'wms_adjust', { units, at: Math.min(now, nightBefore(now)) })
      }
      return [shelf.sku.id, minimum]
    }),
  )
}

function minimumOf({ sold }: Shelf): number {
  return Math.max(5, Math.ceil(sold / 26 / 5) * 5)
}

/** SKUs at or just below their minimum, from many categories. */
function lowestStock(shelves: readonly Shelf[], count: number): Shelf[] {
  const missing = (shelf: Shelf) => minimumOf(shelf) - shelf.onHand
  return shelves
    .filter((shelf) => missing(shelf) >= 0 && shelf.onHand > 0)
    .sort((a, b) => missing(a) - missing(b) || b.onHand - a.onHand || a.sku.id - b.sku.id)
    .slice(0, count)
}
