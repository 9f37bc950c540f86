import { Refusal } from '#platform/kernel/refusal.ts'
import { openThread } from '#platform/server/jobs/open-thread.ts'
import { createThread } from '#platform/server/jobs/thread.ts'
import type { StoredReceipt } from '../compare-receipts.ts'
import type { PolicyDraft } from '../policy-draft.ts'
import type { BacktestSummary } from '../summary.ts'

/** Receipts of one backtest to compare. Only its first batch has the draft. */
export type ComparisonTask = {
  backtestId: number
  start?: { draft: PolicyDraft; hidesCredit: boolean; hidesCost: boolean }
  receipts: StoredReceipt[]
}

/**
 * Compares a batch in a worker thread, so that requests do not wait while orders are decided. The
 * thread ends after a minute without a batch.
 */
export const compareInThread = createThread<ComparisonTask, BacktestSummary>({
  open: () => openThread('backtest-worker', import.meta.url),
  // The program runs one backtest at a time, and one batch of it.
  waiting: 1,
  limitMs: 60_000,
  idleMs: 60_000,
  ended: () => overloaded('The comparison ended early'),
  manyWait: () => overloaded('Another backtest is running'),
})

function overloaded(reason: string): Refusal {
  const sentence = `${reason}. Start it again in a moment`
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 5 })
}
