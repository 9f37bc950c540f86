import { type Context, rows } from '#platform/server/db.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Delivery, Job, Subscribers } from '#platform/server/worker.ts'
import { openWay, type WmsConfig } from './connection.ts'
import { BadAnswer } from './door.ts'
import { retryParked } from './import-events.ts'
import { Unreachable } from './outgoing.ts'
import { planExports } from './plan-exports.ts'
import { sendWaiting } from './queue.ts'
import { type DocumentKind, documentKinds } from './rules.ts'
import { askForRun } from './runs.ts'
import { workOnce } from './sync.ts'

const runsEveryMs = 500
const exportsEveryMs = 2000
const scheduleEveryMs = 5000

/** What is done for the exchange beside the calls, on nodes that work. */
export function wmsJobs(config: WmsConfig): Job[] {
  return [
    {
      name: 'warehouse runs',
      everyMs: runsEveryMs,
      run: async (ctx) => {
        while (await workOnce(fresh(ctx), config));
      },
    },
    { name: 'warehouse exports', everyMs: exportsEveryMs, run: (ctx) => sendDue(ctx, config) },
    { name: 'warehouse schedule', everyMs: scheduleEveryMs, run: (ctx) => startDue(ctx, config) },
  ]
}

/** A run may take long, and each of its acts happens when it happens. */
const fresh = (ctx: Context): Context => ({ ...ctx, channel: 'wms' })

const anyDue = {
  name: 'any_wms_export_due',
  text: `select array_agg(distinct kind) as kinds from wms_exports
         where state = 'waiting' and next_attempt_at <= now()`,
}

/** Sends what acts have put into the queue, unless the warehouse is left alone for now. */
export async function sendDue(ctx: Context, config: WmsConfig): Promise<void> {
  await retryParked(fresh(ctx))
  const [due] = await rows<{ kinds: DocumentKind[] | null }>(ctx.db, anyDue)
  if (!due?.kinds) return
  try {
    const { warehouse } = await openWay(ctx, config)
    for (const kind of documentKinds) {
      if (due.kinds.includes(kind)) await sendWaiting(fresh(ctx), kind, { warehouse })
    }
  } catch (error) {
    // It waits on; the connection remembers how it failed, and the screen says so.
    const isExpected = error instanceof Unreachable || error instanceof BadAnswer
    if (!isExpected && !(error instanceof Refusal)) throw error
  }
}

const takeSchedule = {
  name: 'take_wms_schedule',
  text: `update wms_connection
         set next_run_at = now() + make_interval(mins => schedule_minutes)
         where not is_paused and next_run_at <= now()
         returning id`,
}
const beginSchedule = {
  name: 'begin_wms_schedule',
  text: `insert into wms_connection (id, next_run_at)
         values (1, now() + interval '15 minutes')
         on conflict (id) do update
           set next_run_at = now() + make_interval(mins => wms_connection.schedule_minutes)
           where wms_connection.next_run_at is null`,
}

/** Asks for a full sync when it is time; of several nodes one does. */
export async function startDue(ctx: Context, config: WmsConfig): Promise<void> {
  const isConnected = await openWay(ctx, config, { isForced: true }).then(
    () => true,
    () => false,
  )
  if (!isConnected) return
  await rows(ctx.db, beginSchedule)
  const [mine] = await rows(ctx.db, takeSchedule)
  if (mine) await askForRun({ ...ctx, user: undefined }, 'full', 'schedule')
}

/** Acts of other rooms that the warehouse must know of: each is put into the queue at once. */
export function wmsSubscribers(contextOf: () => Context): Subscribers {
  const plan = (kind: DocumentKind) => (message: Delivery) =>
    planExports(contextOf(), kind, { ids: [message.aggregateId] })
  return {
    'sales-order.created': plan('order'),
    'sales-order.changed': plan('order'),
    'purchase-order.changed': plan('expected_receipt'),
  }
}
