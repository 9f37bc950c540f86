import { getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Refusal } from '#platform/kernel/refusal.ts'

/** The version of the record that the client read, if it sent one. */
export type IfMatch = { ifMatch: number | undefined }

/**
 * Optimistic concurrency: throws 412 if the record changed since the client read it (RFC 9110
 * section 13.1.1); the response contains the current record. Without `ifMatch` there is no check.
 */
export function guardVersion(current: { version: number }, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== current.version) throw changedSince(current)
}

/** The 412 refusal for a record that someone else changed. */
export function changedSince(current: { version: number }): Refusal {
  const sentence = 'Someone else changed this record since you opened it'
  return new Refusal('stale', 'stale', sentence, [], { current })
}

/**
 * The condition that values change a row; undefined if there are none. An update without a change
 * writes nothing, so that the version of the record stays and it is not listed as changed.
 */
export function isChangedBy(table: PgTable, values: object): SQL | undefined {
  const columns = getTableColumns(table)
  const conditions = Object.entries(values).flatMap(([name, value]) => {
    const column = columns[name]
    return column && value !== undefined ? [sql`${column} is distinct from ${value}`] : []
  })
  return or(...conditions)
}
