import { and, eq, getTableName, sql } from 'drizzle-orm'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '../database/db.ts'
import { mapConstraintErrors } from '../database/pg-errors.ts'
import type { Values } from '../imports/import-file.ts'
import { readOne } from '../lists/list.ts'
import { refuseReferenced } from '../records/references.ts'
import { readBin, restoreRecords, softDelete } from '../records/trash.ts'
import { guardVersion, isChangedBy } from '../records/versions.ts'
import type { Master, MasterRow } from './master-data-definition.ts'

/** A change of a record by a form, and the version that the client read. */
type RecordUpdate<Patch> = { form: Patch; ifMatch: number | undefined }

/** The use cases that read, create and update one record. */
export function oneRecord<Row extends MasterRow, Form extends Patch, Patch extends Values>(
  master: Master<Row, Form, Patch>,
) {
  const { noun, table, history } = master
  const codeTaken = () => duplicateCode(master, `That ${noun} code is already taken`, true)
  const withUniqueCode = <R>(write: () => Promise<R>) =>
    mapConstraintErrors({ [master.uniqueCode.index]: codeTaken }, write)
  const find = findIn(master)

  /** Creates a record. Throws 409 for a duplicate code, and what the room's guard refuses. */
  const create = (ctx: Context, form: Form): Promise<Row> =>
    inTransaction(ctx, async (inner) => {
      await master.guard?.(inner, form, undefined)
      const columns = master.columnsOf(inner, form, undefined)
      const [inserted] = await withUniqueCode(() =>
        inner.db.insert(table).values(columns).returning({ id: table.id }),
      )
      const { id } = inserted as { id: number }
      await history.record(inner, [{ entityId: id, action: 'create' }])
      return find(inner, { id })
    })

  /** Updates a record; omitted fields do not change. A form without changes writes nothing. */
  const update = (ctx: Context, id: number, change: RecordUpdate<Patch>): Promise<Row> =>
    inTransaction(ctx, async (inner) => {
      const { form, ifMatch } = change
      const before = await find(inner, { id, lock: true })
      guardVersion(before, ifMatch)
      await master.guard?.(inner, form, before)
      const columns = master.columnsOf(inner, form, before)
      const isChanged = isChangedBy(table, columns)
      if (!isChanged) return before
      const bookkeeping = { updatedAt: sql`now()`, version: sql`${table.version} + 1` }
      const written = { ...columns, ...bookkeeping }
      const target = and(eq(table.id, id), isChanged)
      await withUniqueCode(() => inner.db.update(table).set(written).where(target))
      const after = await find(inner, { id })
      const changes = history.changesBetween(before, after)
      if (Object.keys(changes).length === 0) return after
      const action = master.actionOf?.(before, after) ?? 'update'
      await history.record(inner, [{ entityId: id, action, changes }])
      await master.changed?.(inner, { before, after, changes })
      return after
    })

  return { find: (ctx: Context, id: number) => find(ctx, { id }), create, update }
}

/** The use cases that delete and restore one record. */
export function deletedRecord<Row extends MasterRow, Form extends Patch, Patch extends Values>(
  master: Master<Row, Form, Patch>,
) {
  const { noun, table, history } = master
  const reuse = `Another ${noun} now uses this ${noun} code. Change that ${noun} first`
  const codeReused = () => duplicateCode(master, reuse, false)
  const find = findIn(master)

  /** Deletes a record without references. It can be restored for 30 days. */
  const remove = (ctx: Context, id: number, ifMatch: number | undefined): Promise<void> =>
    inTransaction(ctx, async (inner) => {
      const found = await find(inner, { id, lock: true })
      guardVersion(found, ifMatch)
      const code = String(found[master.file.code])
      await refuseReferenced(inner.db, master.references, { id, code })
      await softDelete(inner.db, getTableName(table), [id])
      await history.record(inner, [{ entityId: id, action: 'delete' }])
    })

  /** Restores a deleted record. Throws 409 if another record has its code now. */
  const restore = (ctx: Context, id: number): Promise<Row> =>
    inTransaction(ctx, async (inner) => {
      const restored = await mapConstraintErrors({ [master.uniqueCode.index]: codeReused }, () =>
        restoreRecords(inner.db, getTableName(table), [id]),
      )
      if (restored.length === 0) throw missing(`That deleted ${noun}`)
      await history.record(inner, [{ entityId: id, action: 'restore' }])
      return find(inner, { id })
    })

  /** Lists the records that can still be restored, the last deleted first. */
  const listDeleted = (ctx: Context) => readBin<Row>(ctx.db, master.list(ctx))

  return { delete: remove, restore, listDeleted }
}

/** Reads a record; `lock` locks it for the transaction. Throws 404 if it does not exist. */
function findIn<Row extends MasterRow, Form extends Patch, Patch extends Values>(
  master: Master<Row, Form, Patch>,
) {
  return async (ctx: Context, which: { id: number; lock?: boolean }): Promise<Row> => {
    const found = await readOne<Row>(ctx.db, master.list(ctx), which)
    if (!found) throw missing(`That ${master.noun}`)
    return found
  }
}

function duplicateCode(
  { file, uniqueCode }: { file: { code: string }; uniqueCode: { problem: string } },
  sentence: string,
  isEntered: boolean,
): Refusal {
  const fields = isEntered ? [{ path: file.code, message: 'Already taken' }] : []
  return new Refusal('conflict', uniqueCode.problem, sentence, fields)
}
