import { record } from '#features/audit/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/db.ts'
import type { WmsProblem } from './contract.ts'
import { readProblem } from './mend.ts'

// The way back from a dismissal, where there is one: what was given up can be tried again as long
// as nothing took its place.

type Dismissed = {
  kind: string
  state: string
  key: string
  importId: number | null
  exportId: number | null
  action: string | null
  exportState: string | null
  isOvertaken: boolean
}

const readDismissed = {
  name: 'read_dismissed_wms_problem',
  text: `select p.kind, p.state, p.key, p.import_id as "importId", p.export_id as "exportId",
                e.action, e.state as "exportState",
                exists (select from wms_exports l
                        where l.kind = e.kind and l.record_id = e.record_id and l.id > e.id
                          and l.state <> 'dismissed') as "isOvertaken"
         from wms_problems p left join wms_exports e on e.id = p.export_id
         where p.id = $1 for update of p`,
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
 * Opens a problem again that was dismissed: what could not be sent or taken waits for a person once
 * more, who may try it again. Refuses one that was not dismissed, one that is open again already, a
 * count or a cancellation that was given up, and a document of which a later one was made since.
 */
export function reopenProblem(ctx: Context, id: number): Promise<WmsProblem> {
  return inTransaction(ctx, async (inner) => {
    const [found] = await rows<Dismissed>(inner.db, readDismissed, [id])
    if (!found) throw missing('That problem')
    const [open] = await rows(inner.db, findOpen, [found.key])
    const again = open ? 'The same problem is open again already' : undefined
    const sentence = whyNotReopen(found) ?? again
    if (sentence) throw new Refusal('refused', 'illegal-transition', sentence)
    await rows(inner.db, openAgain, [id])
    if (found.exportId !== null) await rows(inner.db, failAgain, [found.exportId])
    if (found.importId !== null) await rows(inner.db, failImportAgain, [found.importId])
    await record(inner, [{ entity: 'wms', entityId: 1, action: `reopen problem ${id}` }])
    return readProblem(inner, id)
  })
}

function whyNotReopen(problem: Dismissed): string | undefined {
  const { kind, state, action, exportState, isOvertaken } = problem
  if (state !== 'dismissed') return `This problem is ${state}, so it cannot be reopened`
  if (kind === 'count') return 'That count was given up; the next one is looked at anew'
  if (exportState !== 'dismissed') return undefined
  if (action === 'cancel') return 'The cancellation was given up; cancel the document again'
  return isOvertaken ? 'A later version of the document has taken its place' : undefined
}
