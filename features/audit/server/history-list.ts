import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Page, Stream } from '#platform/server/http/route.ts'
import { type ListSpec, readList, readOne } from '#platform/server/lists/list.ts'
import { escaped } from '#platform/server/lists/list-search.ts'
import type { HistoryEntry, HistoryQuery } from '../contract.ts'
import type { AuditedEntity } from '../audited-entities.ts'
import * as store from './history-store.ts'
import { type HiddenFields, visibleChanges } from './visible-changes.ts'

/**
 * What a caller may read of the history: the kinds of records, and which fields are hidden. `zone`
 * is the SQL of the business time zone.
 */
export type HistoryAccess = {
  entities: readonly AuditedEntity[]
  hidden: HiddenFields
  zone: string
}

type Row = Omit<HistoryEntry, 'changes'> & {
  changes: HistoryEntry['changes'] | null
  isErased: boolean
}

/**
 * Returns a page of the changes to records of these kinds, or all of them without a limit. Kinds
 * that the caller may not read are left out, whatever the filter says.
 */
export async function listHistory(
  ctx: Context,
  query: HistoryQuery,
  access: HistoryAccess,
): Promise<Page<HistoryEntry> | Stream<HistoryEntry>> {
  const { spec, query: narrowed } = await narrow(ctx, query, access)
  const found = await readList<Row>(ctx.db, spec, narrowed)
  const visible = (row: Row) => visibleEntry(ctx, row, access)
  if ('stream' in found) return { ...found, stream: mapChunks(found.stream, visible) }
  return { ...found, rows: found.rows.map(visible) }
}

/**
 * Returns one entry. Throws 404 if it does not exist, and 403 if the caller may not read the
 * history of its kind of record.
 */
export async function readHistoryEntry(
  ctx: Context,
  id: number,
  access: HistoryAccess,
): Promise<HistoryEntry> {
  const spec = { ...store.historyListIn(access.zone), where: 'true' }
  const row = await readOne<Row>(ctx.db, spec, { id })
  if (!row) throw missing('That entry')
  if (!access.entities.includes(row.entity)) {
    throw new Refusal('forbidden', 'forbidden', 'Your role does not allow this')
  }
  return visibleEntry(ctx, row, access)
}

function visibleEntry({ user }: Context, row: Row, { hidden }: HistoryAccess): HistoryEntry {
  const { isErased: _, ...entry } = row
  const changes = visibleChanges(row.entity, row, hidden[row.entity]?.(user) ?? [])
  return { ...entry, changes }
}

async function* mapChunks<A, B>(
  chunks: AsyncIterable<A[]>,
  map: (row: A) => B,
): AsyncGenerator<B[]> {
  for await (const chunk of chunks) yield chunk.map(map)
}

type NarrowedList = { spec: ListSpec; query: HistoryQuery }

/** Finds the users and the records that a query names, and filters by their ids. */
async function narrow(
  ctx: Context,
  { actor, q, ...query }: HistoryQuery,
  { entities, zone }: HistoryAccess,
): Promise<NarrowedList> {
  const list = store.historyListIn(zone)
  const conditions = [list.where]
  const values: unknown[] = [entities]
  const number = q?.trim() ?? ''
  if (number !== '') {
    const found = await findRecords(ctx, number, entities)
    conditions.push(store.ofFoundRecords)
    values.push(
      found.map(({ entity }) => entity),
      found.map(({ id }) => id),
    )
  }
  const names = (actor ?? '').split(',').flatMap((each) => each.trim().toLowerCase() || [])
  const isSystem = names.length === 1 && names[0] === 'system'
  if (isSystem) conditions.push(store.bySystem)
  const ids = isSystem || names.length === 0 ? undefined : await findActors(ctx, names)
  const spec = { ...list, where: conditions.join(' and '), values }
  return { spec, query: { ...query, ...(ids && { actor: ids }) } }
}

/** The ids of users, separated by commas; `0`, which is no id, if there are none. */
async function findActors(ctx: Context, names: readonly string[]): Promise<string> {
  const found = await rows<{ id: number }>(ctx.db, store.findActors, [names])
  return found.map(({ id }) => id).join(',') || '0'
}

type FoundRecord = { entity: string; id: number }

function findRecords(
  ctx: Context,
  number: string,
  entities: readonly AuditedEntity[],
): Promise<FoundRecord[]> {
  const pattern = `${escaped(number)}%`
  const values = [pattern.toUpperCase(), pattern.toLowerCase(), entities]
  return rows<FoundRecord>(ctx.db, store.findRecords, values)
}
