import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { loggedRead, handshake } from '../adapters/logged-call.ts'
import { saveEventCursor, openConnection, type WmsConfig } from '../connection.ts'
import { UnusableResponse, type Warehouse } from '../adapters/warehouse-adapter.ts'
import { applyEvent, retryParked } from '../inbound/import-events.ts'
import { importCount } from '../counts/import-count.ts'
import { hashOf, recordOutcome } from './message-log.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { countInScope, planExports } from '../outbound/plan-exports.ts'
import { reportMalformed } from '../problems.ts'
import { sendWaiting } from '../outbound/send-exports.ts'
import { type DataType, type DocumentKind, type Job } from '../../rules.ts'
import { claimRun, endRun, momentNow, noteProgress, noteStep } from './runs.ts'

type Work = {
  ctx: Context
  runId: number
  warehouse: Warehouse
  eventsCursor: string | null
  windowMinutes: number
}

/** Called with the progress of a step; returns true if the run must stop. */
type Tick = (done: number, total: number) => Promise<boolean>

type PartResult = { processed: number; changed: number; failed: number; error?: string | null }

type Part = {
  dataType: DataType
  label: string
  work: (work: Work, tick: Tick) => Promise<PartResult>
}

const short: Readonly<Record<DataType, string>> = {
  customers: 'Customers',
  orders: 'Orders',
  inventory: 'Inventory',
  purchase_orders: 'Purchase orders',
}

const part = (dataType: DataType, work: Part['work']): Part => {
  return { dataType, label: short[dataType], work }
}

const partsOf: Readonly<Record<Job, readonly Part[]>> = {
  full: [
    part('customers', (work, tick) => exportAll(work, 'customer', tick)),
    part('orders', exchangeOrders),
    part('inventory', importInventory),
    part('purchase_orders', (work, tick) => exportAll(work, 'expected_receipt', tick)),
  ],
  customers: [part('customers', (work, tick) => exportAll(work, 'customer', tick))],
  orders: [part('orders', exportOrders)],
  inventory: [part('inventory', importInventory)],
  shipments: [part('orders', pollShipments)],
}

const readSchedule = {
  name: 'read_wms_window',
  text: 'select schedule_minutes as minutes from wms_connection',
}

/** Claims and executes the next run. Returns false if there was none for this node. */
export async function executeNextRun(ctx: Context, config: WmsConfig): Promise<boolean> {
  const run = await claimRun(ctx)
  if (!run) return false
  const remaining = [...partsOf[run.job]]
  try {
    const connection = await openConnection(ctx, config, { isForced: true })
    const [schedule] = await rows<{ minutes: number }>(ctx.db, readSchedule)
    const windowMinutes = schedule?.minutes ?? 15
    const { warehouse } = connection
    const needsOpeningStock = await handshake(ctx, warehouse, run.id)
    const eventsCursor = needsOpeningStock ? null : connection.eventsCursor
    const work = { ctx, runId: run.id, warehouse, eventsCursor, windowMinutes }
    const isComplete = await runParts(work, remaining)
    await endRun(ctx, run.id, { state: isComplete ? 'done' : 'cancelled' })
  } catch (error) {
    const sentence = isExpected(error) ? error.message : 'The run was interrupted. See the log'
    for (const { dataType } of remaining) await noteFailed(ctx, run.id, dataType, sentence)
    await endRun(ctx, run.id, { state: 'failed', error: sentence })
    if (!isExpected(error)) throw error
  }
  return true
}

/** Records a failed step for a type of data that was not processed, or not completely. */
async function noteFailed(
  ...[ctx, runId, dataType, error]: [Context, number, DataType, string]
): Promise<void> {
  const none = { processed: 0, changed: 0, failed: 0, isSuccess: false }
  const startedAt = await momentNow(ctx)
  await noteStep(ctx, runId, { ...none, dataType, error, startedAt })
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof Unreachable || error instanceof UnusableResponse || error instanceof Refusal
  )
}

/**
 * Runs the parts in order and removes each one from the list. Returns false if the run was
 * cancelled. An unusable answer to one part does not stop the others; it is thrown at the end.
 */
async function runParts(work: Work, remainingParts: Part[]): Promise<boolean> {
  const of = remainingParts.length
  let unusableResponse: UnusableResponse | undefined
  for (let part = remainingParts[0]; part; part = remainingParts[0]) {
    const { dataType, label, work: run } = part
    const startedAt = await momentNow(work.ctx)
    let isStopped = false
    const progressStep = { step: of - remainingParts.length + 1, of, label }
    const tick: Tick = async (done, total) => {
      isStopped = await noteProgress(work.ctx, work.runId, { ...progressStep, done, total })
      return isStopped
    }
    if (await tick(0, 0)) return false
    const done = await run(work, tick).catch((error: unknown) => {
      if (!(error instanceof UnusableResponse)) throw error
      unusableResponse ??= error
      return { processed: 0, changed: 0, failed: 0, error: error.message }
    })
    const facts = { dataType, startedAt, error: null, isSuccess: !done.error }
    await noteStep(work.ctx, work.runId, { ...facts, ...done })
    remainingParts.shift()
    if (isStopped) return false
  }
  if (unusableResponse) throw unusableResponse
  return true
}

