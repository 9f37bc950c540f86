import type { Moment } from '../../kernel/days.ts'
import { type Context, rows, type Statement } from '../database/db.ts'

/** A table that a cleanup deletes from, or of which it empties a column, and its dry run. */
type DueTable = {
  table: string
  /** After how many days; null if age is no reason. A function reads a setting. */
  keptDays: number | null | ((ctx: Context) => Promise<number>)
  /** Answers `count` and `oldest` of the rows that are due, by the condition of the deletion. */
  countDue: Statement
  /** True if rows may stay whatever their age: only a column is emptied, or some are never due. */
  hasPermanentRows?: boolean
  /** The parameters of `countDue`; by default none. */
  valuesOf?: (ctx: Context, keptDays: number) => readonly unknown[]
}

/**
 * One cleanup of old data, with the dry run of every table that it touches. A cleanup cannot be
 * declared without one.
 */
export type RetentionRule = {
  deleteDue: (ctx: Context) => Promise<void>
  tables: readonly [DueTable, ...DueTable[]]
}

/** Rows of a table that the next cleanup deletes; `keptDays` is null if their age is no reason. */
export type DueRows = {
  table: string
  keptDays: number | null
  count: number
  oldest: Moment | null
}

/** The moment this many days ago, as a parameter. */
export function daysAgo({ now }: Context, days: number): readonly [string] {
  return [new Date(now.getTime() - days * 86_400_000).toISOString()]
}

/** Counts what the cleanups would delete now, and deletes nothing. */
export async function countDueRows(
  ctx: Context,
  rules: readonly RetentionRule[],
): Promise<DueRows[]> {
  const found: DueRows[] = []
  for (const { table, keptDays, countDue, valuesOf } of rules.flatMap(({ tables }) => tables)) {
    // Sequential: one screen must not take every connection.
    // oxlint-disable-next-line no-await-in-loop
    const days = typeof keptDays === 'function' ? await keptDays(ctx) : keptDays
    const values = valuesOf?.(ctx, days ?? 0) ?? []
    // oxlint-disable-next-line no-await-in-loop
    const [due] = await rows<{ count: number; oldest: Moment | null }>(ctx.db, countDue, values)
    found.push({ table, keptDays: days, count: due?.count ?? 0, oldest: due?.oldest ?? null })
  }
  return found
}

/** After how many days the rows of each table are deleted; without tables whose rows may stay. */
export async function readKeptDays(
  ctx: Context,
  rules: readonly RetentionRule[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const tables = rules.flatMap((rule) => rule.tables).filter((each) => !each.hasPermanentRows)
  for (const { table, keptDays } of tables) {
    // oxlint-disable-next-line no-await-in-loop
    const days = typeof keptDays === 'function' ? await keptDays(ctx) : keptDays
    if (days !== null) found.set(table, days)
  }
  return found
}
