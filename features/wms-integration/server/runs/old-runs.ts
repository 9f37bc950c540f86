import { type Context, rows } from '#platform/server/database/db.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'

const retentionDays = 30
const batchSize = 1000

/**
 * Runs that ended long ago, with their steps. Status cards show the last step and the last success
 * of each type, and the last scheduled run without errors: those remain, however old. So do the
 * runs of messages that are still there.
 */
const isOld = `r.ended_at < now() - make_interval(days => ${retentionDays})
             and not exists (select from wms_messages m where m.run_id = r.id)
             and not exists (
               select from wms_run_steps s
               where s.run_id = r.id and not exists (
                 select from wms_run_steps n
                 where n.data_type = s.data_type and n.is_success and n.ended_at > s.ended_at
                   and n.run_id <> r.id))
             and (r.job <> 'full' or r.started_from <> 'schedule' or exists (
               select from wms_runs n
               where n.job = 'full' and n.started_from = 'schedule' and n.state = 'done'
                 and n.ended_at > r.ended_at and not exists (
                   select from wms_run_steps s
                   where s.run_id = n.id and (not s.is_success or s.failed > 0))))`

const deleteOld = {
  name: 'delete_old_wms_runs',
  text: `with old as (
           select r.id from wms_runs r where ${isOld}
           order by r.id limit ${batchSize}
         ), steps as (
           delete from wms_run_steps where run_id = any(array(select id from old))
         )
         delete from wms_runs where id = any(array(select id from old))`,
}
const countRuns = {
  name: 'count_old_wms_runs',
  text: `select count(*) as count, min(r.ended_at) as oldest from wms_runs r where ${isOld}`,
}
const countSteps = {
  name: 'count_steps_of_old_wms_runs',
  text: `select count(*) as count, min(r.ended_at) as oldest
         from wms_run_steps t join wms_runs r on r.id = t.run_id where ${isOld}`,
}

/** Deletes sync runs that ended more than 30 days ago, at most 1,000 at a time. */
export async function deleteOldRuns(ctx: Context): Promise<void> {
  await rows(ctx.db, deleteOld)
}

/** Runs of the data exchange with their steps. Both counts are of all that is due. */
export const runRetention: RetentionRule = {
  deleteDue: deleteOldRuns,
  tables: [
    { table: 'wms_runs', keptDays: retentionDays, countDue: countRuns },
    { table: 'wms_run_steps', keptDays: retentionDays, countDue: countSteps },
  ],
}
