import { demoLock } from '#features/dashboard/rules.ts'
import { notifyStates } from '#features/notifications/server/service.ts'
import { changeSettings, readSettings } from '#features/settings/server/service.ts'
import {
  type Context,
  type Database,
  type Db,
  inTransaction,
  rows,
} from '#platform/server/database/db.ts'
import { describeError } from '#platform/server/runtime/error-log.ts'
import { lockedAccounts, createPasswords, type SignInWith } from './demo/accounts.ts'
import { buildBusiness } from './demo/business.ts'
import { loadBusiness } from './demo/rows/load.ts'
import { sizes } from './demo/size.ts'
import { hasExchanged, writeWarehouse } from './demo/rows/warehouse.ts'
import { writeHealth } from './demo/rows/health.ts'
import { fillOrders } from './many-orders.ts'

export type DemoOptions = {
  mode: 'auto' | 'none' | 'load'
  seed: keyof typeof sizes
  now: Date
  /** Told before a load begins, which takes some seconds. */
  announce?: ((sentence: string) => void) | undefined
  /** Told how to sign in as soon as that is committed: nothing else knows the passwords. */
  told?: ((signIns: SignInWith[]) => void) | undefined
  /** The calls whose health is watched: the demo has a history of them. */
  watched?: readonly string[]
}

/**
 * Loads the demo business where it is wanted: `auto` into a new embedded database, `load` into any
 * empty one. Answers how to sign in, or undefined where nothing was loaded. Everything is written
 * in one transaction, so that a start that is broken off leaves nothing; of several nodes that
 * start at once one loads and the others wait.
 */
export async function prepareDemo(
  database: Database,
  { mode, seed, now, announce, told, watched = [] }: DemoOptions,
): Promise<SignInWith[] | undefined> {
  const isNever = mode === 'none' || (mode === 'auto' && database.kind === 'postgres')
  if (isNever) {
    if (database.kind === 'embedded') await rows(database.db, remember, ['none'])
    return undefined
  }
  if (!(await isWanted(database.db, mode))) return undefined
  announce?.('Loading the demo data …')
  const size = sizes[seed]
  const passwords = await createPasswords()
  const outer = { db: database.db, user: undefined, now, requestId: 'demo', channel: 'demo' }
  const isLoaded = await inTransaction(outer, async (ctx) => {
    await takeTurn(ctx)
    if (!(await isWanted(ctx.db, mode))) return false
    const business = buildBusiness(now, size, await readSettings(ctx))
    await loadBusiness(ctx, business, { accounts: passwords })
    await writeHealth(ctx, watched, size.healthHours)
    await writeWarehouse(ctx, { ...size, hours: size.syncHours })
    await changeSettings(ctx, { maintenanceNotice })
    await notifyStates(ctx)
    await rows(ctx.db, remember, ['loaded'])
    return true
  })
  if (!isLoaded) return undefined
  const signIns = passwords.map(({ username, role, password }) => ({ username, role, password }))
  told?.(signIns)
  if (size.orders) await fillOrders(database.pool, size.orders - (await countOrders(database.db)))
  await analyze(database, announce)
  return signIns
}

/** Without statistics the database is only slower, until it makes them by itself. */
async function analyze({ pool }: Database, announce: DemoOptions['announce']): Promise<void> {
  await pool.query('analyze').catch((error: unknown) => {
    announce?.(`The demo data is loaded; its statistics are not made: ${describeError(error)}`)
  })
}

const maintenanceNotice = 'Maintenance scheduled for tonight'

/**
 * Loads the demo business in the open transaction of a business that is set up on the screen. Its
 * accounts are switched off and nobody knows their passwords: an administrator gives one out. What
 * a warehouse said already, and a notice that somebody wrote, are left as they are; and how the
 * program did, as it has measured itself since it was started.
 */
export async function loadDemo(
  ctx: Context,
  { seed, reach }: { seed: keyof typeof sizes; reach: (step: number) => Promise<void> },
): Promise<void> {
  await rows(ctx.db, withoutLimits)
  const size = sizes[seed]
  const settings = await readSettings(ctx)
  const business = buildBusiness(ctx.now, size, settings)
  await loadBusiness(ctx, business, { accounts: await lockedAccounts(), reach })
  if (!(await hasExchanged(ctx))) await writeWarehouse(ctx, { ...size, hours: size.syncHours })
  if (settings.maintenanceNotice === '') await changeSettings(ctx, { maintenanceNotice })
  await notifyStates(ctx)
}

/** One node at a time, however long the other takes. */
async function takeTurn({ db }: Context): Promise<void> {
  await rows(db, withoutLimits)
  await rows(db, lock, [demoLock])
}

const withoutLimits = {
  name: 'demo_without_limits',
  text: `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
                set_config('idle_in_transaction_session_timeout', '0', true)`,
}

const lock = { name: 'demo_lock', text: 'select pg_advisory_xact_lock($1)' }

/** A database that was once served without demo data is not a new one any more. */
async function isWanted(db: Db, mode: 'auto' | 'load'): Promise<boolean> {
  const [found] = await rows<{ isEmpty: boolean; isKnown: boolean }>(db, lookAround)
  if (!found?.isEmpty) return false
  return mode === 'load' || !found.isKnown
}

const lookAround = {
  name: 'demo_look_around',
  text: `select not exists (select from users) and not exists (select from customers)
                  and not exists (select from vendors) and not exists (select from skus)
                  and not exists (select from sales_orders) as "isEmpty",
                exists (select from secrets where name = 'demo-data') as "isKnown"`,
}

const remember = {
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
