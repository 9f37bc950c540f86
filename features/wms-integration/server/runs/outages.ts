import { type Context, rows } from '#platform/server/database/db.ts'
import {
  endQuietTrouble,
  isResting,
  noteTrouble,
  noteWell,
  type Outside,
  seen,
} from '#platform/server/jobs/outside-services.ts'
import { BadAnswer } from '../adapters/warehouse-adapter.ts'
import { Unreachable } from '../outbound/safe-fetch.ts'
import { type DocumentKind, documentKinds } from '../../rules.ts'

// How calls to the warehouse went. A warehouse that does not answer is one trouble. Answers of no
// use are counted for each kind of call, so that good answers to other calls do not hide them.

/** What is called: one address of the warehouse for each. */
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

// What failed while nothing of its kind was taken is tried at once, in its order.
const release = {
  name: 'release_waiting_wms_exports',
  text: `update wms_exports set next_attempt_at = now()
         where kind = $1 and state = 'waiting' and next_attempt_at > now()
           and last_error is not null`,
}

const link = '/wms-integration'
const away: Outside = { part: 'warehouse', title: 'The warehouse does not answer', link }

const titles: Readonly<Record<CallKind, string>> = {
  status: 'The warehouse does not report its status',
  events: 'The events of the warehouse cannot be read',
  inventory: 'The stock count of the warehouse cannot be read',
  customer: 'The warehouse takes no customers',
  item: 'The warehouse takes no SKUs',
  movement: 'The warehouse takes no stock movements',
  order: 'The warehouse takes no sales orders',
  expected_receipt: 'The warehouse takes no purchase orders',
  expected_return: 'The warehouse takes no returns',
}

const partOf = (kind: CallKind) => `warehouse-${kind}`
const outsideOf = (kind: CallKind) => ({ part: partOf(kind), title: titles[kind], link })

/** A call of this kind had a good answer: what waited for that goes at once. */
export async function noteSuccess(ctx: Context, kind: CallKind): Promise<void> {
  await notePartly(ctx)
  if (await noteWell(ctx, outsideOf(kind))) await rows(ctx.db, release, [kind])
}

/** A good answer that is only a part of what was asked for: the warehouse is there. */
export async function notePartly(ctx: Context): Promise<void> {
  await rows(ctx.db, succeed)
  await noteWell(ctx, away)
}

/** The warehouse has not answered a call of this kind, or in a way that is of no use. */
export async function noteFailure(ctx: Context, kind: CallKind, error: Error): Promise<void> {
  if (error instanceof Unreachable) {
    await rows(ctx.db, fail, [error.message])
    return noteTrouble(ctx, away, error.message)
  }
  if (kind === 'status') await rows(ctx.db, fail, [error.message])
  else await rows(ctx.db, answer)
  await noteWell(ctx, away)
  await noteTrouble(ctx, outsideOf(kind), outageText(error))
}

/** Of these kinds the ones that are not left alone for now. */
export async function withoutResting<K extends CallKind>(
  ctx: Context,
  kinds: readonly K[],
): Promise<K[]> {
  const left: K[] = []
  for (const kind of kinds) if (!(await isResting(ctx, outsideOf(kind)))) left.push(kind)
  return left
}

const readTroubled = {
  name: 'read_troubled_wms_calls',
  text: 'select part from outside_troubles where part = any($1)',
}

/** Of these kinds those whose last call failed. */
export async function troubledOf<K extends CallKind>(
  ctx: Context,
  kinds: readonly K[],
): Promise<K[]> {
  const found = await rows<{ part: string }>(ctx.db, readTroubled, [kinds.map(partOf)])
  const parts = new Set(found.map(({ part }) => part))
  return kinds.filter((kind) => parts.has(partOf(kind)))
}

/** The kinds of reading whose last call failed. */
export const troubledReadings = (ctx: Context) => troubledOf(ctx, incomingKinds)

const readKindsWaiting = {
  name: 'read_kinds_of_waiting_wms_exports',
  text: `select k.kind from unnest($1::text[]) as k (kind)
         where exists (select from wms_exports e where e.kind = k.kind and e.state = 'waiting')`,
}

/** Ends the trouble of documents of which none is left: they were taken back, or given up. */
export async function endIdleTroubles(ctx: Context): Promise<void> {
  const troubled = await troubledOf(ctx, documentKinds)
  if (troubled.length === 0) return
  const found = await rows<{ kind: string }>(ctx.db, readKindsWaiting, [troubled])
  const waiting = new Set(found.map(({ kind }) => kind))
  for (const kind of troubled) if (!waiting.has(kind)) await noteWell(ctx, outsideOf(kind))
}

/** Ends all troubles: what is called from now on is another warehouse. */
export async function forgetTroubles(ctx: Context): Promise<void> {
  const kinds: CallKind[] = ['status', ...incomingKinds, ...documentKinds]
  for (const outside of [away, webhooks, ...kinds.map(outsideOf)]) await noteWell(ctx, outside)
}

// Webhooks come in: who sends them is not told by a failing call, so a person must be told.
const webhooks: Outside = {
  part: 'warehouse-webhooks',
  title: 'Webhooks of the warehouse are refused',
  link,
}

/** A webhook was refused: its signature does not fit, or the clock of its sender is wrong. */
export function noteRefusedWebhook(ctx: Context, sentence: string): Promise<void> {
  return noteTrouble(ctx, webhooks, sentence)
}

/** A warehouse sends what was refused again for hours; after a day nobody does any more. */
export function quietWebhooks(ctx: Context): Promise<void> {
  return endQuietTrouble(ctx, webhooks, 24)
}

/** A webhook came with the right signature. */
export async function noteGoodWebhook(ctx: Context): Promise<void> {
  await noteWell(ctx, webhooks)
}

/** What a person is told, with what was seen of the answer. */
function outageText(error: Error): string {
  if (!(error instanceof BadAnswer)) return error.message
  return `${error.message}. It answered ${seen(error.exchanged.answer)}`
}
