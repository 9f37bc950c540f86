import * as store from './first-steps-store.ts'
import { record } from '#features/audit/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { maxLoadAttempts } from '../rules.ts'
import { requireEmptyBusiness } from './first-steps.ts'

/** Writes the demo business in the open transaction and calls `reach` at the start of each part. */
export type LoadDemo = (ctx: Context, onStep: (step: number) => Promise<void>) => Promise<void>
type StartRequest = { id: number; attempts: number; userId: number }

export const demoLoadEveryMs = 2000

/**
 * Loads the demo data if it is queued: everything in one transaction, or nothing. If the process
 * ends during the load, the request stays queued and is retried after the next start; only one node
 * loads. Stores the failure for the user who requested it.
 */
export async function loadQueuedDemoData(ctx: Context, load: LoadDemo): Promise<void> {
  const request = await claimRequest(ctx)
  if (!request) return
  if (request.attempts >= maxLoadAttempts) {
    const failure = `The load was interrupted ${maxLoadAttempts} times. Nothing was changed`
    return recordOutcome(ctx, request, { state: 'failed', failure })
  }
  let isLoaded = false
  try {
    isLoaded = await inTransaction(ctx, (inner) => loadInTransaction(inner, { request, load }))
  } catch (error) {
    const isRefused = error instanceof Refusal
    const reason = isRefused ? error.message : 'The demo data could not be loaded'
    await recordOutcome(ctx, request, {
      state: 'failed',
      failure: `${reason}. Nothing was changed`,
    })
    if (!isRefused) throw error
  }
  // The load is committed even if ANALYZE fails; queries would only be slower.
  if (isLoaded) await rows(ctx.db, { name: 'analyze_demo', text: 'analyze' })
}

/**
 * Claims the queued request if no other node works on it, and commits the attempt count first, so
 * that a crash leaves a record.
 */
async function claimRequest(ctx: Context): Promise<StartRequest | undefined> {
  const [found] = await rows<StartRequest>(ctx.db, store.readQueuedStart)
  if (!found) return undefined
  return inTransaction(ctx, async (inner) => {
    if (!(await tryDemoLock(inner))) return undefined
    const [request] = await rows<StartRequest>(inner.db, store.readQueuedStart)
    if (request) await rows(inner.db, store.countAttempt, [request.id])
    return request
  })
}

async function loadInTransaction(
  ctx: Context,
  { request, load }: { request: StartRequest; load: LoadDemo },
): Promise<boolean> {
  if (!(await tryDemoLock(ctx))) return false
  const [current] = await rows<StartRequest>(ctx.db, store.readQueuedStart)
  if (current?.id !== request.id) return false
  await rows(ctx.db, store.lockMasterData)
  await requireEmptyBusiness(ctx)
  await load(ctx, async (step) => void (await rows(ctx.db, store.markDemoStep, [step])))
  const auditEntry = { entity: 'setting', entityId: 1, action: 'load-demo-data' } as const
  await record(ctx, [{ ...auditEntry, actorId: request.userId }])
  await recordOutcome(ctx, request, { state: 'loaded', failure: null })
  return true
}

async function tryDemoLock({ db }: Context): Promise<boolean> {
  const [lock] = await rows<{ isMine: boolean }>(db, store.tryLock)
  return lock?.isMine === true
}

async function recordOutcome(
  { db }: Context,
  { id }: StartRequest,
  { state, failure }: { state: 'loaded' | 'failed'; failure: string | null },
): Promise<void> {
  await rows(db, store.recordStartOutcome, [id, state, failure])
}
