import { type Context, rows } from '#platform/server/database/db.ts'
import {
  deleteStaleFailure,
  isBreakerOpen,
  recordFailure,
  recordSuccess,
  type OutsideService,
  excerpt,
} from '#platform/server/jobs/outside-service-failures.ts'
import { UnusableResponse } from '../adapters/warehouse-adapter.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { type DocumentKind, documentKinds } from '../../rules.ts'

// Tracks the outcome of warehouse calls. An unreachable warehouse is one outage. Unusable answers
// are counted per kind of call, so that good answers to other calls do not hide them.

/** The kinds of calls, one for each endpoint of the warehouse. */
export type CallKind = DocumentKind | 'status' | IncomingKind
export type IncomingKind = (typeof incomingKinds)[number]
const incomingKinds = ['events', 'inventory'] as const

const succeed = {
  name: 'note_wms_success',
  text: `update wms_connection
         set failures = 0, last_failure = null, unreachable_since = null, last_api_at = now()`,
}
const answer = {
  name: 'note_wms_answer',
  text: `update wms_connection
         set failures = 0, last_failure = null, unreachable_since = null
         where failures > 0 or unreachable_since is not null`,
}
const fail = {
  name: 'note_wms_failure',
  text: `update wms_connection
         set failures = failures + 1, last_failure = $1, last_failure_at = now(),
             unreachable_since = coalesce(unreachable_since, now())`,
}

// Documents that failed during an outage of their kind are due at once, in order.
const release = {
  name: 'release_waiting_wms_exports',
  text: `update wms_exports set next_attempt_at = now()
         where kind = $1 and state = 'waiting' and next_attempt_at > now()
           and last_error is not null`,
}

const link = '/wms-integration'
const warehouseService: OutsideService = {
  part: 'warehouse',
  title: 'The warehouse does not answer',
  link,
}

const titles: Readonly<Record<CallKind, string>> = {
  status: 'The warehouse does not report its status',
  events: 'The events of the warehouse cannot be read',
  inventory: 'The warehouse’s stock count cannot be read',
  customer: 'The warehouse is not accepting customers',
  item: 'The warehouse is not accepting SKUs',
  movement: 'The warehouse is not accepting stock movements',
  order: 'The warehouse is not accepting sales orders',
  expected_receipt: 'The warehouse is not accepting purchase orders',
  expected_return: 'The warehouse is not accepting returns',
}

const partOf = (kind: CallKind) => `warehouse-${kind}`
const outsideOf = (kind: CallKind) => ({ part: partOf(kind), title: titles[kind], link })

/** Records a good answer to this kind of call. If it ends an outage, waiting documents are due. */
export async function noteSuccess(ctx: Context, kind: CallKind): Promise<void> {
  await notePartly(ctx)
  if (await recordSuccess(ctx, outsideOf(kind))) await rows(ctx.db, release, [kind])
}

/** Records a partial answer: the warehouse is reachable. */
export async function notePartly(ctx: Context): Promise<void> {
  await rows(ctx.db, succeed)
  await recordSuccess(ctx, warehouseService)
}

/** Records a failed call: no answer, or an unusable one. */
export async function noteFailure(ctx: Context, kind: CallKind, error: Error): Promise<void> {
  if (error instanceof Unreachable) {
    await rows(ctx.db, fail, [error.message])
    return recordFailure(ctx, warehouseService, error.message)
  }
  if (kind === 'status') await rows(ctx.db, fail, [error.message])
  else await rows(ctx.db, answer)
  await recordSuccess(ctx, warehouseService)
  await recordFailure(ctx, outsideOf(kind), outageText(error))
}

/** Returns the kinds that are not in backoff. */
export async function withoutBackoff<K extends CallKind>(
  ctx: Context,
  kinds: readonly K[],
): Promise<K[]> {
  const remaining: K[] = []
  for (const kind of kinds) if (!(await isBreakerOpen(ctx, outsideOf(kind)))) remaining.push(kind)
  return remaining
}

const readTroubled = {
  name: 'read_troubled_wms_calls',
  text: 'select part from outside_troubles where part = any($1)',
}

/** Returns the kinds whose last call failed. */
export async function failingKinds<K extends CallKind>(
  ctx: Context,
  kinds: readonly K[],
): Promise<K[]> {
  const found = await rows<{ part: string }>(ctx.db, readTroubled, [kinds.map(partOf)])
  const parts = new Set(found.map(({ part }) => part))
  return kinds.filter((kind) => parts.has(partOf(kind)))
}

/** Returns the kinds of reads whose last call failed. */
export const troubledReadings = (ctx: Context) => failingKinds(ctx, incomingKinds)

const readKindsWaiting = {
  name: 'read_kinds_of_waiting_wms_exports',
  text: `select k.kind from unnest($1::text[]) as k (kind)
         where exists (select from wms_exports e where e.kind = k.kind and e.state = 'waiting')`,
}

/** Ends the outage of a kind without waiting documents: they were cancelled or dismissed. */
export async function deleteIdleFailures(ctx: Context): Promise<void> {
  const troubled = await failingKinds(ctx, documentKinds)
  if (troubled.length === 0) return
  const found = await rows<{ kind: string }>(ctx.db, readKindsWaiting, [troubled])
  const waiting = new Set(found.map(({ kind }) => kind))
  for (const kind of troubled) if (!waiting.has(kind)) await recordSuccess(ctx, outsideOf(kind))
}

/** Ends all outages, because the address now leads to another warehouse. */
export async function forgetTroubles(ctx: Context): Promise<void> {
  const kinds: CallKind[] = ['status', ...incomingKinds, ...documentKinds]
  for (const outside of [warehouseService, webhooks, ...kinds.map(outsideOf)])
    await recordSuccess(ctx, outside)
}

// Webhooks are inbound, so no failing call reveals a problem; users must be notified.
const webhooks: OutsideService = {
  part: 'warehouse-webhooks',
  title: 'Webhooks of the warehouse are refused',
  link,
}

/** Records a rejected webhook: an invalid signature, or a wrong clock of the sender. */
export function noteRefusedWebhook(ctx: Context, sentence: string): Promise<void> {
  return recordFailure(ctx, webhooks, sentence)
}

/** Ends the webhook outage after a day without rejected webhooks; retries last only hours. */
export function quietWebhooks(ctx: Context): Promise<void> {
  return deleteStaleFailure(ctx, webhooks, 24)
}

/** Records a webhook with a valid signature. */
export async function recordValidWebhook(ctx: Context): Promise<void> {
  await recordSuccess(ctx, webhooks)
}

/** The text for users, with an excerpt of the answer. */
function outageText(error: Error): string {
  if (!(error instanceof UnusableResponse)) return error.message
  return `${error.message}. It answered ${excerpt(error.exchanged.answer)}`
}
