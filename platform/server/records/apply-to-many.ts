import type { BulkAction, BulkOutcome } from '#platform/kernel/bulk.ts'
import { maxBulk } from '#platform/kernel/bulk.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { softDelete, lockDeleted, restoreRecords } from './trash.ts'
import { type Db, rows } from '../database/db.ts'
import { aliasOf, type ListSpec } from '../lists/list.ts'
import { conditionOf, withNamedFilter } from '../lists/list-filter.ts'
import { referencedSentence, type Reference, referencesTo } from './references.ts'

/** Records that can be activated, deactivated and deleted: constants of the program. */
export type Records = {
  table: string
  /** The column of the code that identifies a record to users. */
  code: string
  list: ListSpec
  references: readonly Reference[]
}

export type BulkRequest = {
  action: BulkAction
  ids?: readonly number[] | undefined
  filters?: Record<string, unknown> | undefined
}
type ChosenRecord = { id: number; code: string; isActive: boolean }

/**
 * Applies one action to many records in the open transaction, locked in id order. A record that the
 * action cannot change is skipped with a reason; the others are changed. Throws 422 if the filters
 * match more than `maxBulk` records.
 */
export async function applyToMany(
  db: Db,
  records: Records,
  request: BulkRequest,
): Promise<BulkOutcome> {
  const { action, ids = [] } = request
  if (action === 'restore') return restore(db, records, ids)
  const chosen = await lockChosen(db, records, request)
  const reasons = await whyNotChanged(db, records, { action, chosen })
  const done = chosen.filter(({ id }) => !reasons.has(id)).map(({ id }) => id)
  if (action === 'delete') await softDelete(db, records.table, done)
  else await setActive(db, records.table, { ids: done, isActive: action === 'activate' })
  return { done, kept: unchangedReasons(reasons, ids, done) }
}

async function restore(db: Db, { table, code }: Records, ids: readonly number[]) {
  const found = await lockDeleted(db, { table, code }, ids)
  const duplicates = found.filter((each) => each.isTaken)
  const reasons = new Map(
    duplicates.map((each) => [each.id, `${each.code} is now used by another record`]),
  )
  const free = found.filter((each) => !each.isTaken).map(({ id }) => id)
  const done = await restoreRecords(db, table, free)
  return { done, kept: unchangedReasons(reasons, ids, done) }
}

async function lockChosen(
  db: Db,
  { list, code }: Records,
  request: BulkRequest,
): Promise<ChosenRecord[]> {
  const query: Record<string, unknown> = request.filters ?? {}
  refuseHiddenFilters(list, query)
  const { where, values } = request.ids
    ? { where: `${list.where} and ${list.id} = any($1::int[])`, values: [request.ids] }
    : conditionOf(list, withNamedFilter(list, query))
  const alias = aliasOf(list)
  const text = `select ${list.id}, ${alias}.${code} as code, ${alias}.is_active as "isActive"
    from ${list.from} where ${where}
    order by ${list.id} limit ${maxBulk + 1} for no key update of ${alias}`
  const chosen = await rows<ChosenRecord>(db, { name: '', text }, values)
  if (chosen.length <= maxBulk) return chosen
  const maxBulkText = maxBulk.toLocaleString('en-US')
  throw invalid([
    { path: 'filters', message: `The filters match more than ${maxBulkText} records` },
  ])
}

/** A filter that this user may not use would be ignored, and so select every record. */
function refuseHiddenFilters({ filters }: ListSpec, query: Record<string, unknown>): void {
  const names = Object.keys(query).filter((name) => query[name] !== undefined && name !== 'q')
  const hidden = names.find((name) => !Object.hasOwn(filters, name))
  if (hidden === undefined) return
  const message = 'Your role cannot filter by this'
  throw invalid([{ path: `filters.${hidden}`, message, code: 'forbidden' }])
}

async function whyNotChanged(
  db: Db,
  { references }: Records,
  { action, chosen }: { action: BulkAction; chosen: readonly ChosenRecord[] },
): Promise<Map<number, string>> {
  if (action === 'delete') {
    const ids = chosen.map(({ id }) => id)
    const found = await referencesTo(db, references, ids)
    const codes = new Map(chosen.map(({ id, code }) => [id, code]))
    return new Map(
      [...found].map(([id, what]) => [id, referencedSentence(codes.get(id) ?? '', what)]),
    )
  }
  const isActivation = action === 'activate'
  const same = chosen.filter(({ isActive }) => isActive === isActivation)
  const state = isActivation ? 'active' : 'inactive'
  return new Map(same.map(({ id, code }) => [id, `${code} is already ${state}`]))
}

async function setActive(
  db: Db,
  table: string,
  { ids, isActive }: { ids: readonly number[]; isActive: boolean },
): Promise<void> {
  const text = `update ${table} set is_active = $2, updated_at = now(), version = version + 1
    where id = any($1::int[])`
  await rows(db, { name: `set_active_${table}`, text }, [ids, isActive])
}

/** The reasons for skipped records, and for requested ids that do not exist. */
function unchangedReasons(
  reasons: ReadonlyMap<number, string>,
  named: readonly number[],
  done: readonly number[],
): BulkOutcome['kept'] {
  const known = new Set([...reasons.keys(), ...done])
  const missing = [...new Set(named)].filter((id) => !known.has(id))
  const skipped = [...reasons].map(([id, reason]) => ({ id, reason }))
  return [...skipped, ...missing.map((id) => ({ id, reason: 'That record was not found' }))]
}
