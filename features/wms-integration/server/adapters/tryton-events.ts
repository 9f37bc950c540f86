import * as z from 'zod/mini'
import type { EventPage } from '../../protocol.ts'
import type { TrytonContext } from './tryton-customers-and-items.ts'
import { toTryton, trytonMoment } from './tryton-client.ts'

// Tryton has no event log: events are derived from the write dates of its records.

const batchSize = 100
const overlapMs = 5 * 60_000

/** How far one model was read: the last write date, and how many records of that date to skip. */
const cursorSchema = z.object({ since: z.nullable(z.string()), skip: z.int() })
const cursorShape = z.object({ out: cursorSchema, in: cursorSchema, moves: cursorSchema })
type EventCursor = z.infer<typeof cursorSchema>

const start: EventCursor = { since: null, skip: 0 }

/** Movements before the start are included in the first count. */
const beginning = (now: Date) => {
  return { out: start, in: start, moves: { since: now.toISOString(), skip: 0 } }
}

/**
 * Reads the warehouse staff's events since the cursor: shipped customer shipments, received
 * supplier shipments, and found or lost stock. Omits records written by Prizm itself. An event may
 * be reported again, always with the same ID.
 */
export async function readTrytonEvents(
  tryton: TrytonContext,
  { cursor, now }: { cursor: string | undefined; now: Date },
): Promise<EventPage> {
  const from = cursor === undefined ? beginning(now) : cursorShape.parse(JSON.parse(cursor))
  const out = await readKind(tryton, from.out, shipped)
  const inward = await readKind(tryton, from.in, received)
  const moves = await readKind(tryton, from.moves, found)
  const hasMore = [out, inward, moves].some((each) => each.hasMore)
  const next = { out: out.next, in: inward.next, moves: moves.next }
  const events = [...out.events, ...inward.events, ...moves.events]
  return { events, cursor: JSON.stringify(next), hasMore }
}

type Event = EventPage['events'][number]
type WrittenRecord = { id: number; write_date: string }

type Reading<T extends WrittenRecord> = {
  model: string
  schema: z.ZodMiniType<T>
  domain: (tryton: TrytonContext) => readonly unknown[]
  fields: readonly string[]
  toEvents: (tryton: TrytonContext, found: readonly T[]) => Promise<Event[]>
}

async function readKind<T extends WrittenRecord>(
  tryton: TrytonContext,
  from: EventCursor,
  { model, schema, domain, fields, toEvents }: Reading<T>,
): Promise<{ events: Event[]; next: EventCursor; hasMore: boolean }> {
  const since = from.since === null ? [] : [['write_date', '>=', toTryton(from.since)]]
  const rows = await tryton.session.read(model, schema, {
    domain: [...domain(tryton), ...since],
    fields: [...fields, 'write_date'],
    order: [
      ['write_date', 'ASC'],
      ['id', 'ASC'],
    ],
    limit: batchSize,
    offset: from.skip,
  })
  const last = rows.at(-1)?.write_date
  const events = rows.length === 0 ? [] : await toEvents(tryton, rows)
  if (last !== undefined && rows.length === batchSize) {
    const skip = rows.filter((row) => row.write_date === last).length
    const isSame = last === from.since
    return { events, next: { since: last, skip: isSame ? from.skip + skip : skip }, hasMore: true }
  }
  // Goes back by `overlapMs`, to find transactions that committed after later ones.
  const back = last && new Date(Date.parse(last) - overlapMs).toISOString()
  const since2 = back && (from.since === null || back > from.since) ? back : from.since
  return { events, next: { since: since2, skip: 0 }, hasMore: false }
}

const head = {
  id: z.int(),
  reference: z.nullable(z.string()),
  write_date: trytonMoment,
}
const productSchema = z.object({
  shipment: z.string(),
  quantity: z.number(),
  'product.': z.object({ code: z.string() }),
})

