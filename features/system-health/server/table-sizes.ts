import { restorableDays } from '#platform/server/records/trash.ts'
import { daysOfOldRows } from '#platform/server/jobs/retention.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { TableSize } from '../contract.ts'
import { retentionDays } from '../rules.ts'
import { minuteDays } from '../service-levels.ts'

/** After how many days the rows of a table are deleted; rows of other tables remain. */
const daysOfTables: Readonly<Record<string, number>> = {
  ...daysOfOldRows,
  health_samples: retentionDays,
  import_rows: restorableDays,
  service_minutes: minuteDays,
  sign_in_attempts: 1,
  wms_drift: 365,
  wms_messages: 30,
  wms_run_steps: 30,
  wms_runs: 30,
}

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
export async function listTableSizes(ctx: Context): Promise<TableSize[]> {
  const found = await rows<Omit<TableSize, 'keptDays'>>(ctx.db, readSizes)
  return found.map((table) => ({ ...table, keptDays: daysOfTables[table.name] ?? null }))
}
