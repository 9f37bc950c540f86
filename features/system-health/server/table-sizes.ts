import { type Context, rows } from '#platform/server/database/db.ts'
import { technicalRetention } from '#platform/server/jobs/retention.ts'
import { readKeptDays, type RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import type { TableSize } from '../contract.ts'

/** What no hourly cleanup deletes: each sign-in deletes the attempts of more than a day ago. */
const daysOfAttempts = 1

// The number of rows is the estimate of the planner: counting would read every table.
const readSizes = {
  name: 'read_table_sizes',
  text: `select c.relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as says,
           pg_total_relation_size(c.oid) as bytes,
           case when c.reltuples >= 0 then c.reltuples::bigint end as rows
         from pg_class c
         where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
         order by bytes desc, name`,
}

/** The size of each table with its indexes, largest first. */
export async function listTableSizes(
  ctx: Context,
  rules: readonly RetentionRule[],
): Promise<TableSize[]> {
  const days = new Map(await readKeptDays(ctx, [technicalRetention, ...rules]))
  days.set('sign_in_attempts', daysOfAttempts)
  const found = await rows<Omit<TableSize, 'keptDays'>>(ctx.db, readSizes)
  return found.map((table) => ({ ...table, keptDays: days.get(table.name) ?? null }))
}
