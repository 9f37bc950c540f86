import { type Context, type Db, inTransaction, rows } from '#platform/server/database/db.ts'
import { daysAgo, type RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import {
  type CanaryReason,
  type CanaryState,
  type LevelCount,
  levelLimits,
  minuteDays,
  windowDays,
} from '../../service-levels.ts'
import { serviceMinutes } from '../tables.ts'

/** The result of a canary order. */
export type CanaryResult = {
  state: CanaryState
  reason: CanaryReason | null
  /** The code of the refusal or of the database's error. */
  code: string | null
  validationMs: number | null
  creationMs: number | null
}

// One node of all claims a minute. The row is locked only for the duration of this statement, so a
// node that stops in the middle of a canary order leaves a minute without a measurement, and no
// lock.
const claimMinute = {
  name: 'claim_canary_minute',
  text: `insert into canary_turns (id, claimed_minute) values (1, $1::timestamptz)
         on conflict (id) do update set claimed_minute = excluded.claimed_minute
         where canary_turns.claimed_minute < excluded.claimed_minute
         returning id`,
}

/** Claims a minute; false if a node has claimed it, or a later one, before. */
export async function claimCanaryMinute(ctx: Context, minute: string): Promise<boolean> {
  return (await rows(ctx.db, claimMinute, [minute])).length > 0
}

// Calls of the warehouse belong to the minute before, which is complete. A warehouse that cannot be
// reached leaves no message, only the time of its last failure. If a later call of the same outage
// has failed since, that time is over, and the outage began before. Files (X12) have no duration.
const readSystem = {
  name: 'read_service_minute',
  text: `with calls as (
           select count(*) filter (where took_ms is not null or status = 'failed') as made,
                  coalesce(max(took_ms), 0) as slowest,
                  coalesce(bool_or(status = 'failed'), false)
                    or exists (select from wms_connection
                               where last_failure_at >= $1::timestamptz - interval '1 minute'
                                 and least(last_failure_at, unreachable_since) < $1::timestamptz)
                      as failed
           from wms_messages
           where channel = 'api' and created_at >= $1::timestamptz - interval '1 minute'
             and created_at < $1::timestamptz)
         select case when made > 0 or failed then slowest end as "warehouseMs",
           failed as "warehouseFailed",
           (select greatest(0, coalesce(extract(epoch from $2::timestamptz - min(created_at)), 0))
            from outbox where sent_at is null and dead_at is null)::int as "messageSeconds",
           (select greatest(0,
              coalesce(extract(epoch from $2::timestamptz - min(first_seen_at)), 0))
            from wms_problems where state = 'open' and kind = 'drift')::int as "driftSeconds"
         from calls`,
}

/** What is measured beside the canary order. Null: not measured in that minute. */
export type SystemMeasurement = {
  warehouseMs: number | null
  warehouseFailed: boolean
  messageSeconds: number | null
  driftSeconds: number | null
}

/** Measures the calls of the warehouse in the minute before, and the ages as of now. */
export async function measureSystem(ctx: Context, minute: string): Promise<SystemMeasurement> {
  const [found] = await rows<SystemMeasurement>(ctx.db, readSystem, [minute, ctx.now.toISOString()])
  if (!found) throw new Error('The measurement is one row')
  return found
}

const setResult = {
  name: 'set_canary_result',
  text: `update canary_turns
         set minute = $1::timestamptz, state = $2, reason = $3, code = $4, validation_ms = $5,
             creation_ms = $6
         where id = 1 and (minute is null or minute < $1::timestamptz)
         returning id`,
}

/** A row of `service_minutes`. */
export type MinuteRow = { minute: string } & Partial<SystemMeasurement> & {
    validationMs: number | null
    validationFailed: boolean
    creationMs: number | null
    creationFailed: boolean
  }

/**
 * Stores the result of a minute and counts all levels again, in one transaction. The row of the
 * canary is locked first, so that two nodes count one after the other. A minute that is stored
 * after a later one is counted with the next.
 */
export async function insertMinute(
  ctx: Context,
  row: MinuteRow,
  result: CanaryResult,
): Promise<void> {
  const { state, reason, code, validationMs, creationMs } = result
  await inTransaction(ctx, async (inner) => {
    const values = [row.minute, state, reason, code, validationMs, creationMs]
    const latest = await rows<{ id: number }>(inner.db, setResult, values)
    await insertMany(inner, serviceMinutes, [row], { skipsConflicts: true })
    if (latest.length > 0) await countLevels(inner, row.minute)
  })
}

/** Minutes in which this node could not reach the database, as failures, unless measured. */
export async function insertFailedMinutes(ctx: Context, minutes: readonly string[]): Promise<void> {
  if (minutes.length === 0) return
  const failed = { validationMs: 0, validationFailed: true, creationMs: 0, creationFailed: true }
  const list = minutes.map((minute) => ({ minute, ...failed }))
  await inTransaction(ctx, (inner) =>
    insertMany(inner, serviceMinutes, list, { skipsConflicts: true }),
  )
}

// One pass over the minutes of each span. A failed step does not count for speed.
const recountLevels = {
  name: 'recount_service_levels',
  text: `with sums as (
           select s.span,
             count(m.validation_ms) as validations,
             count(*) filter (where m.validation_failed) as failed_validations,
             count(*) filter (where m.validation_ms > $2::int and not m.validation_failed)
               as slow_validations,
             count(m.creation_ms) as creations,
             count(*) filter (where m.creation_failed) as failed_creations,
             count(*) filter (where m.creation_ms > $3::int and not m.creation_failed)
               as slow_creations,
             count(m.warehouse_ms) as calls,
             count(*) filter (where m.warehouse_failed) as failed_calls,
             count(*) filter (where m.warehouse_ms > $4::int and not m.warehouse_failed)
               as slow_calls,
             count(m.message_seconds) as messages,
             count(*) filter (where m.message_seconds > $5::int) as old_messages,
             count(m.drift_seconds) as drifts,
             count(*) filter (where m.drift_seconds > $6::int) as old_drifts
           from (values ('1 hour', interval '1 hour'), ('6 hours', interval '6 hours'),
                        ('28 days', interval '28 days')) as s (span, duration)
           left join service_minutes m
             on m.minute > $1::timestamptz - s.duration and m.minute <= $1::timestamptz
           group by s.span)
         insert into service_level_counts (level, span, measured, bad)
         select v.level, sums.span, v.measured, v.bad
         from sums cross join lateral (values
           ('validation_success', validations, failed_validations),
           ('validation_speed', validations - failed_validations, slow_validations),
           ('creation_success', creations, failed_creations),
           ('creation_speed', creations - failed_creations, slow_creations),
           ('warehouse_success', calls, failed_calls),
           ('warehouse_speed', calls - failed_calls, slow_calls),
           ('message_age', messages, old_messages),
           ('drift_age', drifts, old_drifts)) as v (level, measured, bad)
         on conflict (level, span) do update
           set measured = excluded.measured, bad = excluded.bad`,
}

async function countLevels(ctx: Context, minute: string): Promise<void> {
  const { validationMs, creationMs, warehouseMs, messageSeconds, driftSeconds } = levelLimits
  const limits = [validationMs, creationMs, warehouseMs, messageSeconds, driftSeconds]
  await rows(ctx.db, recountLevels, [minute, ...limits])
}

const readCounts = {
  name: 'read_service_level_counts',
  text: 'select level, span, measured, bad from service_level_counts order by level, span',
}

/** The measured and bad minutes of each level in each span. */
export function readLevelCounts(db: Db): Promise<LevelCount[]> {
  return rows<LevelCount>(db, readCounts)
}

const readResult = {
  name: 'read_canary_result',
  text: `select minute as at, state, reason, code, validation_ms as "validationMs",
           creation_ms as "creationMs"
         from canary_turns where id = 1`,
}

/** The last result of the canary; `at` is null before the first one. */
export async function readCanaryResult(db: Db): Promise<CanaryResult & { at: string | null }> {
  const [found] = await rows<CanaryResult & { at: string | null }>(db, readResult)
  const none = { reason: null, code: null, validationMs: null, creationMs: null }
  return found ?? { at: null, state: 'not run', ...none }
}

const readCoverage = {
  name: 'read_measured_minutes',
  text: `select count(*)::int as measured,
           coalesce(extract(epoch from max(minute) - min(minute)) / 60 + 1, 0)::int as elapsed
         from service_minutes where minute > $1::timestamptz - make_interval(days => $2::int)`,
}

/** The measured minutes of the window, and how many there were from its first one on. */
export async function readMeasuredMinutes(
  ctx: Context,
): Promise<{ measured: number; elapsed: number }> {
  const values = [ctx.now.toISOString(), windowDays]
  const [found] = await rows<{ measured: number; elapsed: number }>(ctx.db, readCoverage, values)
  return found ?? { measured: 0, elapsed: 0 }
}

const dropMinutes = {
  name: 'drop_service_minutes',
  text: 'delete from service_minutes where minute < $1::timestamptz',
}

/** Deletes the measurements of minutes that are older than 29 days. */
export async function deleteOldServiceMinutes(ctx: Context): Promise<void> {
  const [oldest] = daysAgo(ctx, minuteDays)
  await rows(ctx.db, dropMinutes, [oldest])
}

const countDueMinutes = {
  name: 'count_due_service_minutes',
  text: `select count(*) as count, min(minute) as oldest
         from service_minutes where minute < $1::timestamptz`,
}

export const minuteRetention: RetentionRule = {
  deleteDue: deleteOldServiceMinutes,
  tables: [
    {
      table: 'service_minutes',
      keptDays: minuteDays,
      countDue: countDueMinutes,
      valuesOf: daysAgo,
    },
  ],
}
