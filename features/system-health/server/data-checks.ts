import { moment } from '#platform/kernel/days.ts'
import { sql } from 'drizzle-orm'
import { findAlteredDigests } from '#features/decisions/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { checkReplays } from '#features/order-entry/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { pgErrorOf } from '#platform/server/database/pg-errors.ts'
import { daysAgo, type RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import type { BrokenRule, DataCheckRun } from '../contract.ts'
import { isDataCheckDue } from '../rules.ts'

export const dataCheckEveryMs = 10 * 60_000
/** A freshly started server skips the check; it may catch up an hour later. */
const settledSeconds = 3600
const retentionDays = 365

const readChecks = {
  name: 'data_checks_read',
  text: `select id, checked_at as "checkedAt", took_ms as "tookMs", rule_count as "ruleCount",
           broken
         from data_checks order by id desc limit $1`,
}

/** The results of the last 30 data checks, the latest first. */
export function listDataChecks({ db }: Context): Promise<DataCheckRun[]> {
  return rows<DataCheckRun>(db, readChecks, [30])
}

/**
 * Checks the data rules within ten minutes after 2 a.m., or catches up later. Runs on one node
 * only.
 */
export async function checkDataNightly(
  ctx: Context,
  uptimeSeconds = process.uptime(),
): Promise<void> {
  if (uptimeSeconds < settledSeconds || !(await isDue(ctx))) return
  await inTurn(ctx, async () => {
    // Checked again under the lease, since another node may have run it in between.
    if (await isDue(ctx)) await runDataCheck(ctx)
  })
}

async function isDue(ctx: Context): Promise<boolean> {
  const [last] = await rows<DataCheckRun>(ctx.db, readChecks, [1])
  const { businessTimeZone } = await readSettings(ctx)
  return isDataCheckDue(ctx.now, businessTimeZone, last?.checkedAt ?? null)
}

/**
 * Checks every data rule and stores the result. Notifies the administrators of newly violated rules
 * and of rules that cannot be checked. Throws 409 while another check is running.
 */
export async function checkData(ctx: Context): Promise<DataCheckRun> {
  const check = await inTurn(ctx, () => runDataCheck(ctx))
  if (check) return check
  const sentence = 'A data check is already running. Its result will be shown here'
  throw new Refusal('refused', 'data-check-under-way', sentence)
}

// A check spans many transactions, so it holds a lease instead of a transaction lock. The lease
// outlasts the slowest rule and expires if its node crashes.
const acquireLease = {
  name: 'data_checks_take_turn',
  text: `insert into data_check_turns (id, leased_until) values (1, now() + interval '5 minutes')
         on conflict (id) do update set leased_until = excluded.leased_until
         where data_check_turns.leased_until < now() returning id`,
}
const renewLease = {
  name: 'data_checks_keep_turn',
  text: `update data_check_turns set leased_until = now() + interval '5 minutes'`,
}
const releaseLock = { name: 'data_checks_end_turn', text: 'delete from data_check_turns' }

/** Runs the work under the cluster-wide lease; returns undefined if another node holds it. */
async function inTurn<R>(ctx: Context, work: () => Promise<R>): Promise<R | undefined> {
  const [lease] = await rows(ctx.db, acquireLease)
  if (!lease) return undefined
  try {
    return await work()
  } finally {
    await rows(ctx.db, releaseLock)
  }
}

// The views that check_invariants() counts; each view's comment describes its rule. They are
// counted one by one, so that the embedded database can serve other queries in between.
const readRules = {
  name: 'data_checks_rules',
  text: `select relname as name, coalesce(obj_description(oid, 'pg_class'), relname) as says
         from pg_class
         where relkind = 'v' and relnamespace = current_schema()::regnamespace
           and relname like 'inv\\_%'
         order by relname`,
}

/** Scanning all documents takes longer than the usual statement timeout. */
const allowTime = {
  name: 'data_checks_allow_time',
  text: `select set_config('statement_timeout', '120000', true)`,
}

async function runDataCheck(ctx: Context): Promise<DataCheckRun> {
  const started = performance.now()
  const found = await findBrokenRules(ctx)
  const tookMs = Math.round(performance.now() - started)
  return inTransaction(ctx, (inner) => insertDataCheck(inner, { tookMs, ...found }))
}

/** A rule that code checks instead of a view. */
type CodeRule = Pick<BrokenRule, 'name' | 'says'> & {
  /** The ids of what breaks the rule. */
  find: (ctx: Context) => Promise<number[]>
  record: (id: number) => string
}

/**
 * The rules that no view can check. Past decisions are made again by the code that made them: a
 * random sample, so that every night checks others. The digests of receipts are compared with the
 * receipts, unless the retention may have deleted those by the days that were set since.
 */
const codeRules: readonly CodeRule[] = [
  {
    name: 'past_decisions',
    says: 'A past decision that is recalculated from its own facts has the same result and hash.',
    find: checkReplays,
    record: (id) => `decision record ${id}`,
  },
  {
    name: 'receipt_digests',
    says: 'The decision records of validations and refused orders match their digests.',
    find: withTime(findAlteredDigests),
    record: (id) => `history entry ${id}`,
  },
]
const mostNamed = 20

/**
 * Checks every data rule without storing the result. A rule that could not be checked counts as
 * broken, with the count null.
 */
export async function findBrokenRules(
  ctx: Context,
): Promise<{ ruleCount: number; broken: BrokenRule[] }> {
  const rules = await rows<Omit<BrokenRule, 'count'>>(ctx.db, readRules)
  const broken: BrokenRule[] = []
  for (const rule of rules) {
    const count = await countBroken(ctx, rule.name)
    if (count !== 0) broken.push({ ...rule, count })
  }
  for (const rule of codeRules) {
    const found = await checkByCode(ctx, rule)
    if (found) broken.push(found)
  }
  return { ruleCount: rules.length + codeRules.length, broken }
}

/** What breaks a rule that code checks; undefined if nothing does. */
async function checkByCode(
  ctx: Context,
  { name, says, find, record }: CodeRule,
): Promise<BrokenRule | undefined> {
  await rows(ctx.db, renewLease)
  try {
    const ids = await find(ctx)
    if (ids.length === 0) return undefined
    return { name, says, count: ids.length, records: ids.slice(0, mostNamed).map(record) }
  } catch (error) {
    if (pgErrorOf(error)) return { name, says, count: null }
    throw error
  }
}

/** Runs a query in a transaction with the time that scanning all rows takes. */
function withTime<R>(query: (ctx: Context) => Promise<R>): (ctx: Context) => Promise<R> {
  return (ctx) =>
    inTransaction(ctx, async (inner) => {
      await rows(inner.db, allowTime)
      return query(inner)
    })
}

/** Counts the violations of a rule; null if the query fails or times out. */
async function countBroken(ctx: Context, view: string): Promise<number | null> {
  await rows(ctx.db, renewLease)
  try {
    return await inTransaction(ctx, async ({ db }) => {
      await rows(db, allowTime)
      const found = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(view)}`,
      )
      return found.rows[0]?.count ?? 0
    })
  } catch (error) {
    if (pgErrorOf(error)) return null
    throw error
  }
}

const addCheck = {
  name: 'data_checks_add',
  text: `insert into data_checks (checked_at, took_ms, rule_count, broken)
         values ($1::timestamptz, $2, $3, $4::jsonb) returning id`,
}

async function insertDataCheck(
  ctx: Context,
  found: Omit<DataCheckRun, 'id' | 'checkedAt'>,
): Promise<DataCheckRun> {
  const [before] = await rows<DataCheckRun>(ctx.db, readChecks, [1])
  const checkedAt = moment(ctx.now)
  const { tookMs, ruleCount, broken } = found
  const values = [checkedAt, tookMs, ruleCount, JSON.stringify(broken)]
  const [inserted] = await rows<{ id: number }>(ctx.db, addCheck, values)
  if (!inserted) throw new Error('The inserted data check was not returned')
  const known = new Set(before?.broken.map(keyOf))
  await notifyBroken(
    ctx,
    inserted.id,
    broken.filter((rule) => !known.has(keyOf(rule))),
  )
  return { id: inserted.id, checkedAt, ...found }
}

const isUnchecked = ({ count }: BrokenRule) => count === null
const keyOf = (rule: BrokenRule) => `${rule.name} ${isUnchecked(rule)}`

/** Notifies the administrators of newly violated rules and of rules that could not be checked. */
function notifyBroken(ctx: Context, id: number, fresh: readonly BrokenRule[]): Promise<void> {
  const to = { roles: ['admin'] as const, kind: 'system' as const, link: '/system-health' }
  const isKnown = (rule: BrokenRule) => !isUnchecked(rule)
  return notify(ctx, [
    ...notificationsFor(fresh.filter(isKnown), 'No longer true', {
      ...to,
      key: `data-check:${id}`,
      title: 'A data check failed',
    }),
    ...notificationsFor(fresh.filter(isUnchecked), 'Should be true', {
      ...to,
      key: `data-check:${id}:unchecked`,
      title: 'A data check could not run',
    }),
  ])
}

/**
 * One notification for several rules that quotes the first and counts the rest; empty if there are
 * none.
 */
function notificationsFor<N>(
  rules: readonly BrokenRule[],
  begin: string,
  notification: N,
): (N & { text: string })[] {
  const [first, ...others] = rules
  if (!first) return []
  const more = others.length === 0 ? '' : ` And ${others.length} more`
  return [{ ...notification, text: `${begin}: ${first.says}${more}` }]
}

const dropChecks = {
  name: 'data_checks_drop',
  text: 'delete from data_checks where checked_at < $1::timestamptz',
}

/** Deletes checks older than a year. */
export async function deleteOldDataChecks(ctx: Context): Promise<void> {
  const [oldest] = daysAgo(ctx, retentionDays)
  await rows(ctx.db, dropChecks, [oldest])
}

const countDueChecks = {
  name: 'data_checks_count_due',
  text: `select count(*) as count, min(checked_at) as oldest
         from data_checks where checked_at < $1::timestamptz`,
}

export const dataCheckRetention: RetentionRule = {
  deleteDue: deleteOldDataChecks,
  tables: [
    {
      table: 'data_checks',
      keptDays: retentionDays,
      countDue: countDueChecks,
      valuesOf: daysAgo,
    },
  ],
}
