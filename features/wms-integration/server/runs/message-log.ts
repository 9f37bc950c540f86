import { createHash } from 'node:crypto'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import type { ExchangeLog } from '../adapters/warehouse-adapter.ts'

type Facts = {
  runId?: number | undefined
  direction: 'in' | 'out'
  channel?: 'api' | 'webhook'
  kind: string
  externalId?: string
  status: string
  records?: number
  error?: string | null
}

const addMessage = {
  name: 'add_wms_message',
  text: `insert into wms_messages
           (run_id, direction, channel, kind, external_id, status, records, sha256, body, answer,
            error, took_ms)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict do nothing
         returning id`,
}

/** PostgreSQL cannot store NUL; the hash is of the original text. */
const storable = (text: string) => text.replaceAll('\u0000', '\uFFFD')

/** SHA-256 of a message, by which it is identified. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Stores a message as received or sent. Returns undefined if its external ID is already stored. */
export async function logMessage(
  ctx: Context,
  {
    body,
    answer = null,
    tookMs = null,
    ...facts
  }: Facts & {
    body: string
    answer?: string | null
    tookMs?: number | null
  },
): Promise<number | undefined> {
  const [added] = await rows<{ id: number }>(ctx.db, addMessage, [
    facts.runId ?? null,
    facts.direction,
    facts.channel ?? 'api',
    facts.kind,
    facts.externalId ?? null,
    facts.status,
    facts.records ?? 0,
    hashOf(body),
    storable(body),
    answer === null ? null : storable(answer),
    facts.error ?? null,
    tookMs,
  ])
  return added?.id
}

/** Logs a call. The body is the information: our message outbound, the answer inbound. */
export function logExchange(
  ctx: Context,
  { sent, answer, tookMs }: ExchangeLog,
  facts: Facts,
): Promise<number | undefined> {
  const isOut = facts.direction === 'out'
  const body = isOut ? sent : answer
  return logMessage(ctx, { ...facts, body, answer: isOut ? answer : null, tookMs })
}

const setOutcome = {
  name: 'judge_wms_message',
  text: 'update wms_messages set status = $2, error = $3, records = $4 where id = $1',
}

/** Stores the outcome of a logged message. */
export async function recordOutcome(
  ctx: Context,
  id: number,
  {
    status,
    error = null,
    records = 1,
  }: { status: string; error?: string | null; records?: number },
): Promise<void> {
  await rows(ctx.db, setOutcome, [id, status, error, records])
}

const deleteOne = { name: 'forget_wms_message', text: 'delete from wms_messages where id = $1' }

/** Deletes a message that could not be processed, so that it may be sent again. */
export async function deleteMessage(ctx: Context, id: number): Promise<void> {
  await rows(ctx.db, deleteOne, [id])
}

const retentionDays = 30
const driftDays = 365

const isOldMessage = `m.created_at < now() - make_interval(days => ${retentionDays})
           and not exists (select from wms_imports i where i.message_id = m.id)`
const isOldDrift = `created_at < now() - make_interval(days => ${driftDays})`

const dropOld = {
  name: 'drop_old_wms_messages',
  text: `delete from wms_messages m where ${isOldMessage}`,
}
const dropOldDrift = {
  name: 'drop_old_wms_drift',
  text: `delete from wms_drift where ${isOldDrift}`,
}
const countOld = {
  name: 'count_old_wms_messages',
  text: `select count(*) as count, min(m.created_at) as oldest
         from wms_messages m where ${isOldMessage}`,
}
const countOldDrift = {
  name: 'count_old_wms_drift',
  text: `select count(*) as count, min(created_at) as oldest from wms_drift where ${isOldDrift}`,
}

/** Messages without an event are deleted after 30 days, and count differences after a year. */
export const messageRetention: RetentionRule = {
  deleteDue: async ({ db }) => {
    await rows(db, dropOld)
    await rows(db, dropOldDrift)
  },
  tables: [
    { table: 'wms_messages', keptDays: retentionDays, countDue: countOld },
    { table: 'wms_drift', keptDays: driftDays, countDue: countOldDrift },
  ],
}
