import * as z from 'zod/mini'
import type { Answer, OutboundDocument, Warehouse } from './warehouse-adapter.ts'
import { UnusableResponse } from './warehouse-adapter.ts'
import type { EventPage, SentResult, SnapshotPage, WarehouseStatus } from '../../protocol.ts'
import type { DocumentKind } from '../../rules.ts'
import { readTrytonEvents } from './tryton-events.ts'
import { type TrytonContext, sendCustomer, sendItem } from './tryton-customers-and-items.ts'
import { TrytonRefusal, type TrytonTarget } from './tryton-call.ts'
import { toTryton, trytonSession } from './tryton-client.ts'
import { sendExpected, sendMovement, sendOrder } from './tryton-shipments.ts'
import { findLocations, type TrytonLocations } from './tryton-locations.ts'

/** A warehouse in the stock module of Tryton 6.0, over its JSON-RPC (docs/wms-tryton.md). */
export function trytonWarehouse(target: TrytonTarget): Warehouse {
  let places: TrytonLocations | undefined
  const open = async (): Promise<TrytonContext> => {
    const session = trytonSession(target)
    places ??= await findLocations(session, target)
    session.context['company'] = places.company
    return { session, places }
  }
  return {
    status: async () => greeting(await open()),
    send: async (kind, documents) => sendDocuments(await open(), kind, documents),
    readInventory: async (cursor) => countPage(await open(), target, cursor),
    readEvents: async (cursor): Promise<Answer<EventPage>> => {
      const tryton = await open()
      const value = await readTrytonEvents(tryton, { cursor, now: target.clock() })
      return { value, exchanged: tryton.session.exchanged('events') }
    },
    askForWebhook: async () => {
      const exchanged = (await open()).session.exchanged('webhook-test')
      const sentence = 'Tryton sends no webhooks. Its events are read at every sync'
      throw new UnusableResponse(sentence, { status: 200, exchanged })
    },
  }
}

/** A Tryton without counts and moves gets our stock on hand as its opening stock. */
async function greeting({ session, places }: TrytonContext): Promise<Answer<WarehouseStatus>> {
  const done = [['state', '=', 'done']]
  const counts = await session.count('stock.inventory', done)
  const moves = counts > 0 ? 1 : await session.count('stock.move', done)
  const value = { name: `Tryton, ${places.warehouse.name}`, wantsOpeningStock: moves === 0 }
  return { value, exchanged: session.exchanged('status') }
}

type SendOutcome = Pick<SentResult, 'status' | 'reason'>

const takers: Readonly<
  Record<
    DocumentKind,
    (tryton: TrytonContext, one: OutboundDocument) => Promise<SendOutcome | void>
  >
> = {
  customer: sendCustomer,
  item: sendItem,
  movement: sendMovement,
  order: sendOrder,
  expected_receipt: sendExpected,
  // Tryton reports that it does not handle returns, so this is never called.
  expected_return: async () => ({ status: 'rejected', reason: 'Returns are received in Prizm' }),
}

/** Sends the documents one by one, so that a refused one does not stop the others. */
async function sendDocuments(
  tryton: TrytonContext,
  kind: DocumentKind,
  documents: readonly OutboundDocument[],
): Promise<Answer<SentResult[]>> {
  const value: SentResult[] = []
  for (const document of documents) {
    const id = document.messageId
    try {
      const result = await takers[kind](tryton, document)
      value.push({ id, ...(result ?? { status: 'accepted' }) })
    } catch (error) {
      if (!(error instanceof TrytonRefusal)) throw error
      value.push({ id, status: 'rejected', reason: error.message.slice(0, 500) })
    }
  }
  return { value, exchanged: tryton.session.exchanged(kind) }
}

const pageSize = 1000
const attempts = 3

const counted = z.object({ id: z.int(), code: z.string(), quantity: z.number() })

/**
 * Reads a page of the stock in the warehouse, including its input and output locations. Each page
 * is a separate count: Tryton reports the current stock, not the stock at the time of the first
 * page.
 */
async function countPage(
  { session, places }: TrytonContext,
  { clock }: TrytonTarget,
  cursor: string | undefined,
): Promise<Answer<SnapshotPage>> {
  const after = Number(cursor ?? 0)
  const goods = [
    ['type', '=', 'goods'],
    ['code', '!=', null],
  ]
  const total = cursor === undefined ? await session.count('product.product', goods) : undefined
  for (let attempt = 1; ; attempt += 1) {
    const asOf = clock().toISOString()
    const found = await session.read('product.product', counted, {
      domain: [...goods, ['id', '>', after]],
      fields: ['code', 'quantity'],
      order: [['id', 'ASC']],
      limit: pageSize,
      context: { locations: [places.warehouse.id] },
    })
    // Counts again if goods moved during the read: they would be posted twice.
    const moved = [
      ['state', '=', 'done'],
      ['write_date', '>=', toTryton(asOf)],
    ]
    if (attempt < attempts && (await session.count('stock.move', moved)) > 0) continue
    const lines = found.map(({ code, quantity }) => ({ sku: code, onHand: Math.round(quantity) }))
    const next = found.length === pageSize ? String(found.at(-1)?.id) : null
    const snapshotId = `TRYTON-${asOf}-${after}`
    const value = { snapshotId, asOf, ...(total !== undefined && { total }), lines, next }
    return { value, exchanged: session.exchanged('inventory') }
  }
}
