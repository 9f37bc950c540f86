import type * as z from 'zod/mini'
import { deliverSalesOrder } from '#features/sales-orders/server/service.ts'
import { lockAdjustmentMonth, bookFound } from '#features/skus/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { requiredSentence } from '#platform/server/http/validation-messages.ts'
import { fieldErrors } from '#platform/server/http/parse-request.ts'
import { compareWithKnown } from './known-events.ts'
import { raiseProblem, resolveProblems } from '../problems.ts'
import * as protocol from '../../protocol.ts'
import { recordCancelAnswer } from '../outbound/cancellation-and-change-answers.ts'
import { findOrder, receive, ship } from './shipment-and-receipt-events.ts'
import { problemOf } from './event-problems.ts'
import { type Outcome, malformed } from './event-outcome.ts'
import { readStoredEvent } from './read-stored-event.ts'
import {
  type ImportedEvent,
  reportReused,
  storeFailedRetry,
  storeRefusal,
} from './refused-events.ts'
import type { DataType } from '../../rules.ts'
import type { Effect } from './match-lines.ts'
import * as store from '../store.ts'

/** A kind of event: its schema, its subject, and how it is applied in the transaction. */
type Kind<D> = {
  schema: {
    safeParse(
      value: unknown,
      how?: { error: typeof requiredSentence },
    ): { success: boolean; data?: D; error?: unknown }
  }
  dataType: DataType
  /** The key of the message. It includes the subject, because a number may cover several. */
  idOf(data: D): string
  recordOf(data: D): string
  link: string
  apply(ctx: Context, data: D): Promise<Effect>
}

/** The later answer to a cancellation or a change. */
const answered = kind<protocol.CancelAnswer>({
  schema: protocol.cancelAnswer,
  dataType: 'orders',
  idOf: (data) => data.documentId,
  recordOf: (data) => data.orderNumber,
  link: '/sales-orders',
  apply: recordCancelAnswer,
})

type ExceptionInTransit = {
  shipmentId: string
  orderNumber: string
  happenedAt: string
  reason: string
}

const kinds: Readonly<Record<string, Kind<never>>> = {
  'shipment.created': kind<protocol.Shipment>({
    schema: protocol.shipment,
    dataType: 'orders',
    idOf: (data) => `${data.shipmentId} ${data.orderNumber}`,
    recordOf: (data) => data.orderNumber,
    link: '/sales-orders',
    apply: ship,
  }),
  'shipment.delivered': kind<{ shipmentId: string; orderNumber: string; deliveredAt: string }>({
    schema: protocol.delivery,
    dataType: 'orders',
    idOf: (data) => `${data.shipmentId} ${data.orderNumber}`,
    recordOf: (data) => data.orderNumber,
    link: '/sales-orders',
    apply: async (ctx, data) => {
      const order = await findOrder(ctx, data.orderNumber)
      await deliverSalesOrder(ctx, order.id, { ifMatch: undefined })
      return {}
    },
  }),
  'shipment.exception': kind<ExceptionInTransit>({
    schema: protocol.deliveryException,
    dataType: 'orders',
    idOf: (data) => `${data.shipmentId} ${data.orderNumber} ${data.happenedAt}`,
    recordOf: (data) => data.orderNumber,
    link: '/sales-orders',
    apply: async (_ctx, data) => ({ problem: `The carrier says: ${data.reason}` }),
  }),
  'receipt.created': kind<protocol.Receipt>({
    schema: protocol.receipt,
    dataType: 'purchase_orders',
    idOf: (data) => `${data.receiptId} ${data.orderNumber}`,
    recordOf: (data) => data.orderNumber,
    link: '/purchase-orders',
    apply: receive,
  }),
  // A document the warehouse could not read; only warehouses with files report this so late.
  'document.refused': kind<{ documentId: string; orderNumber: string; reason: string }>({
    schema: protocol.refusal,
    dataType: 'orders',
    idOf: (data) => data.documentId,
    recordOf: (data) => data.orderNumber,
    link: '/sales-orders',
    apply: async (_ctx, { reason }) => ({
      problem: `The warehouse rejected the document: ${reason}`,
    }),
  }),
  'cancel.answered': answered,
  'change.answered': answered,
  'stock.moved': kind<{ movementId: string; sku: string; delta: number; occurredAt: string }>({
    schema: protocol.movement,
    dataType: 'inventory',
    idOf: (data) => `${data.movementId} ${data.sku}`,
    recordOf: (data) => data.sku,
    link: '/skus',
    apply: move,
  }),
}

function kind<D>(of: Kind<D>): Kind<never> {
  return of as unknown as Kind<never>
}

/**
 * Applies an event of the warehouse once, however often and by whatever channel it arrives. Its key
 * is its number and subject in lowercase; a known key with other content becomes a problem. An
 * event that our rules refuse becomes a problem too, except that a shipment of an unreleased order
 * is parked until the release.
 */
