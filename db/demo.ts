import { demoLock } from '#features/dashboard/rules.ts'
import { saveLogo } from '#features/documents/server/service.ts'
import { notifyStates } from '#features/notifications/server/service.ts'
import { changeSettings, readSettings } from '#features/settings/server/service.ts'
import {
  type Context,
  type Database,
  type Db,
  inTransaction,
  rows,
} from '#platform/server/database/db.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import { inactiveDemoAccounts, createPasswords, type SignInWith } from './demo/user-accounts.ts'
import { buildBusiness } from './demo/business.ts'
import { demoCompany, demoLogo } from './demo/company.ts'
import { loadBusiness } from './demo/rows/load-business.ts'
import { sizes } from './demo/load-sizes.ts'
import { hasExchanged, writeWarehouse } from './demo/rows/warehouse-exchange.ts'
import { writeHealth } from './demo/rows/health-samples.ts'
import { fillOrders } from './bulk-orders.ts'

export type DemoOptions = {
  mode: 'auto' | 'none' | 'load'
  seed: keyof typeof sizes
  now: Date
  /** Called before a load begins, because it takes some seconds. */
  announce?: ((sentence: string) => void) | undefined
  /**
   * Called with the sign-ins as soon as they are committed: the passwords are stored nowhere else.
   */
  onDemoSignIns?: ((signIns: SignInWith[]) => void) | undefined
  /** The calls whose health is monitored: the demo data has a history of them. */
  watched?: readonly string[]
}

/**
 * Loads the demo business if requested: `auto` into a new embedded database, `load` into any empty
 * one. Returns the sign-ins, or undefined if nothing was loaded. Everything is written in one
 * transaction, so an interrupted start leaves nothing. If several nodes start at once, one loads
 * and the others wait.
 */
export async function prepareDemo(
  database: Database,
  { mode, seed, now, announce, onDemoSignIns, watched = [] }: DemoOptions,
): Promise<SignInWith[] | undefined> {
  const isNever = mode === 'none' || (mode === 'auto' && database.kind === 'postgres')
  if (isNever) {
    if (database.kind === 'embedded') await rows(database.db, storeDemoState, ['none'])
    return undefined
  }
  if (!(await shouldLoad(database.db, mode))) return undefined
  announce?.('Loading the demo data …')
  const size = sizes[seed]
  const passwords = await createPasswords()
  const outer = { db: database.db, user: undefined, now, requestId: 'demo', channel: 'demo' }
  const isLoaded = await inTransaction(outer, async (ctx) => {
    await lockDemo(ctx)
    if (!(await shouldLoad(ctx.db, mode))) return false
    const business = buildBusiness(now, size, await readSettings(ctx))
    await loadBusiness(ctx, business, { accounts: passwords })
    await writeHealth(ctx, watched, size.healthHours)
    await writeWarehouse(ctx, { ...size, hours: size.syncHours })
    await changeSettings(ctx, { maintenanceNotice })
    await writeCompany(ctx)
    await notifyStates(ctx)
    await rows(ctx.db, storeDemoState, ['loaded'])
    return true
  })
  if (!isLoaded) return undefined
  const signIns = passwords.map(({ username, role, password }) => ({ username, role, password }))
  onDemoSignIns?.(signIns)
  if (size.orders) await fillOrders(database.pool, size.orders - (await countOrders(database.db)))
  await analyze(database, announce)
  return signIns
}

/** Without statistics the database is only slower until autovacuum creates them. */
async function analyze({ pool }: Database, announce: DemoOptions['announce']): Promise<void> {
  await pool.query('analyze').catch((error: unknown) => {
    announce?.(`The demo data is loaded, but its statistics are not: ${describeError(error)}`)
  })
}

const maintenanceNotice = 'Maintenance scheduled for tonight'

/**
 * Loads the demo business in the open transaction, into a business that is set up on the screen.
 * Its accounts are inactive with unknown passwords; an administrator can set one. Existing
 * warehouse messages, user-written notices and health measurements since the start are kept.
 */
export async function loadDemo(
  ctx: Context,
  { seed, reach }: { seed: keyof typeof sizes; reach: (step: number) => Promise<void> },
): Promise<void> {
  await rows(ctx.db, withoutLimits)
  const size = sizes[seed]
  const settings = await readSettings(ctx)
  const business = buildBusiness(ctx.now, size, settings)
  await loadBusiness(ctx, business, { accounts: await inactiveDemoAccounts(), reach })
  if (!(await hasExchanged(ctx))) await writeWarehouse(ctx, { ...size, hours: size.syncHours })
  if (settings.maintenanceNotice === '') await changeSettings(ctx, { maintenanceNotice })
  if (settings.companyName === '') await writeCompany(ctx)
  await notifyStates(ctx)
}

/** The company profile and the logo on documents. */
async function writeCompany(ctx: Context): Promise<void> {
  await changeSettings(ctx, demoCompany)
  await saveLogo(ctx, Buffer.from(demoLogo).toString('base64'))
}

/** One node at a time: waits for the advisory lock without a time limit. */
async function lockDemo({ db }: Context): Promise<void> {
  await rows(db, withoutLimits)
  await rows(db, lock, [demoLock])
}

const withoutLimits = {
  name: 'demo_without_limits',
  text: `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
                set_config('idle_in_transaction_session_timeout', '0', true)`,
}

const lock = { name: 'demo_lock', text: 'select pg_advisory_xact_lock($1)' }

/** A database that was once served without demo data does not count as new. */
async function shouldLoad(db: Db, mode: 'auto' | 'load'): Promise<boolean> {
  const [found] = await rows<{ isEmpty: boolean; isKnown: boolean }>(db, checkEmpty)
  if (!found?.isEmpty) return false
  return mode === 'load' || !found.isKnown
}

const checkEmpty = {
  name: 'demo_look_around',
  text: `select not exists (select from users) and not exists (select from customers)
                  and not exists (select from vendors) and not exists (select from skus)
                  and not exists (select from sales_orders) as "isEmpty",
                exists (select from secrets where name = 'demo-data') as "isKnown"`,
}

const storeDemoState = {
  name: 'demo_remember',
  text: `insert into secrets (name, value) values ('demo-data', $1)
         on conflict (name) do update set value = excluded.value
         where secrets.value <> excluded.value and excluded.value <> 'none'`,
}

async function countOrders(db: Db): Promise<number> {
  const [found] = await rows<{ count: number }>(db, {
    name: 'demo_count_orders',
    text: 'select count(*) as count from sales_orders',
  })
  return found?.count ?? 0
}
