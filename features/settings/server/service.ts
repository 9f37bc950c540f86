import { sql } from 'drizzle-orm'
import { changesBetween, record } from '#features/audit/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Context, type Db, inTransaction, rows } from '#platform/server/database/db.ts'
import { type Settings, settings as schema } from '../contract.ts'
import { defaultSettings } from '../rules.ts'
import { settingValues } from './tables.ts'
import { readStoredFields } from '#platform/kernel/stored-json.ts'

// Also exported to other rooms:
export { businessZone } from './time-zone-sql.ts'

/** The sales tax rate of a place from a date; an empty state means the whole country. */
export type TaxRate = { country: string; state: string; rate: string; effectiveDate: Day }

type Rules = { settings: Settings; rates: TaxRate[] }
type CachedRules = { readAt: number; changes: number; rules: Promise<Rules> }

const freshMs = 1000
const cachedRules = new WeakMap<object, CachedRules>()
/** The number of rule changes by this node; an older cache entry is stale. */
let changes = 0

/**
 * The current business rules. Each node caches them for a second, so a change reaches every node
 * within a second and requests cost no query.
 */
export async function readSettings(ctx: Pick<Context, 'db' | 'now'>): Promise<Settings> {
  return (await currentRules(ctx)).settings
}

/** Today's date in the business time zone. */
export async function businessDay(ctx: Pick<Context, 'db' | 'now'>): Promise<Day> {
  return today(ctx.now, (await readSettings(ctx)).businessTimeZone)
}

/** The day that figures are as of; `isPast` if it is before today. */
export type AsOf = { day: Day; zone: string; isPast: boolean }

/** The day of a report: the requested one, or today. */
export async function asOfDay(
  ctx: Pick<Context, 'db' | 'now'>,
  requested: Day | undefined,
): Promise<AsOf> {
  const { businessTimeZone: zone } = await readSettings(ctx)
  const date = today(ctx.now, zone)
  const day = requested ?? date
  return { day, zone, isPast: day < date }
}

/** The tax rates, cached for a second like the rules. */
export async function currentTaxRates(ctx: Pick<Context, 'db' | 'now'>): Promise<TaxRate[]> {
  return (await currentRules(ctx)).rates
}

/**
 * Changes rules in one transaction, then invalidates this node's cache: a read during the
 * transaction returned the old rules. Inside an outer transaction, the commit comes later, and
 * reads until then stay cached for their second.
 */
export async function changingRules<R>(
  ctx: Context,
  work: (inner: Context) => Promise<R>,
): Promise<R> {
  const result = await inTransaction(ctx, work)
  changes += 1
  return result
}

/** Concurrent callers share one read: a node has few connections and many requests. */
function currentRules(ctx: Pick<Context, 'db' | 'now'>): Promise<Rules> {
  const owner = ctx.db.$client
  const known = cachedRules.get(owner)
  const age = ctx.now.getTime() - (known?.readAt ?? 0)
  const isCurrent = known?.changes === changes && age >= 0 && age < freshMs
  if (known && isCurrent) return known.rules
  const rules = readRules(ctx.db)
  const mine = { readAt: ctx.now.getTime(), changes, rules }
  cachedRules.set(owner, mine)
  rules.catch(() => cachedRules.get(owner) === mine && cachedRules.delete(owner))
  return rules
}

async function readRules(db: Db): Promise<Rules> {
  const [settings, rates] = await Promise.all([readSettingsFrom(db), rows<TaxRate>(db, readRates)])
  return { settings, rates }
}

const readRates = {
  name: 'read_tax_rates',
  text: 'select country, state, rate, effective_date as "effectiveDate" from tax_rates',
}

const readValues = { name: 'read_settings', text: 'select name, value from settings' }

/**
 * Reads the settings with the driver: the query builder parses jsonb text a second time, which
 * would turn the rate `0.0700` into a number. An invalid stored value is not deleted; the default
 * applies, and System Health reports it.
 */
async function readSettingsFrom(db: Db): Promise<Settings> {
  const stored = await rows<{ name: string; value: unknown }>(db, readValues)
  const changed = Object.fromEntries(stored.map((row) => [row.name, row.value]))
  return { ...defaultSettings, ...readStoredFields(schema.shape, changed).fields }
}

/** All rules are one record in the history, with the changed rules of each entry. */
export const settingsAuditEntry = { entity: 'setting', entityId: 1, action: 'update' } as const

/** Called in the transaction with the old and new rules, to apply immediate consequences. */
export type SettingsChange = (
  ctx: Context,
  rules: { before: Settings; after: Settings },
) => Promise<void>

/**
 * Changes some rules and returns all. Stores only the given values. Calls `changed` if any rule
 * changed.
 */
export function changeSettings(
  ctx: Context,
  patch: Partial<Settings>,
  changed?: SettingsChange,
): Promise<Settings> {
  return changingRules(ctx, async (inner) => {
    const before = await readSettingsFrom(inner.db)
    const values = Object.entries(patch).map(([name, value]) => ({
      name,
      value,
      updatedBy: inner.user?.id,
    }))
    if (values.length > 0) {
      await inner.db
        .insert(settingValues)
        .values(values)
        .onConflictDoUpdate({
          target: settingValues.name,
          set: { value: sql`excluded.value`, updatedAt: sql`now()`, updatedBy: inner.user?.id },
        })
    }
    const after = await readSettingsFrom(inner.db)
    const differences = changesBetween(before, after)
    if (Object.keys(differences).length === 0) return after
    await record(inner, [{ ...settingsAuditEntry, changes: differences }])
    await changed?.(inner, { before, after })
    return after
  })
}

/** Changes some of the rules, like `changeSettings`. */
export function patchSettings(
  ctx: Context,
  patch: Partial<Settings>,
  changed?: SettingsChange,
): Promise<Settings> {
  return changeSettings(ctx, patch, changed)
}

const countActive = {
  name: 'count_active_accounts',
  text: 'select count(*) as "activeAccounts" from users where is_active',
}

/** Counts the active accounts. */
export async function readActiveAccounts(ctx: Context): Promise<{ activeAccounts: number }> {
  const [counted] = await rows<{ activeAccounts: number }>(ctx.db, countActive)
  if (!counted) throw new Error('count(*) returned no row')
  return counted
}
