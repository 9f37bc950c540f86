import { record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type { WmsProblem } from '../contract.ts'
import { withdrawRequest } from './outbound/cancellation-and-change-answers.ts'
import type { DocumentRef } from './outbound/export-problems.ts'
import { confirmCount, discardCount } from './counts/count-guard.ts'
import { startWmsRun } from './runs/runs.ts'
import { canRetry, problemList } from './store.ts'

/** Lists the problems, one page at a time. */
export function listWmsProblems(ctx: Context, query: ListQuery) {
  return readList<WmsProblem>(ctx.db, problemList, query)
}

/** Reads a problem. Throws 404 if there is none. */
export async function readProblem(ctx: Context, id: number): Promise<WmsProblem> {
  const problem = await readOne<WmsProblem>(ctx.db, problemList, { id })
  if (!problem) throw missing('That problem')
  return problem
}

const targetColumns = `p.id, p.kind, p.state, p.export_id as "exportId",
                p.import_id as "importId", ${canRetry} as "canRetry"`
const readTarget = {
  name: 'read_target_of_wms_problem',
  text: `select ${targetColumns} from wms_problems p where p.id = $1 for update of p`,
}
type Target = {
  id: number
  kind: string
  state: string
  exportId: number | null
  importId: number | null
  canRetry: boolean
}

const queueAgain = {
  name: 'queue_wms_export_again',
  text: `update wms_exports
         set state = 'waiting', attempts = least(attempts, 1), next_attempt_at = now()
         where id = $1 and state in ('waiting', 'failed')`,
}
const noteTry = {
  name: 'note_try_of_wms_problem',
  text: `update wms_problems
         set attempts = attempts + 1, last_seen_at = now(), version = version + 1
         where id = $1 and state = 'open'`,
}

/**
 * Retries a problem: a document returns to the queue, an event is retried by the worker, and for a
 * count problem an inventory run is queued. Success solves the problem. Throws 409 if a retry
 * cannot solve it.
 */
export function retryWmsProblem(ctx: Context, id: number): Promise<WmsProblem> {
  return inTransaction(ctx, async (inner) => {
    const [target] = await rows<Target>(inner.db, readTarget, [id])
    if (!target) throw missing('That problem')
    requireOpen(target)
    if (!target.canRetry) {
      const sentence = 'This cannot be retried. Dismiss it once it is resolved'
      throw new Refusal('refused', 'illegal-transition', sentence)
    }
    await tryAgain(inner, target)
    return readProblem(inner, id)
  })
}

function requireOpen({ state }: Target): void {
  if (state === 'open') return
  const sentence = `This problem is already ${state}`
  throw new Refusal('refused', 'illegal-transition', sentence)
}

/**
 * Confirms the waiting count: queues an inventory run, which may empty as many SKUs. Throws 409 if
 * none waits.
 */
export function confirmWmsProblem(ctx: Context, id: number): Promise<WmsProblem> {
  return inTransaction(ctx, async (inner) => {
    const [target] = await rows<Target>(inner.db, readTarget, [id])
    if (!target) throw missing('That problem')
    requireOpen(target)
    if (target.kind !== 'count' || !(await confirmCount(inner))) {
      const sentence = 'There is no count to confirm'
      throw new Refusal('refused', 'illegal-transition', sentence)
    }
    await rows(inner.db, noteTry, [id])
    await record(inner, [{ entity: 'wms', entityId: 1, action: `confirm count, problem ${id}` }])
    await startWmsRun(inner, 'inventory', 'person')
    return readProblem(inner, id)
  })
}

async function tryAgain(ctx: Context, { id, kind, exportId, importId }: Target): Promise<void> {
  await rows(ctx.db, noteTry, [id])
  await record(ctx, [{ entity: 'wms', entityId: 1, action: `retry problem ${id}` }])
  if (importId !== null) {
    // In this transaction a refusal would roll back the retry, so the worker applies the event.
    await rows(ctx.db, wakeImport, [importId])
    return
  }
  if (exportId !== null && kind === 'export') await rows(ctx.db, queueAgain, [exportId])
  else await startWmsRun(ctx, 'inventory', 'person')
}

const wakeImport = {
  name: 'wake_wms_import',
  text: `update wms_imports set state = 'parked' where id = $1 and state = 'failed'`,
}

const listRetryable = {
  name: 'list_retryable_wms_problems',
  text: `select ${targetColumns} from wms_problems p
         where p.state = 'open' and ${canRetry} order by p.id limit 1000 for update of p`,
}

/** Retries all open problems that a retry can solve, at most 1,000; returns how many. */
export function retryWmsProblems(ctx: Context): Promise<{ retried: number }> {
  return inTransaction(ctx, async (inner) => {
    const targets = await rows<Target>(inner.db, listRetryable)
    for (const target of targets) await tryAgain(inner, target)
    return { retried: targets.length }
  })
}

const closeProblem = {
  name: 'dismiss_wms_problem',
  text: `update wms_problems
         set state = 'dismissed', ended_at = now(), ended_by = $2, note = $3,
             version = version + 1
         where id = $1`,
}
const dismissExport = {
  name: 'dismiss_wms_export',
  text: `update wms_exports set state = 'dismissed'
         where id = $1 and state in ('waiting', 'failed')
         returning kind, record_id as "recordId", code, action`,
}
const dismissImport = {
  name: 'dismiss_wms_import',
  text: `update wms_imports set state = 'dismissed'
         where id = $1 and state in ('failed', 'parked')`,
}

/** Dismisses a document, so that it is not sent again. A dismissed cancellation is withdrawn. */
async function dismissFailedExport(
  ctx: Context,
  id: number,
  note: string | undefined,
): Promise<void> {
  const [dismissed] = await rows<DocumentRef>(ctx.db, dismissExport, [id])
  if (dismissed?.action !== 'cancel') return
  await withdrawRequest(ctx, dismissed, note || 'The cancellation was withdrawn')
}

/** Dismisses a problem with its document or event. Throws 409 if it is not open. */
export function dismissWmsProblem(
  ctx: Context,
  id: number,
  { note }: { note?: string | undefined },
): Promise<WmsProblem> {
  return inTransaction(ctx, async (inner) => {
    const [target] = await rows<Target>(inner.db, readTarget, [id])
    if (!target) throw missing('That problem')
    requireOpen(target)
    await rows(inner.db, closeProblem, [id, inner.user?.id ?? null, note || null])
    if (target.exportId !== null) await dismissFailedExport(inner, target.exportId, note)
    if (target.kind === 'count') await discardCount(inner)
    if (target.importId !== null) await rows(inner.db, dismissImport, [target.importId])
    const reason = note || null
    const action = `dismiss problem ${id}`
    await record(inner, [{ entity: 'wms', entityId: 1, action, reason }])
    return readProblem(inner, id)
  })
}
