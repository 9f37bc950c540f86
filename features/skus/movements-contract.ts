import * as z from 'zod/mini'
import { choiceQuery, endpoint, listQuery } from '#platform/kernel/endpoint.ts'
import { moveKinds } from './rules.ts'

const nullableText = z.nullable(z.string())

/**
 * One line of a SKU's stock ledger. `onHandAfter` is what was on hand when it was booked;
 * `document` is the number of the order behind it, where there is one.
 */
export const stockMove = z.object({
  id: z.int(),
  kind: z.enum(moveKinds),
  onHandDelta: z.int(),
  reservedDelta: z.int(),
  onOrderDelta: z.int(),
  onHandAfter: z.int(),
  refType: z.string(),
  refId: z.int(),
  document: nullableText,
  reason: nullableText,
  occurredAt: z.string(),
  by: z.string(),
})
export type StockMove = z.infer<typeof stockMove>

export const stockMoveQuery = z.object({ ...listQuery, kind: choiceQuery(moveKinds) })
export type StockMoveQuery = z.output<typeof stockMoveQuery>

export const listStockMoves = endpoint('GET', '/api/skus/:id/moves', {
  permission: 'skus.read',
  query: stockMoveQuery,
  returns: z.array(stockMove),
  summary: "A SKU's stock movements, newest first",
})

/** Units of a purchase order that are still to come; late where their day has passed. */
const arrival = z.object({
  orderNumber: z.string(),
  expectedDate: z.nullable(z.string()),
  isLate: z.boolean(),
  quantity: z.int(),
})
export type Arrival = z.infer<typeof arrival>

export const supply = z.object({
  available: z.int(),
  /** What orders wait for already; it is served first. */
  backordered: z.int(),
  arrivals: z.array(arrival),
  /** The first day on which the units asked for are free; null where no such day is known. */
  promise: z.nullable(z.string()),
})
export type Supply = z.infer<typeof supply>

export const readSupply = endpoint('GET', '/api/skus/:id/supply', {
  permission: 'skus.read',
  query: z.object({ quantity: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1) }),
  returns: supply,
  summary: 'What will be there of a SKU and when, and the day a quantity can be promised for',
})
