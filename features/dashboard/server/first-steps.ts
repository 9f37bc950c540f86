import { record } from '#features/audit/server/service.ts'
import { demoNames } from '#features/auth/demo-accounts.ts'
import { isCompanyComplete } from '#features/settings/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { readConnection, type WmsConfig } from '#features/wms-integration/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { BeginForm, FirstSteps } from '../contract.ts'
import * as store from './first-steps-store.ts'
import { demoAccountOf, demoSteps, maxLoadAttempts } from '../rules.ts'

type Facts = Omit<FirstSteps, 'beginning' | 'steps' | 'hasCompany' | 'hasWarehouse'> & {
  state: Exclude<FirstSteps['beginning'], 'open'> | null
}

/** Reads the setup progress from the existing records; there are no manual checkmarks. */
export async function readFirstSteps(ctx: Context, config: WmsConfig): Promise<FirstSteps> {
  const [found] = await rows<Facts>(ctx.db, store.readFacts, [ctx.user?.id ?? 0])
  if (!found) throw new Error('The facts of the first steps are one row')
  const { state, ...facts } = found
  const { url, unreachableSince } = await readConnection(ctx, config)
  return {
    ...facts,
    beginning: state ?? 'open',
    steps: demoSteps,
    hasCompany: isCompanyComplete(await readSettings(ctx)),
    hasWarehouse: url !== null && unreachableSince === null,
  }
}

/** Hides the card for the current user in all browsers, or shows it again. */
export function hideFirstSteps(
  ctx: Context,
  { isHidden, config }: { isHidden: boolean; config: WmsConfig },
): Promise<FirstSteps> {
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, isHidden ? store.hide : store.show, [ctx.user?.id])
    return readFirstSteps(inner, config)
  })
}

type Choice = { form: BeginForm; config: WmsConfig }

/**
 * Starts the business empty, or queues the demo data for the worker. Throws 409 if the business has
 * records, if the demo data is queued or loaded, or if `seen` is no longer the current state: the
 * first of two concurrent choices wins.
 */
export function startBusiness(ctx: Context, { form, config }: Choice): Promise<FirstSteps> {
  const { with: choice, seen } = form
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, store.lockFirstSteps)
    const facts = await readFirstSteps(inner, config)
    const { beginning } = facts
    if (beginning === 'wanted') throw demoAlreadyLoading()
    if (beginning === choice) return facts
    if (beginning === 'loaded') throw demoAlreadyLoaded()
    if (seen !== undefined && seen !== beginning) throw startStateChanged(beginning)
    if (choice === 'demo') await requireEmptyBusiness(inner)
    const state = choice === 'demo' ? 'wanted' : 'empty'
    const inserted = await rows(inner.db, store.insertStart, [state, ctx.user?.id])
    if (inserted.length === 0) throw demoAlreadyLoading()
    return readFirstSteps(inner, config)
  })
}

async function requireEmptyBusiness(ctx: Context): Promise<void> {
  const accounts = demoNames.map(demoAccountOf)
  const names = accounts.map(({ username }) => username)
  const emails = accounts.map(({ email }) => email)
  const [found] = await rows<{ whyNot: string | null }>(ctx.db, store.readDemoRefusal, [
    names,
    emails,
  ])
  if (found?.whyNot) throw new Refusal('refused', 'business-not-empty', found.whyNot)
}

function demoAlreadyLoaded(): Refusal {
  return new Refusal('refused', 'business-not-empty', 'The demo data has already been loaded')
}

function startStateChanged(beginning: FirstSteps['beginning']): Refusal {
  const sentence =
    beginning === 'empty'
      ? 'Someone else just started with an empty database'
      : 'Someone else tried to load the demo data, but it failed'
  return new Refusal(
    'conflict',
    'begun-meanwhile',
    `${sentence}. Choose again if you still want this`,
  )
}

function demoAlreadyLoading(): Refusal {
  return new Refusal('conflict', 'demo-loading', 'The demo data is being loaded')
}

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