export async function applyEvent(
  ctx: Context,
  { type, data }: { type: string; data: unknown },
  messageId: number | null,
): Promise<Outcome> {
  const found = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (!found) {
    const message = `Must be one of ping, inventory.snapshot, ${Object.keys(kinds).join(', ')}`
    const reason = `${type} is not a known type`
    return { status: 'senseless', reason, fields: [{ path: 'type', message }] }
  }
  const parsed = found.schema.safeParse(data, { error: requiredSentence })
  if (!parsed.success) {
    const fields = fieldErrors(parsed.error as z.core.$ZodError, ['data'])
    return malformed(`The data of ${type} is not valid`, fields)
  }
  const externalId = found.idOf(parsed.data as never).toLowerCase()
  try {
    return await inTransaction(ctx, async (inner) => {
      const [added] = await rows<{ id: number }>(inner.db, store.addImport, [
        type,
        externalId,
        messageId,
        JSON.stringify(parsed.data),
      ])
      const event = { type, externalId, data: parsed.data }
      if (added) return applyImportedEvent(inner, { ...event, id: added.id })
      const known = await compareWithKnown(inner, { ...event, messageId })
      if (known.is === 'corrected') return applyImportedEvent(inner, { ...event, id: known.id })
      if (known.is === 'same') return { status: 'duplicate' }
      return reportReused(inner, event, found)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return storeRefusal(ctx, { type, externalId, messageId, data: parsed.data, error }, found)
  }
}

type Import = ImportedEvent & { id: number }

async function applyImportedEvent(
  ctx: Context,
  { id, type, externalId, data }: Import,
): Promise<Outcome> {
  const { apply, ...about } = kinds[type] as Kind<never>
  const { results, problem } = await apply(
    { ...ctx, channel: 'wms', occurredAt: await momentOf(ctx, data) },
    data as never,
  )
  const state = problem ? 'partial' : 'applied'
  await send(ctx, store.settleImport, [
    id,
    state,
    results ? JSON.stringify(results) : null,
    problem,
  ])
  const key = `import:${type}:${externalId}`
  if (!problem) {
    await resolveProblems(ctx, [key])
    return { status: 'applied' }
  }
  await raiseProblem(ctx, {
    ...problemOf(about, { type, externalId, data }),
    importId: id,
    reason: problem,
  })
  return { status: 'partial', reason: problem }
}

/** The event's time as reported, but not later than now, because the sender's clock may be fast. */
async function momentOf(ctx: Context, data: unknown): Promise<string> {
  const fields = data as Record<string, string | undefined>
  const sentence = fields['shippedAt'] ?? fields['receivedAt'] ?? fields['occurredAt']
  const at = sentence ?? fields['deliveredAt'] ?? fields['happenedAt'] ?? null
  const [found] = await rows<{ at: string }>(ctx.db, store.notLaterThanNow, [at])
  return found?.at ?? ctx.now.toISOString()
}

type WaitingImport = Import & { fingerprint: string }

/**
 * Retries a stored event with the data that it has under its lock, because a correction may replace
 * it. Returns undefined if it is no longer waiting, or was replaced while its retry was refused.
 */
export async function retryImport(ctx: Context, id: number): Promise<Outcome | undefined> {
  const tried: { event?: WaitingImport } = {}
  try {
    return await inTransaction(ctx, async (inner) => {
      const [waiting] = await rows<WaitingImport>(inner.db, store.lockImport, [id])
      if (!waiting) return undefined
      tried.event = waiting
      const read = readStoredEvent(kinds[waiting.type]?.schema, waiting.data)
      if (read.refusal) throw read.refusal
      return applyImportedEvent(inner, { ...waiting, data: read.data })
    })
  } catch (error) {
    const { event } = tried
    if (!(error instanceof Refusal) || !event) throw error
    return storeFailedRetry(ctx, { ...event, error }, kinds[event.type])
  }
}

/** Retries the events that wait for the release of an order. */
export async function retryParked(ctx: Context): Promise<void> {
  const parked = await rows<{ id: number }>(ctx.db, store.listParked)
  for (const { id } of parked) await retryImport(ctx, id)
}

type StockMovementEvent = { movementId: string; sku: string; delta: number; reason?: string }

/** Posts stock that the warehouse found or lost. */
async function move(
  ctx: Context,
  { movementId, sku, delta, reason }: StockMovementEvent,
): Promise<Effect> {
  await lockAdjustmentMonth(ctx)
  const [found] = await rows<{ id: number }>(ctx.db, store.lockSku, [sku.toLowerCase()])
  if (!found) throw new Refusal('refused', 'unknown-sku', `SKU ${sku} does not exist`)
  // One movement ID may cover several SKUs.
  const unique = `${movementId} ${found.id}`
  await bookFound(ctx, { skuId: found.id, delta, movementId: unique, reason })
  return {}
}
