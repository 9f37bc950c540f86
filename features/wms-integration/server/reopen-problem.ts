import { record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { WmsProblem } from '../contract.ts'
import { readProblem } from './problem-actions.ts'

// Reopens dismissed problems: the document or event can be retried as long as nothing has
// superseded it.

type Dismissed = {
  kind: string
  state: string
  key: string
  importId: number | null
  exportId: number | null
  action: string | null
  exportState: string | null
  importState: string | null
  isOvertaken: boolean
}

const lockProblem = {
  name: 'lock_dismissed_wms_problem',
  text: `select export_id as "exportId", import_id as "importId" from wms_problems
         where id = $1 for update`,
}
const lockExport = {
  name: 'lock_wms_export_of_problem',
  text: 'select id from wms_exports where id = $1 for update',
}
const lockImport = {
  name: 'lock_wms_import_of_problem',
  text: 'select id from wms_imports where id = $1 for update',
}

/** Reads after the locks, in its own statement, so that concurrent changes are visible. */
const readDismissed = {
  name: 'read_dismissed_wms_problem',
  text: `select p.kind, p.state, p.key, p.import_id as "importId", p.export_id as "exportId",
                e.action, e.state as "exportState", i.state as "importState",
                exists (select from wms_exports l
                        where l.kind = e.kind and l.record_id = e.record_id and l.id > e.id
                          and l.state <> 'dismissed') as "isOvertaken"
         from wms_problems p
         left join wms_exports e on e.id = p.export_id
         left join wms_imports i on i.id = p.import_id
         where p.id = $1`,
}

const findOpen = {
  name: 'find_open_wms_problem_of_key',
  text: `select id from wms_problems where key = $1 and state = 'open'`,
}

const openAgain = {
  name: 'reopen_wms_problem',
  text: `update wms_problems
         set state = 'open', ended_at = null, ended_by = null, note = null,
             version = version + 1
         where id = $1`,
}
const failAgain = {
  name: 'fail_dismissed_wms_export',
  text: `update wms_exports set state = 'failed' where id = $1 and state = 'dismissed'`,
}
const failImportAgain = {
  name: 'fail_dismissed_wms_import',
  text: `update wms_imports set state = 'failed' where id = $1 and state = 'dismissed'`,
}

/**
 * Reopens a dismissed problem: its document or event is failed again and may be retried. Throws 404
 * if there is none. Throws 409 if it was not dismissed, if the same problem is open again, for a
 * discarded count or cancellation, for a document or event that is waiting or done and would never
 * solve the problem, and for a document with a later version.
 */
export function reopenWmsProblem(ctx: Context, id: number): Promise<WmsProblem> {
  return inTransaction(ctx, async (inner) => {
    const found = await lockDismissed(inner, id)
    const [open] = await rows(inner.db, findOpen, [found.key])
    const again = open ? 'The same problem is already open again' : undefined
    const sentence = whyNotReopen(found) ?? again
    if (sentence) throw new Refusal('refused', 'illegal-transition', sentence)
    await rows(inner.db, openAgain, [id])
    if (found.exportId !== null) await rows(inner.db, failAgain, [found.exportId])
    if (found.importId !== null) await rows(inner.db, failImportAgain, [found.importId])
    await record(inner, [{ entity: 'wms', entityId: 1, action: `reopen problem ${id}` }])
    return readProblem(inner, id)
  })
}

async function lockDismissed(ctx: Context, id: number): Promise<Dismissed> {
  type About = Pick<Dismissed, 'exportId' | 'importId'>
  const [about] = await rows<About>(ctx.db, lockProblem, [id])
  if (!about) throw missing('That problem')
  if (about.exportId !== null) await rows(ctx.db, lockExport, [about.exportId])
  if (about.importId !== null) await rows(ctx.db, lockImport, [about.importId])
  const [found] = await rows<Dismissed>(ctx.db, readDismissed, [id])
  if (!found) throw missing('That problem')
  return found
}

const done = 'so there is nothing to retry'
const exportSentences: Readonly<Record<string, string>> = {
  waiting: 'The document is already waiting to be sent',
  sent: `The document was sent in the meantime, ${done}`,
  failed: 'The document already has an open problem',
}
const importSentences: Readonly<Record<string, string>> = {
  parked: 'The import is already being retried',
  applied: `The import was applied in the meantime, ${done}`,
  partial: `The import was applied in the meantime, ${done}`,
  failed: 'The import already has an open problem',
}

function whyNotReopen(problem: Dismissed): string | undefined {
  const { kind, state, action, exportState, importState, isOvertaken } = problem
  if (state !== 'dismissed') return `This problem is ${state}, so it cannot be reopened`
  if (kind === 'count') return 'That count was discarded. The next one is checked again'
  const isDone = exportSentences[exportState ?? ''] ?? importSentences[importState ?? '']
  if (isDone) return isDone
  if (exportState === null) return undefined
  if (action === 'cancel') return 'The cancellation was withdrawn. Cancel the document again'
  return isOvertaken ? 'A later version of the document has replaced it' : undefined
}
