import { hostname } from 'node:os'
import { readWaitingSetTypes } from '#features/edi/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Delivery, Job, Subscribers } from '#platform/server/jobs/worker.ts'
import { handshake } from '../adapters/logged-call.ts'
import { applyCancelAnswers } from '../outbound/cancellation-and-change-answers.ts'
import { openConnection, type WmsConfig } from '../connection.ts'
import { encryptWarehouseSecrets } from '../encrypt-secrets.ts'
import { parkedSince } from '../counts/count-guard.ts'
import { UnusableResponse, type Warehouse } from '../adapters/warehouse-adapter.ts'
import { retryParked } from '../inbound/import-events.ts'
import { noteFailure, noteSuccess, withoutBackoff } from './outages.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { planExports } from '../outbound/plan-exports.ts'
import { sendWaiting } from '../outbound/send-exports.ts'
import { type CancellableKind, type DocumentKind, documentKinds } from '../../rules.ts'
import { startWmsRun } from './runs.ts'
import { executeNextRun } from './execute-run.ts'
import { watchEveryMs, watchWarehouse } from './watch-warehouse.ts'

const runsEveryMs = 500
const exportsEveryMs = 2000
const scheduleEveryMs = 5000
const filesEveryMs = 15_000
const secretsEveryMs = 60_000

/** The background jobs of the WMS integration, which run on worker nodes. */
export function wmsJobs(config: WmsConfig): Job[] {
  return [
    {
      name: 'warehouse runs',
      everyMs: runsEveryMs,
      run: async (ctx) => {
        const started = performance.now()
        const now = () => new Date(ctx.now.getTime() + performance.now() - started)
        while (await executeNextRun({ ...wmsContext(ctx), now: now() }, config));
      },
    },
    { name: 'warehouse exports', everyMs: exportsEveryMs, run: (ctx) => sendDue(ctx, config) },
    { name: 'warehouse schedule', everyMs: scheduleEveryMs, run: (ctx) => startDue(ctx, config) },
    { name: 'warehouse watch', everyMs: watchEveryMs, run: (ctx) => watchWarehouse(ctx, config) },
    {
      name: 'warehouse files',
      everyMs: filesEveryMs,
      run: (ctx) => pollWarehouseFiles(ctx, config),
    },
    { name: 'warehouse secrets', everyMs: secretsEveryMs, run: encryptWarehouseSecrets },
  ]
}

/** Sets the channel of changes by the warehouse. */
const wmsContext = (ctx: Context): Context => ({ ...ctx, channel: 'wms' })

// A run sends the waiting documents itself.
const readDueKinds = {
  name: 'read_due_kinds_of_wms_exports',
  text: `select k.kind from unnest($1::text[]) with ordinality as k (kind, place)
         where exists (select from wms_exports e
                       where e.kind = k.kind and e.state = 'waiting' and e.next_attempt_at <= now())
           and not exists (select from wms_runs where state = 'running' and leased_until > now())
         order by k.place`,
}

/** Returns the kinds with due documents, except those in backoff after failures. */
async function dueKinds(ctx: Context): Promise<DocumentKind[]> {
  const found = await rows<{ kind: DocumentKind }>(ctx.db, readDueKinds, [documentKinds])
  return withoutBackoff(
    ctx,
    found.map(({ kind }) => kind),
  )
}

/** Sends the queued documents that are due, unless the warehouse is in backoff. */
export async function sendDue(ctx: Context, config: WmsConfig): Promise<void> {
  await retryParked(wmsContext(ctx))
  await applyCancelAnswers(wmsContext(ctx))
  const due = await dueKinds(ctx)
  if (due.length === 0) return
  try {
    const { warehouse, wasGreeted } = await openConnection(ctx, config)
    if (!wasGreeted) await handshake(wmsContext(ctx), warehouse)
    await sendKinds(wmsContext(ctx), warehouse, due)
  } catch (error) {
    // The documents stay in the queue; the connection stores the failure, which the UI shows.
    const isExpected = error instanceof Unreachable || error instanceof UnusableResponse
    if (!isExpected && !(error instanceof Refusal)) throw error
  }
}

/** A bad answer to one kind does not stop the other kinds. */
async function sendKinds(
  ctx: Context,
  warehouse: Warehouse,
  kinds: readonly DocumentKind[],
): Promise<void> {
  for (const kind of kinds) {
    await sendWaiting(ctx, kind, { warehouse }).catch((error: unknown) => {
      if (!(error instanceof UnusableResponse)) throw error
    })
  }
}

// A 997 alone needs no run, unless a request waits for it.
const anyAnswered = {
  name: 'any_wms_cancel_answered_by_file',
  text: `select from wms_documents d
         join wms_exports e on e.kind = d.kind and e.record_id = d.record_id
                           and e.version = d.version
         join edi_documents x on x.tells = concat('wms ', e.message_id)
         where x.state in ('accepted', 'rejected')
           and (d.state = 'cancel_requested' or e.answer = 'pending' and e.action = 'change')
         limit 1`,
}

