import { type Context, rows } from '#platform/server/database/db.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { loggedCall } from '../adapters/logged-call.ts'
import { openConnection, type WmsConfig } from '../connection.ts'
import { UnusableResponse, type Warehouse } from '../adapters/warehouse-adapter.ts'
import {
  deleteIdleFailures,
  type IncomingKind,
  quietWebhooks,
  troubledReadings,
} from './outages.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { startWmsRun } from './runs.ts'

export const watchEveryMs = 60_000

/**
 * Calls the warehouse even if nothing is to be sent, so that an outage is noticed within minutes
 * and not at the next sync. Retries failed reads: each failure counts, and once one succeeds, a run
 * is queued that reads everything. Files have their own job.
 */
export async function watchWarehouse(ctx: Context, config: WmsConfig): Promise<void> {
  await deleteIdleFailures(ctx)
  await quietWebhooks(ctx)
  try {
    const { warehouse, eventsCursor, hasFiles } = await openConnection(ctx, config)
    if (hasFiles) return
    const isThere = await isAnswered(
      loggedCall({ ctx }, { kind: 'status', make: warehouse.status }),
    )
    if (!isThere) return
    for (const kind of await troubledReadings(ctx)) {
      await readAgain(ctx, kind, { warehouse, eventsCursor })
    }
  } catch (error) {
    // No warehouse is connected, or it is in backoff.
    if (!(error instanceof Refusal)) throw error
  }
}

type PollState = { warehouse: Warehouse; eventsCursor: string | null }

async function readAgain(
  ctx: Context,
  kind: IncomingKind,
  { warehouse, eventsCursor }: PollState,
): Promise<void> {
  const poll =
    kind === 'events'
      ? loggedCall({ ctx }, { kind, make: () => warehouse.readEvents(eventsCursor ?? undefined) })
      : // A later page may fail, so only a run that reads all pages ends the outage.
        loggedCall(
          { ctx },
          { kind, make: () => warehouse.readInventory(undefined), isLast: () => false },
        )
  if (!(await isAnswered<unknown>(poll)) || (await isPaused(ctx))) return
  const job = kind === 'events' ? 'shipments' : 'inventory'
  await startWmsRun({ ...ctx, user: undefined }, job, 'schedule')
}

/** Returns true for a good answer, and false for a failure, which is already recorded. */
function isAnswered<T>(poll: Promise<T>): Promise<boolean> {
  return poll.then(
    () => true,
    (error: unknown) => {
      if (error instanceof UnusableResponse || error instanceof Unreachable) return false
      throw error
    },
  )
}

const readPaused = {
  name: 'read_wms_paused',
  text: 'select from wms_connection where is_paused',
}

async function isPaused(ctx: Context): Promise<boolean> {
  return (await rows(ctx.db, readPaused)).length > 0
}
