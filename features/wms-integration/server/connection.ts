// One file: what the connection is, how it is checked and changed, and its state are read as one
import type { Moment } from '#platform/kernel/days.ts'
import { record } from '#features/audit/server/service.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { lastingFailures } from '#platform/server/jobs/outside-service-failures.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { ConnectionForm, WmsConnection } from '../contract.ts'
import type { Warehouse } from './adapters/warehouse-adapter.ts'
import {
  adapterOf,
  hostOf,
  openWarehouse,
  parsedAddress,
  whyNotUse,
} from './adapters/open-warehouse.ts'
import { forgetTroubles } from './runs/outages.ts'
import { breaker } from '../rules.ts'
import { judgeSchedule, type ScheduleVerdict } from './runs/schedule-status.ts'
import { changesOf, secretsAfter } from './connection-secrets.ts'
import { decryptWarehouseSecret, encryptChanged } from './encrypt-secrets.ts'
import { lastSuccessfulSchedule } from './store.ts'

/** The initial connection settings; administrators can change them in the UI. */
export type WmsConfig = Partial<
  Pick<Config, 'WMS_URL' | 'WMS_TOKEN' | 'WMS_WEBHOOK_SECRET' | 'DATA_DIR'>
>

type Row = {
  url: string | null
  token: string | null
  webhookSecret: string | null
  x12Identifier: string | null
  x12OwnIdentifier: string | null
  x12Usage: 'P' | 'T'
  hostKey: string | null
  scheduleMinutes: number
  isPaused: boolean
  nextRunAt: Moment | null
  lastScheduleAt: Moment | null
  scheduleLookedAt: Moment | null
  scheduleLookedBy: string | null
  lookedSecondsAgo: number | null
  dueInSeconds: number | null
  eventsCursor: string | null
  movementsFrom: number | null
  failures: number
  isResting: boolean
  troubleFailures: number
  troubleText: string | null
  troubleSince: Moment | null
  lastFailure: string | null
  unreachableSince: Moment | null
  lastApiAt: Moment | null
  lastWebhookAt: Moment | null
  version: number
}

// Calls of one kind may fail for a long time while others succeed.
const oneTrouble = `select o.failures, o.title || ': ' || o.sentence as sentence, o.began_at
                    from outside_troubles o
                    where o.part like 'warehouse-%' and o.part <> 'warehouse-webhooks'
                      and o.failures >= ${lastingFailures}
                    order by o.failures desc, o.part limit 1`

// The row is created by the first change or call, so a read must work without it.
const readRow = {
  name: 'read_wms_connection',
  text: `select c.url, c.token, c.webhook_secret as "webhookSecret",
                c.x12_identifier as "x12Identifier", c.x12_own_identifier as "x12OwnIdentifier",
                coalesce(c.x12_usage, 'P') as "x12Usage", c.host_key as "hostKey",
                coalesce(c.schedule_minutes, 15) as "scheduleMinutes",
                coalesce(c.is_paused, false) as "isPaused", c.next_run_at as "nextRunAt",
                ${lastSuccessfulSchedule} as "lastScheduleAt",
                schedule_looked_at as "scheduleLookedAt", schedule_looked_by as "scheduleLookedBy",
                extract(epoch from now() - c.schedule_looked_at)::int as "lookedSecondsAgo",
                extract(epoch from c.next_run_at - now())::int as "dueInSeconds",
                c.events_cursor as "eventsCursor", c.movements_from as "movementsFrom",
                coalesce(c.failures, 0) as failures,
                coalesce(c.failures >= ${breaker.failures} and c.last_failure_at
                  > now() - make_interval(secs => ${breaker.probeSeconds}), false) as "isResting",
                coalesce(t.failures, 0) as "troubleFailures", t.sentence as "troubleText",
                t.began_at as "troubleSince", c.last_failure as "lastFailure",
                c.unreachable_since as "unreachableSince",
                c.last_api_at as "lastApiAt", c.last_webhook_at as "lastWebhookAt",
                coalesce(c.version, 1) as version
         from (values (1)) as one (id) left join wms_connection c using (id)
           left join lateral (${oneTrouble}) t on true`,
}

async function rowOf(ctx: Context): Promise<Row> {
  const [row] = await rows<Row>(ctx.db, readRow)
  if (!row) throw new Error('The row of the connection is missing')
  return row
}

const insertConnection = {
  name: 'make_wms_connection',
  text: 'insert into wms_connection (id) values (1) on conflict do nothing',
}