/**
 * Polls a warehouse with files: acknowledges inbound files at once, and queues the runs that
 * process them. Does nothing for a warehouse with an API, or while the warehouse is in backoff.
 */
export async function pollWarehouseFiles(ctx: Context, config: WmsConfig): Promise<void> {
  try {
    const { warehouse, hasFiles } = await openConnection(ctx, config)
    if (!hasFiles) return
    await warehouse.status()
    await noteSuccess(ctx, 'status')
  } catch (error) {
    if (error instanceof Unreachable || error instanceof UnusableResponse) {
      await noteFailure(ctx, 'status', error)
    } else if (!(error instanceof Refusal)) throw error
    return
  }
  const waiting = await readWaitingSetTypes(ctx)
  const program = { ...ctx, user: undefined }
  const isAnswered = (await rows(ctx.db, anyAnswered)).length > 0
  if (isAnswered || waiting.has('945') || waiting.has('944'))
    await startWmsRun(program, 'shipments', 'schedule')
  if (await isToCount(ctx, waiting.get('846'))) {
    await startWmsRun(program, 'inventory', 'schedule')
  }
}

/** True if there is a count to import. A count that waits for a user is not read again. */
async function isToCount(ctx: Context, receivedAt: string | undefined): Promise<boolean> {
  if (receivedAt === undefined) return false
  const since = await parkedSince(ctx)
  return since === null || Date.parse(receivedAt) > Date.parse(since)
}

const claimSchedule = {
  name: 'take_wms_schedule',
  text: `update wms_connection
         set next_run_at = now() + make_interval(mins => schedule_minutes)
         where not is_paused and next_run_at <= now()
         returning id`,
}
const insertSchedule = {
  name: 'begin_wms_schedule',
  text: `insert into wms_connection (id, next_run_at)
         values (1, now() + interval '15 minutes')
         on conflict (id) do update
           set next_run_at = now() + make_interval(mins => wms_connection.schedule_minutes)
           where wms_connection.next_run_at is null`,
}

// The schedule test relies on this: a worker on this host checked whether a sync is due.
const recordPoll = {
  name: 'note_wms_schedule_look',
  text: `update wms_connection set schedule_looked_at = now(), schedule_looked_by = $1`,
}

/** Starts a full sync when it is due; with several nodes, only one does. */
export async function startDue(ctx: Context, config: WmsConfig): Promise<void> {
  const isConnected = await openConnection(ctx, config, { isForced: true }).then(
    () => true,
    () => false,
  )
  await rows(ctx.db, recordPoll, [hostname()])
  if (!isConnected) return
  await rows(ctx.db, insertSchedule)
  const [claimedSchedule] = await rows(ctx.db, claimSchedule)
  if (claimedSchedule) await startWmsRun({ ...ctx, user: undefined }, 'full', 'schedule')
}

/**
 * Queues the exports for changes in other features at once: first the customer and the items of a
 * document, then the document itself.
 */
export function wmsSubscribers(contextOf: () => Context): Subscribers {
  const orderMoved = ({ aggregateId }: Delivery) =>
    inTransaction(contextOf(), (ctx) => planWith(ctx, 'order', aggregateId))
  return {
    // A new order is pending and is exported once it is released.
    'sales-order.changed': orderMoved,
    'purchase-order.changed': ({ aggregateId }) =>
      inTransaction(contextOf(), (ctx) => planWith(ctx, 'expected_receipt', aggregateId)),
    'return.changed': ({ aggregateId }) =>
      inTransaction(contextOf(), (ctx) => planWith(ctx, 'expected_return', aggregateId)),
  }
}

const readDocumentRecords = {
  name: 'read_what_a_wms_document_names',
  text: `select array_agg(distinct i.sku_id) as skus, array_agg(distinct o.customer_id) as customers
         from sales_orders o join sales_order_items i on i.sales_order_id = o.id
         where $1 = 'order' and o.id = $2 and o.status = 'processing'
         union all
         select array_agg(distinct i.sku_id), '{}'
         from purchase_orders p join purchase_order_items i on i.purchase_order_id = p.id
         where $1 = 'expected_receipt' and p.id = $2 and p.status = 'approved'
         union all
         select array_agg(distinct i.sku_id), array_agg(distinct r.customer_id)
         from returns r join return_items i on i.return_id = r.id
         where $1 = 'expected_return' and r.id = $2 and r.status = 'approved' and r.type = 'rma'`,
}

async function planWith(ctx: Context, kind: CancellableKind, id: number): Promise<void> {
  type Named = { skus: number[] | null; customers: number[] | null }
  const named = await rows<Named>(ctx.db, readDocumentRecords, [kind, id])
  const skus = named.flatMap((each) => each.skus ?? [])
  const customers = named.flatMap((each) => each.customers ?? [])
  if (customers.length > 0) await planExports(ctx, 'customer', { ids: customers })
  if (skus.length > 0) await planExports(ctx, 'item', { ids: skus })
  await planExports(ctx, kind, { ids: [id] })
}
