import { sql } from 'drizzle-orm'
import { notify } from '#features/notifications/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { pgErrorOf } from '#platform/server/database/pg-errors.ts'
import type { BrokenRule, DataCheck } from '../contract.ts'
import { isDataCheckDue } from '../rules.ts'

export const dataCheckEveryMs = 10 * 60_000
/** A program that was just started has better things to do; it may catch up an hour later. */
const settledSeconds = 3600
const retentionDays = 365

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

/**
 * Looks through the rules in the first ten minutes after two o'clock at night, or catches up. Of
 * several nodes one looks.
 */
export async function checkDataNightly(
  ctx: Context,
  uptimeSeconds = process.uptime(),
): Promise<void> {
  if (uptimeSeconds < settledSeconds || !(await isDue(ctx))) return
  await inTurn(ctx, async () => {
    // Another node may have looked since it was asked.
    if (await isDue(ctx)) await runDataCheck(ctx)
  })
}

async function isDue(ctx: Context): Promise<boolean> {
  const [last] = await rows<DataCheck>(ctx.db, readChecks, [1])
  const { businessTimeZone } = await readSettings(ctx)
  return isDataCheckDue(ctx.now, businessTimeZone, last?.checkedAt ?? null)
}

/**
 * Looks through every rule of the data and keeps what it found. Rules that were not broken at the
 * look before are told to the administrators, as are those that cannot be looked at. Refuses while
 * somebody looks already.
 */
export async function checkData(ctx: Context): Promise<DataCheck> {
  const check = await inTurn(ctx, () => runDataCheck(ctx))
  if (check) return check
  const sentence = 'The data is being checked already. What is found is shown here'
  throw new Refusal('refused', 'data-check-under-way', sentence)
}

// A look is many transactions, so no lock of one of them stands for it. A turn outlasts the longest
// rule, and ends by itself where its node does.
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
const endTurn = { name: 'data_checks_end_turn', text: 'delete from data_check_turns' }

/** Does what one does at a time, on all nodes together; undefined where somebody is at it. */
async function inTurn<R>(ctx: Context, work: () => Promise<R>): Promise<R | undefined> {
  const [mine] = await rows(ctx.db, acquireLease)
  if (!mine) return undefined
  try {
    return await work()
  } finally {
    await rows(ctx.db, endTurn)
  }
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

async function runDataCheck(ctx: Context): Promise<DataCheck> {
  const started = performance.now()
  const rules = await rows<Omit<BrokenRule, 'count'>>(ctx.db, readRules)
  const broken: BrokenRule[] = []
  for (const rule of rules) {
    const count = await countBroken(ctx, rule.name)
    if (count !== 0) broken.push({ ...rule, count })
  }
  const tookMs = Math.round(performance.now() - started)
  return inTransaction(ctx, (inner) =>
    insertDataCheck(inner, { tookMs, ruleCount: rules.length, broken }),
  )
}

/** How many times a rule does not hold; null where the database cannot say, or not in time. */
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
  found: Omit<DataCheck, 'id' | 'checkedAt'>,
): Promise<DataCheck> {
  const [before] = await rows<DataCheck>(ctx.db, readChecks, [1])
  const checkedAt = ctx.now.toISOString()
  const { tookMs, ruleCount, broken } = found
  const values = [checkedAt, tookMs, ruleCount, JSON.stringify(broken)]
  const [made] = await rows<{ id: number }>(ctx.db, addCheck, values)
  if (!made) throw new Error('A check is one row')
  const known = new Set(before?.broken.map(keyOf))
  await notifyBroken(
    ctx,
    made.id,
    broken.filter((rule) => !known.has(keyOf(rule))),
  )
  return { id: made.id, checkedAt, ...found }
}

const isUnchecked = ({ count }: BrokenRule) => count === null
const keyOf = (rule: BrokenRule) => `${rule.name} ${isUnchecked(rule)}`

/** Tells the administrators which rules are newly broken, or could not be checked for once. */
function notifyBroken(ctx: Context, id: number, fresh: readonly BrokenRule[]): Promise<void> {
  const to = { roles: ['admin'] as const, kind: 'system' as const, link: '/system-health' }
  const isKnown = (rule: BrokenRule) => !isUnchecked(rule)
  return notify(ctx, [
    ...saying(fresh.filter(isKnown), 'Not true any more', {
      ...to,
      key: `data-check:${id}`,
      title: 'A rule of the data is broken',
    }),
    ...saying(fresh.filter(isUnchecked), 'Should be true', {
      ...to,
      key: `data-check:${id}:unchecked`,
      title: 'A rule of the data could not be checked',
    }),
  ])
}

/** The news of some rules, which begins with the first of them; where there are none, nothing. */
function saying<N>(rules: readonly BrokenRule[], begin: string, news: N): (N & { text: string })[] {
  const [first, ...others] = rules
  if (!first) return []
  const more = others.length === 0 ? '' : ` And ${others.length} more`
  return [{ ...news, text: `${begin}: ${first.says}${more}` }]
}

const dropChecks = {
  name: 'data_checks_drop',
  text: 'delete from data_checks where checked_at < $1::timestamptz',
}

/** Throws away checks that are older than a year. */
export async function dropOldDataChecks(ctx: Context): Promise<void> {
  const oldest = new Date(ctx.now.getTime() - retentionDays * 24 * 3_600_000)
  await rows(ctx.db, dropChecks, [oldest.toISOString()])
}