type Link = {
  url: string | undefined
  /** As stored; those of the environment are text. */
  token: string | null
  secret: string | null
  isTrusted: boolean
  row: Row
}

async function linkOf(ctx: Context, config: WmsConfig): Promise<Link> {
  const row = await rowOf(ctx)
  const url = row.url ?? config.WMS_URL
  // A secret from the environment is sent only to the host from the environment.
  const isOfEnvironment = row.url === null || hostOf(row.url) === hostOf(config.WMS_URL)
  const environment = isOfEnvironment ? config : {}
  return {
    url,
    token: row.token ?? environment.WMS_TOKEN ?? null,
    secret: row.webhookSecret ?? environment.WMS_WEBHOOK_SECRET ?? null,
    // An address from the environment may be local; one entered in the form may not.
    isTrusted: url !== undefined && isAddressOf(config, url),
    row,
  }
}

function isAddressOf({ WMS_URL }: WmsConfig, url: string): boolean {
  return WMS_URL !== undefined && parsedAddress(url) === parsedAddress(WMS_URL)
}

/**
 * Returns the secret that signs webhooks; null if there is none, and then webhooks are refused.
 * Throws 503 if it cannot be decrypted, so that the warehouse sends the event again.
 */
export async function webhookSecret(ctx: Context, config: WmsConfig): Promise<string | null> {
  return decryptWarehouseSecret('webhookSecret', (await linkOf(ctx, config)).secret)
}

/** An open connection to the warehouse, and the cursor of the last event read. */
export type WarehouseConnection = {
  warehouse: Warehouse
  eventsCursor: string | null
  wasGreeted: boolean
  /** True for files, which must be polled because nothing announces them. */
  hasFiles: boolean
}

/**
 * Opens the connection to the warehouse. Throws 409 if none is configured, and 503 if its secrets
 * cannot be decrypted or while the circuit breaker is open after repeated failures; `isForced`
 * ignores the breaker.
 */
export async function openConnection(
  ctx: Context,
  config: WmsConfig,
  { isForced = false }: { isForced?: boolean } = {},
): Promise<WarehouseConnection> {
  const { url, isTrusted, row, ...stored } = await linkOf(ctx, config)
  if (!url) throw notConnected()
  const token = decryptWarehouseSecret('token', stored.token)
  const secret = decryptWarehouseSecret('webhookSecret', stored.secret)
  await rows(ctx.db, insertConnection)
  if (!isForced && row.isResting) {
    const since = row.unreachableSince ?? 'a while'
    const sentence = `The exchange has been down since ${since}: ${row.lastFailure ?? 'no answer'}`
    throw new Refusal('unavailable', 'wms-unreachable', sentence)
  }
  const warehouse = await openWarehouse(ctx, config, { ...row, url, token, secret, isTrusted })
  const hasFiles = ['folder', 'sftp'].includes(adapterOf(url))
  const wasGreeted = row.movementsFrom !== null
  return { warehouse, eventsCursor: row.eventsCursor, wasGreeted, hasFiles }
}

const recordWebhook = {
  name: 'note_wms_webhook',
  text: 'update wms_connection set last_webhook_at = now()',
}
const moveCursor = {
  name: 'move_wms_events_cursor',
  text: 'update wms_connection set events_cursor = $1',
}

/** Records that a webhook with a valid signature arrived. */
export async function recordWebhookReceived(ctx: Context): Promise<void> {
  await rows(ctx.db, insertConnection)
  await rows(ctx.db, recordWebhook)
}

/** Stores the cursor of the warehouse's event log. */
export async function saveEventCursor(ctx: Context, cursor: string): Promise<void> {
  await rows(ctx.db, moveCursor, [cursor])
}

/**
 * Checks the schedule by what the workers recorded: when one last looked for due syncs, and whether
 * those were started. Throws 409 if no warehouse is configured.
 */
export async function testSchedule(ctx: Context, config: WmsConfig): Promise<ScheduleVerdict> {
  const { url, row } = await linkOf(ctx, config)
  if (!url) throw notConnected()
  return judgeSchedule(row)
}

function notConnected(): Refusal {
  const sentence = 'No warehouse is connected. An administrator can enter its address'
  return new Refusal('refused', 'wms-not-connected', sentence)
}

const countWaiting = {
  name: 'count_waiting_wms_exports',
  text: `select count(*) as count from wms_exports where state = 'waiting'`,
}

