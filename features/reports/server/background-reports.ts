import { requirePermission, type Permission } from '#features/auth/rules.ts'
import { notify } from '#features/notifications/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { textOfAnswer } from '#platform/server/http/send-answer.ts'
import {
  type Actor,
  type Context,
  inTransaction,
  rows,
  slowPool,
} from '#platform/server/database/db.ts'
import { asRefusal } from '#platform/server/http/problem-document.ts'
import { parseParameters } from '#platform/server/http/parse-request.ts'
import type { Route } from '#platform/server/http/route.ts'
import { daysAgo, type RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import type { BackgroundReportForm } from '../contract.ts'
import { readStoredChoice, readStoredQuery } from './read-stored-report-settings.ts'
import {
  retentionDays,
  maxAttempts,
  maxCharacters,
  renewEveryMs,
  reportCalls,
  type ReportId,
} from '../rules.ts'
import * as store from './store.ts'

type ReportRequest = { report: ReportId; user: Actor; query?: BackgroundReportForm['query'] }

/**
 * Returns the handler and parsed query of a report's endpoint. Throws 403 without its permission,
 * and 422 for an invalid query.
 */
export function callOf(routes: readonly Route[], { report, user, query }: ReportRequest) {
  const { path } = reportCalls[report]
  const route = routes.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === path)
  if (!route?.handle) throw missing('That report')
  const { permission } = route.endpoint
  requirePermission(user, permission as Permission, 'Your role cannot run this report')
  const parsed = query && parseParameters(route.endpoint, query)
  return { handle: route.handle, query: parsed }
}

const everyMs = 2000

/** The worker job that runs background reports. */
export function reportJobs(routes: readonly Route[]): Job[] {
  return [{ name: 'left reports', everyMs, run: (ctx) => createBackgroundReports(ctx, routes) }]
}

/**
 * Runs all pending reports, one after another, each outside of a transaction; several nodes claim
 * different reports. If a node dies, another node (or the next start) runs its report again once
 * the lease has expired.
 */
export async function createBackgroundReports(
  ctx: Context,
  routes: readonly Route[],
): Promise<void> {
  for (;;) {
    const [nextReport] = await rows<QueuedReport>(ctx.db, store.claimNext)
    if (!nextReport) return
    await runReport(ctx, { queued: nextReport, routes })
  }
}

type QueuedReport = Pick<BackgroundReportForm, 'choice' | 'query'> & {
  id: number
  /** The number of this attempt. */
  attempts: number
  userId: number
  username: string
  role: string
  grants: string[] | null
  isActive: boolean
}
type Outcome = { answer: string; failure?: never } | { failure: string; answer?: never }
type ReportRun = { queued: QueuedReport; routes: readonly Route[] }

async function runReport(ctx: Context, making: ReportRun): Promise<void> {
  const stop = renewLease(ctx, making.queued)
  try {
    await settle(ctx, making.queued, await outcomeOf(ctx, making))
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal?.code === 'database-unavailable') throw error
    await settle(ctx, making.queued, {
      failure: refusal?.message ?? 'The report failed. Run it again',
    })
    if (!refusal) throw error
  } finally {
    stop()
  }
}

/**
 * Renews the lease periodically while the report runs; ignores failures, so the lease may expire.
 */
function renewLease(ctx: Context, { id, attempts }: QueuedReport): () => void {
  const renew = () => {
    rows(ctx.db, store.renewLease, [id, attempts]).catch(() => undefined)
  }
  const timer = setInterval(renew, renewEveryMs)
  return () => clearInterval(timer)
}

/** Runs the report as the user who requested it, with the current permissions of the role. */
async function outcomeOf(ctx: Context, { queued, routes }: ReportRun): Promise<Outcome> {
  const { choice, attempts, userId, username, role, grants, isActive } = queued
  if (!readStoredChoice(choice))
    return { failure: 'This version of the program does not have this report' }
  const query = readStoredQuery(queued.query)
  if (!query) return { failure: 'This version of the program cannot read the report’s settings' }
  if (attempts > maxAttempts) return { failure: `It was interrupted ${maxAttempts} times` }
  if (!isActive) return { failure: 'The account is not active' }
  const user = { id: userId, username, role, ...(grants && { grants }) }
  const call = callOf(routes, { report: choice.report, user, query })
  // Report endpoints have only query parameters.
  const input = { id: 0, query: call.query, body: undefined } as never
  const answer = await call.handle({ ...ctx, user, db: slowPool(ctx.db) }, input)
  return { answer: await textOfAnswer(answer, maxCharacters) }
}

/** Stores the outcome and notifies the user, unless another attempt has started in the meantime. */
function settle(ctx: Context, queued: QueuedReport, outcome: Outcome): Promise<void> {
  const { id, attempts, userId, choice } = queued
  const { answer = null, failure = null } = outcome
  const state = failure === null ? 'made' : 'failed'
  const report = readStoredChoice(choice)?.report
  const title = report ? reportCalls[report].title : 'A report'
  const ready = `Open it to read, print or download it. It is kept for ${retentionDays} days`
  const link = report ? `/?report=${report}&left=${id}` : '/'
  const words = {
    title: failure === null ? `${title} is ready` : `${title} failed`,
    text: failure ?? ready,
  }
  return inTransaction(ctx, async (inner) => {
    const values = [id, attempts, state, answer, failure, inner.now.toISOString()]
    const settledRows = await rows(inner.db, store.settle, values)
    if (settledRows.length === 0) return
    const notification = { kind: 'reports', userIds: [userId], key: `report:${id}`, link } as const
    await notify(inner, [{ ...notification, ...words }])
  })
}

/** Deletes reports past their retention period; the notification states this period. */
export async function deleteOldReports(ctx: Context): Promise<void> {
  const [before] = daysAgo(ctx, retentionDays)
  await rows(ctx.db, store.deleteOldSql, [before])
}

export const reportRetention: RetentionRule = {
  deleteDue: deleteOldReports,
  tables: [
    {
      table: 'left_reports',
      keptDays: retentionDays,
      countDue: store.countOldSql,
      valuesOf: daysAgo,
    },
  ],
}