/** The moved goods of shipments, by shipment. */
async function linesOf(
  { session }: TrytonContext,
  { model, ids, way }: { model: string; ids: readonly number[]; way: readonly unknown[] },
): Promise<Map<number, { sku: string; quantity: number }[]>> {
  const moves = await session.read('stock.move', productSchema, {
    domain: [['shipment', 'in', ids.map((id) => `${model},${id}`)], ['state', '=', 'done'], way],
    fields: ['shipment', 'quantity', 'product.code'],
    order: [['id', 'ASC']],
  })
  const byShipment = new Map<number, { sku: string; quantity: number }[]>()
  for (const { shipment, quantity, 'product.': product } of moves) {
    const id = Number(shipment.split(',')[1])
    const line = { sku: product.code, quantity: Math.round(quantity) }
    if (line.quantity > 0) byShipment.set(id, [...(byShipment.get(id) ?? []), line])
  }
  return byShipment
}

const notFromUsFilter = ({ places }: TrytonContext) => [
  ['reference', '!=', null],
  ['write_uid', '!=', places.userId],
]

const shipped: Reading<z.infer<z.ZodMiniObject<typeof head>>> = {
  model: 'stock.shipment.out',
  schema: z.object(head),
  domain: (tryton) => [['state', '=', 'done'], ...notFromUsFilter(tryton)],
  fields: ['reference'],
  toEvents: async (tryton, rows) => {
    const toCustomer = ['to_location', '=', tryton.places.customer]
    const ids = rows.map(({ id }) => id)
    const lines = await linesOf(tryton, { model: 'stock.shipment.out', ids, way: toCustomer })
    return rows.flatMap(({ id, reference, write_date: shippedAt }) => {
      const own = lines.get(id)
      if (!own) return []
      const shipmentId = `TRYTON-OUT-${id}`
      const data = { shipmentId, orderNumber: reference ?? '', shippedAt, lines: own }
      return [{ id: shipmentId, type: 'shipment.created', timestamp: shippedAt, data }]
    })
  },
}

const received: Reading<z.infer<z.ZodMiniObject<typeof head>>> = {
  model: 'stock.shipment.in',
  schema: z.object(head),
  domain: (tryton) => [['state', 'in', ['received', 'done']], ...notFromUsFilter(tryton)],
  fields: ['reference'],
  toEvents: async (tryton, rows) => {
    const fromSupplier = ['from_location', '=', tryton.places.supplier]
    const ids = rows.map(({ id }) => id)
    const lines = await linesOf(tryton, { model: 'stock.shipment.in', ids, way: fromSupplier })
    return rows.flatMap(({ id, reference, write_date: receivedAt }) => {
      const own = lines.get(id)
      if (!own) return []
      const receiptId = `TRYTON-IN-${id}`
      const data = { receiptId, orderNumber: reference ?? '', receivedAt, lines: own }
      return [{ id: receiptId, type: 'receipt.created', timestamp: receivedAt, data }]
    })
  },
}

const foundMove = z.object({
  id: z.int(),
  quantity: z.number(),
  from_location: z.int(),
  write_date: trytonMoment,
  'product.': z.object({ code: z.string() }),
})

/** Inventory counts by the warehouse staff, as moves from or to the lost-and-found location. */
const found: Reading<z.infer<typeof foundMove>> = {
  model: 'stock.move',
  schema: foundMove,
  domain: ({ places }) => [
    ['state', '=', 'done'],
    ['origin', 'like', 'stock.inventory.line,%'],
    ['create_uid', '!=', places.userId],
  ],
  fields: ['quantity', 'from_location', 'product.code'],
  toEvents: async ({ places }, rows) =>
    rows.map(({ id, quantity, from_location: from, write_date: occurredAt, ...row }) => {
      const movementId = `TRYTON-MOVE-${id}`
      const delta = Math.round(from === places.lostFound ? quantity : -quantity)
      const data = { movementId, sku: row['product.'].code, delta, occurredAt, reason: 'Counted' }
      return { id: movementId, type: 'stock.moved', timestamp: occurredAt, data }
    }),
}
