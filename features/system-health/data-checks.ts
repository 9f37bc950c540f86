import { sql } from 'drizzle-orm'
import { notify } from '#features/notifications/service.ts'
import { currentSettings } from '#features/settings/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/db.ts'
import type { BrokenRule, DataCheck } from './contract.ts'
import { isDataCheckDue } from './rules.ts'

export const dataCheckEveryMs = 10 * 60_000
/** A program that was just started has better things to do; it may catch up an hour later. */
const settledSeconds = 3600
const keptDays = 365

const readChecks = {
  name: 'data_checks_read',
  text: `select id, checked_at as "checkedAt", took_ms as "tookMs", rule_count as "ruleCount",
           broken
         from data_checks order by id desc limit $1`,
}

/** What the last 30 looks through the rules of the data found, the latest first. */
export function listDataChecks({ db }: Context): Promise<DataCheck[]> {
  return rows<DataCheck>(db, readChecks, [30])
}

/** Looks through the rules in the first ten minutes after two o'clock at night, or catches up. */
export async function checkDataNightly(
  ctx: Context,
  uptimeSeconds = process.uptime(),
): Promise<void> {
  if (uptimeSeconds < settledSeconds) return
  const [last] = await rows<DataCheck>(ctx.db, readChecks, [1])
  const { businessTimeZone } = await currentSettings(ctx)
  if (isDataCheckDue(ctx.now, businessTimeZone, last?.checkedAt ?? null)) await checkData(ctx)
}

// The views that check_invariants() counts, each with the sentence that is its comment. They are
// counted one by one: the embedded database answers others in between.
const readRules = {
  name: 'data_checks_rules',
  text: `select relname as name, coalesce(obj_description(oid, 'pg_class'), relname) as says
         from pg_class
         where relkind = 'v' and relnamespace = current_schema()::regnamespace
           and relname like 'inv\\_%'
         order by relname`,
}

/** All documents there are take longer to look through than one call usually may. */
const allowTime = {
  name: 'data_checks_allow_time',
  text: `select set_config('statement_timeout', '120000', true)`,
}

/**
 * Looks through every rule of the data and keeps what it found. Rules that were not broken at the
 * look before are told to the administrators.
 */
export async function checkData(ctx: Context): Promise<DataCheck> {
  const started = performance.now()
  const rules = await rows<Omit<BrokenRule, 'count'>>(ctx.db, readRules)
  const broken: BrokenRule[] = []
  for (const rule of rules) {
    const count = await countBroken(ctx, rule.name)
    if (count > 0) broken.push({ ...rule, count })
  }
  const tookMs = Math.round(performance.now() - started)
  return inTransaction(ctx, (inner) => keep(inner, { tookMs, ruleCount: rules.length, broken }))
}

function countBroken(ctx: Context, view: string): Promise<number> {
  return inTransaction(ctx, async ({ db }) => {
    await rows(db, allowTime)
    const found = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(view)}`,
    )
    return found.rows[0]?.count ?? 0
  })
}

const addCheck = {
  name: 'data_checks_add',
  text: `insert into data_checks (checked_at, took_ms, rule_count, broken)
         values ($1::timestamptz, $2, $3, $4::jsonb) returning id`,
}

async function keep(ctx: Context, found: Omit<DataCheck, 'id' | 'checkedAt'>): Promise<DataCheck> {
  const [before] = await rows<DataCheck>(ctx.db, readChecks, [1])
  const checkedAt = ctx.now.toISOString()
  const { tookMs, ruleCount, broken } = found
  const values = [checkedAt, tookMs, ruleCount, JSON.stringify(broken)]
  const [made] = await rows<{ id: number }>(ctx.db, addCheck, values)
  if (!made) throw new Error('A check is one row')
  const known = new Set(before?.broken.map(({ name }) => name))
  const fresh = broken.filter(({ name }) => !known.has(name))
  await tell(ctx, made.id, fresh)
  return { id: made.id, checkedAt, ...found }
}

/** Tells the administrators which rules are newly broken; where there are none, nothing. */
function tell(ctx: Context, id: number, fresh: readonly BrokenRule[]): Promise<void> {
  const [first, ...others] = fresh
  if (!first) return Promise.resolve()
  const more = others.length === 0 ? '' : ` And ${others.length} more`
  const news = {
    roles: ['admin'] as const,
    kind: 'system' as const,
    key: `data-check:${id}`,
    title: 'A rule of the data is broken',
    text: `Not true any more: ${first.says}${more}`,
    link: '/system-health',
  }
  return notify(ctx, [news])
}

const dropChecks = {
  name: 'data_checks_drop',
  text: 'delete from data_checks where checked_at < $1::timestamptz',
}

/** Throws away checks that are older than a year. */
export async function dropOldDataChecks(ctx: Context): Promise<void> {
  const oldest = new Date(ctx.now.getTime() - keptDays * 24 * 3_600_000)
  await rows(ctx.db, dropChecks, [oldest.toISOString()])
}
