import { type Context, rows } from '#platform/server/database/db.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { loggedCall } from '../adapters/logged-call.ts'
import { openWay, type WmsConfig } from '../connection.ts'
import { BadAnswer, type Warehouse } from '../adapters/warehouse-adapter.ts'
import { endIdleTroubles, type IncomingKind, quietWebhooks, troubledReadings } from './outages.ts'
import { Unreachable } from '../outbound/safe-fetch.ts'
import { startWmsRun } from './runs.ts'

export const watchEveryMs = 60_000

/**
 * Calls the warehouse though nothing is to be sent, so that one that went away is known within
 * minutes and not by the next sync. What could not be read is tried again: each failure counts, and
 * when it can be read a run is asked for that reads all of it. Files are looked for by a job of
 * their own.
 */
export async function watchWarehouse(ctx: Context, config: WmsConfig): Promise<void> {
  await endIdleTroubles(ctx)
  await quietWebhooks(ctx)
  try {
    const { warehouse, eventsCursor, hasFiles } = await openWay(ctx, config)
    if (hasFiles) return
    const isThere = await isAnswered(
      loggedCall({ ctx }, { kind: 'status', make: warehouse.status }),
    )
    if (!isThere) return
    for (const kind of await troubledReadings(ctx)) {
      await readAgain(ctx, kind, { warehouse, eventsCursor })
    }
  } catch (error) {
    // No warehouse is connected, or it is left alone for now.
    if (!(error instanceof Refusal)) throw error
  }
}

type Place = { warehouse: Warehouse; eventsCursor: string | null }

async function readAgain(
  ctx: Context,
  kind: IncomingKind,
  { warehouse, eventsCursor }: Place,
): Promise<void> {
  const asked =
    kind === 'events'
      ? loggedCall({ ctx }, { kind, make: () => warehouse.readEvents(eventsCursor ?? undefined) })
      : // A later page may be what fails: the run that reads them all ends this trouble.
        loggedCall(
          { ctx },
          { kind, make: () => warehouse.readInventory(undefined), isLast: () => false },
        )
  if (!(await isAnswered<unknown>(asked)) || (await isPaused(ctx))) return
  const job = kind === 'events' ? 'shipments' : 'inventory'
  await startWmsRun({ ...ctx, user: undefined }, job, 'schedule')
}

/** Whether the answer was good; what went wrong has been noted. */
function isAnswered<T>(asked: Promise<T>): Promise<boolean> {
  return asked.then(
    () => true,
    (error: unknown) => {
      if (error instanceof BadAnswer || error instanceof Unreachable) return false
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
