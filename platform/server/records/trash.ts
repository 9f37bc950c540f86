import { type Db, rows } from '../database/db.ts'
import { aliasOf, type ListSpec } from '../lists/list.ts'

// The recycle bin: deleted records that can be restored. Their tables have `id`, `deleted_at`,
// `updated_at` and `version`; table names are constants of the program.

/** The number of days in which a deleted record can be restored. */
export const restorableDays = 30

const maxListed = 200

/** Soft-deletes records. */
export async function softDelete(db: Db, table: string, ids: readonly number[]): Promise<void> {
  const text = `update ${table} set deleted_at = now(), updated_at = now(), version = version + 1
    where id = any($1::int[]) and deleted_at is null`
  await rows(db, { name: `discard_${table}`, text }, [ids])
}

type Deleted = { id: number; code: string; isTaken: boolean }

/**
 * Locks deleted records, and reports whether the code of each is used by an active record or by a
 * later one of these ids.
 */
export async function lockDeleted(
  db: Db,
  { table, code }: { table: string; code: string },
  ids: readonly number[],
): Promise<Deleted[]> {
  const text = `select d.id, d.${code} as code,
      exists (
        select from ${table} o
        where lower(o.${code}) = lower(d.${code}) and o.id <> d.id
          and (o.deleted_at is null or (o.id = any($1::int[]) and o.id > d.id))
      ) as "isTaken"
    from ${table} d
    where d.id = any($1::int[]) and d.deleted_at > now() - make_interval(days => ${restorableDays})
    order by d.id for no key update of d`
  return rows<Deleted>(db, { name: `lock_deleted_${table}`, text }, [ids])
}

/** Restores deleted records and returns the ids of those that were still restorable. */
export async function restoreRecords(
  db: Db,
  table: string,
  ids: readonly number[],
): Promise<number[]> {
  const text = `update ${table} set deleted_at = null, updated_at = now(), version = version + 1
    where id = any($1::int[]) and deleted_at > now() - make_interval(days => ${restorableDays})
    returning id`
  const found = await rows<{ id: number }>(db, { name: `take_back_${table}`, text }, [ids])
  return found.map((row) => row.id)
}

/** The deleted records of a list, the last deleted first, at most 200. */
export async function readBin<Row>(db: Db, spec: ListSpec): Promise<Row[]> {
  const deletedAt = `${aliasOf(spec)}.deleted_at`
  const text = `select ${spec.columns} from ${spec.from}
    where ${deletedAt} > now() - make_interval(days => ${restorableDays})
    order by ${deletedAt} desc, ${spec.id} desc limit ${maxListed}`
  return rows<Row>(db, { name: '', text }, spec.values)
}
