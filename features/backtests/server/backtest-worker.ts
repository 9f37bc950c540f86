import { serveThread, type ThreadAnswer } from '#platform/server/jobs/thread.ts'
import { compareReceipts } from '../compare-receipts.ts'
import { createPolicy } from '../policy-draft.ts'
import type { ComparisonTask } from './comparison-thread.ts'

// Past orders are decided again in a worker thread: a hundred thousand of them occupy a CPU for
// seconds.

type Options = Parameters<typeof compareReceipts>[1]

/** The backtest whose batches arrive, with the changes of its draft. */
let current: { backtestId: number; options: Options } | undefined

serveThread(async ({ backtestId, start, receipts }: ComparisonTask): Promise<ThreadAnswer> => {
  if (start) {
    const { draft, ...hidden } = start
    current = { backtestId, options: { changePolicy: createPolicy(draft), ...hidden } }
  }
  if (current?.backtestId !== backtestId) {
    return { error: 'The thread was started again in the middle of a backtest' }
  }
  try {
    return { value: compareReceipts(receipts, current.options) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
})