async function exportAll(work: Work, kind: DocumentKind, tick: Tick): Promise<PartResult> {
  const { ctx, warehouse, runId } = work
  const processed = await countInScope(ctx, kind)
  await planExports(ctx, kind)
  const isStopped = (sent: number) => tick(Math.min(sent, processed), processed)
  const { sent, failed } = await sendWaiting(ctx, kind, { warehouse, runId, isStopped })
  await tick(processed, processed)
  return { processed, changed: sent, failed }
}

/** Exports items and movements, which orders refer to. Returns how many the warehouse rejected. */
async function exportItems({ ctx, warehouse, runId }: Work, tick: Tick): Promise<number> {
  await planExports(ctx, 'item')
  await planExports(ctx, 'movement')
  const isStopped = (sent: number) => tick(sent, 0)
  const items = await sendWaiting(ctx, 'item', { warehouse, runId, isStopped })
  const movements = await sendWaiting(ctx, 'movement', { warehouse, runId })
  return items.failed + movements.failed
}

async function exportOrders(work: Work, tick: Tick): Promise<PartResult> {
  const { ctx, warehouse, runId } = work
  // On the first run no customer was sent yet, so customers go before their orders.
  await planExports(ctx, 'customer')
  const customers = await sendWaiting(ctx, 'customer', { warehouse, runId })
  const itemsFailed = await exportItems(work, tick)
  const orders = await exportAll(work, 'order', tick)
  await planExports(ctx, 'expected_return')
  const returns = await sendWaiting(ctx, 'expected_return', { warehouse, runId })
  const failed = customers.failed + itemsFailed + orders.failed + returns.failed
  return { ...orders, failed }
}

async function exchangeOrders(work: Work, tick: Tick): Promise<PartResult> {
  // The warehouse's events are read even if it rejects our orders.
  const exporting = exportOrders(work, tick)
  await exporting.catch((error: unknown) => {
    if (!(error instanceof UnusableResponse)) throw error
  })
  const imported = await importShipments(work, tick)
  const sent = await exporting
  return {
    processed: sent.processed,
    changed: sent.changed + imported.changed,
    failed: sent.failed + imported.failed,
  }
}

/** Imports the shipments; `processed` is the number of orders in the warehouse. */
async function pollShipments(work: Work, tick: Tick): Promise<PartResult> {
  const processed = await countInScope(work.ctx, 'order')
  return { ...(await importShipments(work, tick)), processed }
}

/** Event types that only announce a count, which is read after the events. */
const announcementTypes = ['ping', 'inventory.snapshot']

/** So many pages without an event end the run; the next run goes on after them. */
const maxEmptyPages = 20

/** Reads the warehouse's events since the last run, in order, and applies each once. */
async function importShipments(work: Work, tick: Tick): Promise<PartResult> {
  const { ctx, warehouse } = work
  const total: PartResult = { processed: 0, changed: 0, failed: 0 }
  await retryParked(ctx)
  let cursor = work.eventsCursor ?? undefined
  for (let emptyPages = 0; emptyPages < maxEmptyPages;) {
    const from = cursor
    const page = await loggedRead(work, { kind: 'events', make: () => warehouse.readEvents(from) })
    for (const event of page.value.events) {
      if (announcementTypes.includes(event.type)) continue
      const outcome = await applyEvent(ctx, event, page.messageId)
      total.processed += 1
      if (outcome.status === 'senseless') {
        const hash = hashOf(JSON.stringify(event))
        await reportMalformed(ctx, { id: event.id, hash, reason: outcome.reason ?? '' })
      }
      if (outcome.status === 'applied' || outcome.status === 'partial') total.changed += 1
      if (outcome.status === 'failed' || outcome.status === 'senseless') total.failed += 1
    }
    await recordOutcome(ctx, page.messageId, {
      status: 'accepted',
      records: page.value.events.length,
    })
    const next = page.value.cursor ?? undefined
    if (next !== undefined && next !== cursor) await saveEventCursor(ctx, next)
    const isStopped = await tick(total.processed, 0)
    if (!page.value.hasMore || next === undefined || next === cursor || isStopped) return total
    cursor = next
    emptyPages = page.value.events.length === 0 ? emptyPages + 1 : 0
  }
  return total
}

/** Exports the items before it imports their count. */
async function importInventory(work: Work, tick: Tick): Promise<PartResult> {
  const itemsFailed = await exportItems(work, tick)
  const counted = await importCount(work, tick)
  return { ...counted, failed: counted.failed + itemsFailed }
}
