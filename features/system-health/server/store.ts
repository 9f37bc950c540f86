import type { Moment } from '#platform/kernel/days.ts'
import { type Context, type Db, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import type { Bar } from '../contract.ts'
import type { Sample } from '../rules.ts'
import { healthSamples } from './tables.ts'

/** First statement of a test transaction: prevents any write. */
export const readOnly = { name: 'health_read_only', text: 'set transaction read only' }

type Totals = { totalCustomers: number; totalVendors: number; totalSkus: number }

const countTotals = {
  name: 'health_totals',
  text: `select
    (select count(*) from customers where deleted_at is null) as "totalCustomers",
    (select count(*) from vendors where deleted_at is null) as "totalVendors",
    (select count(*) from skus where deleted_at is null) as "totalSkus"`,
}

/** Counts customers, vendors and SKUs. */
export async function readTotals(db: Db): Promise<Totals | null> {
  return (await rows<Totals>(db, countTotals))[0] ?? null
}

const tryLockHealth = {
  name: 'health_take_turn',
  text: 'select pg_try_advisory_xact_lock(727274) as "isMine"',
}

/** A separate statement after the lock, so that it sees what another node has just committed. */
const findFresh = {
  name: 'health_find_fresh',
  text: 'select exists (select from health_samples where at > $1) as "isKept"',
}

/** Inserts samples unless another node has just inserted its own. Returns whether it did. */
export async function insertSamples(
  ctx: Context,
  samples: readonly Sample[],
  newerThan: Date,
): Promise<boolean> {
  const [lock] = await rows<{ isMine: boolean }>(ctx.db, tryLockHealth)
  if (!lock?.isMine) return false
  const [fresh] = await rows<{ isKept: boolean }>(ctx.db, findFresh, [newerThan.toISOString()])
  if (fresh?.isKept) return false
  const sampleRows = samples.map(({ part, status, responseTime, error, at }) => {
    return { part, status, responseMs: responseTime, error, at }
  })
  await insertMany(ctx, healthSamples, sampleRows)
  return true
}

const dropSamples = {
  name: 'health_drop_samples',
  text: 'delete from health_samples where at < $1',
}
export const countDueSamples = {
  name: 'health_count_due_samples',
  text: `select count(*) as count, min(at) as oldest
         from health_samples where at < $1::timestamptz`,
}

export async function dropSamplesBefore(db: Db, moment: Date): Promise<void> {
  await rows(db, dropSamples, [moment.toISOString()])
}

const readUnhealthy = {
  name: 'health_read_bad',
  text: `select * from (
           select part, status, response_ms as "responseTime", error, at
           from health_samples
           where at >= $1 and status <> 'healthy'
           order by at desc
           limit 20000) as latest
         order by part, at`,
}

/**
 * The samples since a moment that were not healthy, by part and time; at most the latest 20,000.
 */
export function readUnhealthySamples(db: Db, since: Date): Promise<Sample[]> {
  return rows<Sample>(db, readUnhealthy, [since.toISOString()])
}

const readLatest = {
  name: 'health_read_latest',
  text: `select s.part, s.status, s.response_ms as "responseTime", s.error, s.at
         from unnest($1::text[]) as p (part)
         cross join lateral (
           select * from health_samples h where h.part = p.part order by h.at desc limit $2
         ) s
         order by s.part, s.at`,
}

/** The latest samples of each part, oldest first. */
export function latestSamples(db: Db, parts: readonly string[], count: number): Promise<Sample[]> {
  return rows<Sample>(db, readLatest, [parts, count])
}

const readSpans = {
  name: 'health_read_spans',
  text: `select part, floor(extract(epoch from at) / $2)::bigint as span, count(*) as checks,
           case max(case status when 'unhealthy' then 2 when 'degraded' then 1 else 0 end)
             when 2 then 'unhealthy' when 1 then 'degraded' else 'healthy' end as status,
           max(response_ms) as "responseTime", max(error) as error
         from health_samples
         where part = any($1::text[]) and at >= $3
         group by part, span
         order by part, span`,
}

/** A time span, by its number since 1970. */
export type Span = Omit<Bar, 'at'> & { part: string; span: number; responseTime: number }

/** The worst sample of each span; spans are `seconds` long. */
export function spansSince(
  db: Db,
  parts: readonly string[],
  { since, seconds }: { since: Date; seconds: number },
): Promise<Span[]> {
  return rows<Span>(db, readSpans, [parts, seconds, since.toISOString()])
}

const readFirst = {
  name: 'health_read_first',
  text: `select p.part, (select min(h.at) from health_samples h where h.part = p.part) as at
         from unnest($1::text[]) as p (part)`,
}

/** The earliest stored check of each part; null if it was never checked. */
export function firstChecks(db: Db, parts: readonly string[]) {
  return rows<{ part: string; at: Moment | null }>(db, readFirst, [parts])
}

const readPercentiles = {
  name: 'health_read_percentiles',
  text: `select part, percentile_disc(0.5) within group (order by response_ms) as p50,
           percentile_disc(0.95) within group (order by response_ms) as p95
         from health_samples
         where part = any($1::text[]) and at >= $2
         group by part`,
}

/** The median and 95th percentile of each part's response times. */
export function percentilesSince(db: Db, parts: readonly string[], since: Date) {
  return rows<{ part: string; p50: number; p95: number }>(db, readPercentiles, [
    parts,
    since.toISOString(),
  ])
}
