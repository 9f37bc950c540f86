import { type Actor, type Context, rows, slowPool } from '#platform/server/database/db.ts'
import { asRefusal } from '#platform/server/http/problem-document.ts'
import { recordOutage } from '#platform/server/database/recorded-outages.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { StoredReceipt } from '../compare-receipts.ts'
import type { PolicyDraft } from '../policy-draft.ts'
import { hiddenPartsOf, leaseSeconds } from '../rules.ts'
import { addSummaries, type BacktestSummary, noOrders } from '../summary.ts'
import { compareInThread } from './comparison-thread.ts'
import { resolveDraft } from './resolve-draft.ts'
import { draftOf, requireParts } from './service.ts'
import * as store from './store.ts'
import { storedResultOf } from './stored-result.ts'

const everyMs = 1000
/** Several renewals may fail before the lease ends. */
const usualRenewMs = (leaseSeconds * 1000) / 4

/** The worker job that runs backtests. */
export function backtestJobs(): Job[] {
  const runner = createBacktestRunner()
  return [{ name: 'backtests', everyMs, run: runner.start, finish: runner.finish }]
}

type RunnerOptions = {
  /** The comparison of a batch; tests pass one that waits. */
  compare?: typeof compareInThread
  /** The time between two renewals of the lease. */
  renewEveryMs?: number
}

/**
 * Runs backtests, one at a time on each node; several nodes claim different ones. A node that stops
 * ends its backtest as stopped. If it is killed, another one does so after the lease.
 */
export function createBacktestRunner({
  compare = compareInThread,
  renewEveryMs = usualRenewMs,
}: RunnerOptions = {}) {
  let running: Promise<void> | undefined
  let failure: Error | undefined
  let isStopping = false

  /** Starts the next backtest, and does not wait for it. */
  const start = async (ctx: Context): Promise<void> => {
    await rows(ctx.db, store.stopAbandoned)
    if (!running && !isStopping) await startNext(ctx)
    const earlier = failure
    failure = undefined
    if (earlier) throw earlier
  }

  const startNext = async (ctx: Context): Promise<void> => {
    const [claimed] = await rows<ClaimedBacktest>(ctx.db, store.claimNext)
    if (!claimed) return
    const options = { compare, renewEveryMs, isOver: () => isStopping }
    running = runBacktest(ctx, claimed, options)
      .catch((error: unknown) => {
        recordOutage(error)
        failure = error instanceof Error ? error : new Error('A backtest failed', { cause: error })
      })
      .finally(() => {
        running = undefined
      })
  }

  /** Waits for the backtest that is running. */
  const idle = async (): Promise<void> => {
    await running
  }

  /** Ends the backtest that is running after its current batch. */
  const finish = (): Promise<void> => {
    isStopping = true
    return idle()
  }
  return { start, idle, finish }
}

type ClaimedBacktest = {
  id: number
  draft: unknown
  userId: number
  username: string
  role: string
  grants: string[] | null
  isActive: boolean
  /** The period, as the database writes timestamps. */
  from: string
  until: string
}

type RunOptions = Required<RunnerOptions> & { isOver: () => boolean }

async function runBacktest(
  ctx: Context,
  claimed: ClaimedBacktest,
  options: RunOptions,
): Promise<void> {
  const { id } = claimed
  const stopRenewing = renewLease(ctx, id, options)
  try {
    const outcome = await outcomeOf(ctx, claimed, options)
    if (outcome === 'stopped') await rows(ctx.db, store.endBacktest, [id, outcome, null, null])
    else if (outcome !== 'cancelled') {
      await rows(ctx.db, store.endBacktest, [id, 'done', JSON.stringify(outcome), null])
    }
  } catch (error) {
    const refusal = asRefusal(error)
    // Without its database the node cannot say so: another one ends the backtest after its lease.
    if (refusal?.code === 'database-unavailable') throw error
    const reason = refusal?.message ?? 'The comparison failed. Start it again'
    await rows(ctx.db, store.endBacktest, [id, 'failed', null, reason])
    if (!refusal) throw error
  } finally {
    stopRenewing()
  }
}