/** Reads the connection settings and state. Never includes the token or the secret. */
export async function readConnection(ctx: Context, config: WmsConfig): Promise<WmsConnection> {
  const { url, token, secret, row } = await linkOf(ctx, config)
  const [waiting] = await rows<{ count: number }>(ctx.db, countWaiting)
  return {
    adapter: adapterOf(url),
    url: url ?? null,
    x12Identifier: row.x12Identifier,
    x12OwnIdentifier: row.x12OwnIdentifier,
    x12Usage: row.x12Usage,
    hostKey: row.hostKey,
    isFromEnvironment: row.url === null && url !== undefined,
    hasToken: token !== null,
    hasWebhookSecret: secret !== null,
    scheduleMinutes: row.scheduleMinutes,
    isPaused: row.isPaused,
    nextRunAt: row.isPaused || !url ? null : row.nextRunAt,
    lastScheduleAt: row.lastScheduleAt,
    scheduleLookedAt: row.scheduleLookedAt,
    isScheduleAlive: judgeSchedule(row).isOk,
    unreachableSince: row.unreachableSince ?? row.troubleSince,
    lastFailure: row.lastFailure ?? row.troubleText,
    lastApiAt: row.lastApiAt,
    lastWebhookAt: row.lastWebhookAt,
    isLeftAlone: Math.max(row.failures, row.troubleFailures) >= breaker.failures,
    waiting: waiting?.count ?? 0,
    version: row.version,
  }
}

const lockRow = {
  name: 'lock_wms_connection',
  text: 'select id from wms_connection for no key update',
}

const change = {
  name: 'change_wms_connection',
  text: `update wms_connection
         set url = $1, token = $2, webhook_secret = $3, schedule_minutes = $4, is_paused = $5,
             x12_identifier = $6, x12_own_identifier = $7, x12_usage = $8, host_key = $9,
             events_cursor = case when $10 then null else events_cursor end,
             failures = case when url is distinct from $1 then 0 else failures end,
             next_run_at = case
               when schedule_minutes = $4 and is_paused = $5 then next_run_at
               else now() + make_interval(mins => $4) end,
             updated_at = now(), version = version + 1`,
}

/**
 * Updates the connection settings. A new address must be public and safe, and is stored in
 * normalized form. Omitted fields stay unchanged, except the secrets if the host changes; an empty
 * string restores the value from the environment. Throws 412 for a stale version and 422 for an
 * unsafe address.
 */
export async function changeWmsConnection(
  ctx: Context,
  config: WmsConfig,
  { form, ifMatch }: { form: ConnectionForm; ifMatch: number | undefined },
): Promise<WmsConnection> {
  const url = form.url ? parsedAddress(form.url) : form.url
  if (form.url && url && !isAddressOf(config, url)) {
    const whyNot = (await whyNotUse(form.url, form)) ?? (await whyNotUse(url, form))
    if (whyNot) throw invalid([whyNot])
  }
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, insertConnection)
    await rows(inner.db, lockRow)
    const before = await rowOf(inner)
    guardVersion(await readConnection(inner, config), ifMatch)
    const pick = (value: string | null | undefined, old: string | null) =>
      value === undefined ? old : value || null
    const nextUrl = pick(url, before.url)
    const from = before.url ?? config.WMS_URL
    const to = nextUrl ?? config.WMS_URL
    const isOtherHost = hostOf(from) !== hostOf(to)
    const adapter = nextUrl === null ? undefined : adapterOf(nextUrl)
    const next = {
      url: nextUrl,
      ...encryptChanged(before, secretsAfter(before, form, { isOtherHost, adapter })),
      scheduleMinutes: form.scheduleMinutes ?? before.scheduleMinutes,
      isPaused: form.isPaused ?? before.isPaused,
      x12Identifier: pick(form.x12Identifier, before.x12Identifier),
      x12OwnIdentifier: pick(form.x12OwnIdentifier, before.x12OwnIdentifier),
      x12Usage: form.x12Usage ?? before.x12Usage,
      hostKey: pick(form.hostKey, before.hostKey),
    }
    // A cursor of one adapter is meaningless to another.
    const isOther = adapterOf(to) !== adapterOf(from)
    const changes = changesOf(before, next)
    // A retry after a lost response finds nothing to change.
    if (Object.keys(changes).length === 0) return readConnection(inner, config)
    await send(inner, change, [...Object.values(next), isOther])
    if (to !== from) await forgetTroubles(inner)
    await record(inner, [{ entity: 'wms', entityId: 1, action: 'update', changes }])
    return readConnection(inner, config)
  })
}
