import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { type Answer, UnusableResponse, type Warehouse } from './warehouse-adapter.ts'
import { logExchange } from '../runs/message-log.ts'
import { type IncomingKind, noteFailure, notePartly, noteSuccess } from '../runs/outages.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import {
  exportMovementsFromNow,
  forgetDocuments,
  lockPlans,
  recordAcceptsReturns,
  planExports,
} from '../outbound/plan-exports.ts'

type Caller = { ctx: Context; runId?: number | undefined }

/** A request; `isLast` returns false if more pages follow. */
export type Call<T> = {
  kind: IncomingKind | 'status'
  make: () => Promise<Answer<T>>
  isLast?: (value: T) => boolean
}

/** Calls the warehouse and records success or failure. Logs an unusable answer; rethrows errors. */
export async function loggedCall<T>(
  { ctx, runId }: Caller,
  { kind, make, isLast }: Call<T>,
): Promise<Answer<T>> {
  try {
    const answer = await make()
    // One readable page does not prove that the following pages are readable too.
    if (isLast?.(answer.value) === false) await notePartly(ctx)
    else await noteSuccess(ctx, kind)
    return answer
  } catch (error) {
    if (error instanceof UnusableResponse) {
      const message = {
        runId,
        direction: 'in',
        kind,
        status: 'failed',
        error: error.message,
      } as const
      await logExchange(ctx, error.exchanged, message)
    }
    if (error instanceof UnusableResponse || error instanceof Unreachable) {
      await noteFailure(ctx, kind, error)
    }
    throw error
  }
}

/** Calls the warehouse, logs the exchange, and records success or failure. */
export async function loggedRead<T>(
  caller: Caller,
  request: Call<T>,
): Promise<{ value: T; messageId: number }> {
  const { value, exchanged } = await loggedCall(caller, request)
  const facts = { runId: caller.runId, direction: 'in', kind: request.kind } as const
  const messageId = await logExchange(caller.ctx, exchanged, { ...facts, status: 'accepted' })
  return { value, messageId: messageId ?? 0 }
}

/**
 * Reads the warehouse's status before other calls. A warehouse that was never counted gets all
 * documents again, with the stock on hand. Returns true in that case.
 */
export async function handshake(
  ctx: Context,
  warehouse: Warehouse,
  runId?: number,
): Promise<boolean> {
  const { value } = await loggedRead(
    { ctx, runId },
    { kind: 'status', make: () => warehouse.status() },
  )
  const needsOpeningStock = value.wantsOpeningStock === true
  await inTransaction(ctx, async (inner) => {
    await lockPlans(inner)
    if (needsOpeningStock) await forgetDocuments(inner)
    await exportMovementsFromNow(inner, needsOpeningStock)
    await recordAcceptsReturns(inner, value.takesReturns === true)
    if (needsOpeningStock) await planExports(inner, 'item', { withOpeningStock: true })
  })
  return needsOpeningStock
}