/**
 * Renews the lease periodically while the backtest runs, because a count or a batch may take longer
 * than the lease. Ignores failures: the lease then ends, and another node may end the backtest.
 */
function renewLease(
  ctx: Context,
  id: number,
  { renewEveryMs }: Pick<RunOptions, 'renewEveryMs'>,
): () => void {
  const renew = () => {
    rows(ctx.db, store.renewLease, [id]).catch(() => undefined)
  }
  const timer = setInterval(renew, renewEveryMs)
  return () => clearInterval(timer)
}

/** Compares all orders of the period, with the permissions that the user has now. */
async function outcomeOf(ctx: Context, claimed: ClaimedBacktest, options: RunOptions) {
  const { userId: id, username, role, grants, isActive, from, until } = claimed
  const user: Actor = { id, username, role, ...(grants && { grants }) }
  const draft = draftOf(claimed)
  if (!draft) throw new Refusal('refused', 'unreadable-backtest', 'Start this backtest again')
  if (!isActive) throw new Refusal('forbidden', 'forbidden', 'The account is not active')
  await requireParts({ ...ctx, user }, user, draft)
  const hidden = hiddenPartsOf(user)
  const policy = await resolveDraft(ctx, draft)
  const { hidesCredit, hidesCost, hidesRefused } = hidden
  const period: Period = { from, until, withRefused: !hidesRefused }
  const { total, withoutReceipt } = await countOrders(ctx, period)
  const start = { draft: policy, hidesCredit, hidesCost }
  const run = { id: claimed.id, total, period, start }
  const summary = await compareAll(ctx, run, options)
  if (typeof summary === 'string') return summary
  return storedResultOf(summary, { withoutReceipt, ...hidden })
}

/**
 * How many orders of the period have a receipt, and how many have none. They are counted on the
 * connection for long queries; it also runs reports, so that everything else uses the others.
 */
async function countOrders(ctx: Context, { from, until, withRefused }: Period) {
  const db = slowPool(ctx.db)
  const values = [from, until, withRefused]
  const [receipts] = await rows<{ count: number }>(db, store.countReceipts, values)
  const [others] = await rows<{ count: number }>(db, store.countWithoutReceipt, [from, until])
  return { total: receipts?.count ?? 0, withoutReceipt: others?.count ?? 0 }
}

type Period = { from: string; until: string; withRefused: boolean }

type Run = {
  id: number
  total: number
  period: Period
  start: { draft: PolicyDraft; hidesCredit: boolean; hidesCost: boolean }
}

type ReadReceipt = StoredReceipt & { decidedAt: string }

/**
 * Reads receipts in batches, so that the memory does not depend on their number, and reads the next
 * batch while the thread compares the one before.
 */
async function compareAll(
  ctx: Context,
  { id, total, period, start }: Run,
  { compare, isOver }: RunOptions,
): Promise<BacktestSummary | 'cancelled' | 'stopped'> {
  let summary = noOrders
  let done = 0
  let batch = await readBatch(ctx, period, undefined)
  while (batch.length > 0) {
    const [noted] = await rows<{ id: number }>(ctx.db, store.noteProgress, [id, total, done])
    if (!noted) return 'cancelled'
    if (isOver()) return 'stopped'
    const receipts = batch.map(({ decidedAt: _, ...receipt }) => receipt)
    const task = { backtestId: id, receipts, ...(done === 0 && { start }) }
    const [compared, next] = await Promise.all([
      compare(task),
      readBatch(ctx, period, batch.at(-1)),
    ])
    summary = addSummaries(summary, compared)
    done += batch.length
    batch = next
  }
  const [noted] = await rows<{ id: number }>(ctx.db, store.noteProgress, [id, total, done])
  return noted ? summary : 'cancelled'
}

function readBatch(
  ctx: Context,
  { from, until, withRefused }: Period,
  last: ReadReceipt | undefined,
): Promise<ReadReceipt[]> {
  return rows<ReadReceipt>(ctx.db, store.readReceipts, [
    last?.decidedAt ?? from,
    until,
    withRefused,
    last?.id ?? 0,
  ])
}
