import { type Context, type Database, inTransaction, rows } from '../database/db.ts'
import { describeError } from '../runtime/error-serializer.ts'
import { addJobRecord, type JobRecords } from './job-outcomes.ts'
import { technicalRetention } from './retention.ts'
import type { RetentionRule } from './retention-rules.ts'
import type { Log } from '../runtime/log.ts'
import { traceJob } from '../operations/tracing.ts'
import type { NodeCheck } from '../runtime/clock-and-version-check.ts'
import { recordOutage } from '../database/recorded-outages.ts'

/** A message as its subscriber receives it, at least once; `messageId` identifies duplicates. */
export type Delivery = {
  id: number
  messageId: string
  topic: string
  aggregate: string
  aggregateId: number
  aggregateVersion: number
  payload: unknown
  attempts: number
}

/** The subscriber of each topic. A message of a topic without one is marked as sent at once. */
export type Subscribers = Record<string, (message: Delivery) => Promise<void>>

export type WorkerParts = {
  database: Database
  log: Log
  clock: () => Date
  subscribers: Subscribers
  /** Cleanups of modules, each with its dry run. They run hourly, with the technical tables. */
  housekeeping: readonly RetentionRule[]
  /** Recurring jobs, besides message delivery. */
  jobs?: readonly Job[]
  /** Whether this node may write; while it may not, everything waits. */
  node?: NodeCheck
  /** Receives the record of each job and of message delivery, for `/metrics`. */
  records?: JobRecords
}

/** A job that runs at startup and then repeatedly, `everyMs` after the previous run ended. */
export type Job = {
  name: string
  everyMs: number
  run: (ctx: Context) => Promise<void>
  /** Ends work that a run started without waiting for it, when the worker stops. */
  finish?: () => Promise<void>
}

const pauseMs = 1000
const batch = 500
const leaseSeconds = 60
const maxAttempts = 10
const housekeepingMs = 3_600_000

// The two statements of each round have no name, so they are planned each time: a plan made while
// the table was empty would scan all of it every second. Rows are selected first, and then updated
// by id.

const settleUnheard = {
  name: '',
  text: `update outbox set sent_at = now(), attempts = attempts + 1
         where id = any (array(
           select id from outbox
           where sent_at is null and dead_at is null and topic <> all ($1::text[])
           order by next_attempt_at limit 5000 for update skip locked))`,
}

const claimMessages = {
  name: '',
  text: `update outbox
         set attempts = attempts + 1,
             next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
         where id = any (array(
           select id from outbox
           where sent_at is null and dead_at is null and next_attempt_at <= now()
             and topic = any($1::text[])
           order by id limit ${batch} for update skip locked))
         returning id, message_id as "messageId", topic, aggregate, aggregate_id as "aggregateId",
                   aggregate_version as "aggregateVersion", payload, attempts`,
}

const releaseMessages = {
  name: 'release_messages',
  text: `update outbox set attempts = attempts - 1, next_attempt_at = now()
         where id = any($1::bigint[]) and sent_at is null`,
}

const markSent = {
  name: 'mark_message_sent',
  text: 'update outbox set sent_at = now(), last_error = null where id = $1',
}

const markFailed = {
  name: 'mark_message_failed',
  text: `update outbox
         set last_error = $2, next_attempt_at = now() + make_interval(secs => $3),
             dead_at = case when attempts >= ${maxAttempts} then now() end
         where id = $1`,
}

/**
 * Starts message delivery, recurring jobs and cleanup. Several nodes may run at once: SKIP LOCKED
 * and a lease ensure that one node claims each message. Returns a function that stops the worker
 * after its current round.
 */
export function startWorker(parts: WorkerParts): () => Promise<void> {
  const stopJobs = (parts.jobs ?? []).map((job) => startJob(parts, job))
  const stopMessages = startMessages(parts)
  return async () => {
    await Promise.all([stopMessages(), ...stopJobs.map((stop) => stop())])
  }
}

function startJob(parts: WorkerParts, job: Job): () => Promise<void> {
  const { database, clock, log, node, records = new Map() } = parts
  const record = addJobRecord(records, job, clock())
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  const runOnce = async (): Promise<void> => {
    try {
      await traceJob(job.name, () => job.run(contextOf(database, clock())))
      record.succeededAt = clock()
    } catch (error) {
      record.failures += 1
      recordOutage(error)
      log.warn({ err: error, job: job.name }, 'job failed')
    }
  }
  const runCycle = async (): Promise<void> => {
    if (!node?.refusal()) await runOnce()
    if (isStopping) return
    timer = setTimeout(() => {
      running = runCycle()
    }, job.everyMs)
  }
  let running = runCycle()
  return async () => {
    isStopping = true
    clearTimeout(timer)
    await running
    await job.finish?.()
  }
}

function contextOf({ db }: Database, now: Date): Context {
  return { db, user: undefined, now, requestId: 'worker', channel: 'worker' }
}

function startMessages(parts: WorkerParts): () => Promise<void> {
  const { clock, log, records = new Map() } = parts
  const record = addJobRecord(records, { name: 'outbox', everyMs: pauseMs }, clock())
  let isStopping = false
  let wake = () => {}
  let cleanedAt = 0
  const busy: BusyTopics = new Map()
  const runCycle = async () => {
    try {
      await startRound(parts, busy)
      record.succeededAt = clock()
    } catch (error) {
      record.failures += 1
      recordOutage(error)
      log.warn({ err: error }, 'worker round')
    }
    if (clock().getTime() - cleanedAt <= housekeepingMs) return
    cleanedAt = clock().getTime()
    await clean(parts)
  }
  const loop = async () => {
    while (!isStopping) {
      if (!parts.node?.refusal()) await runCycle()
      if (isStopping) break
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, pauseMs)
      })
    }
    await Promise.all(busy.values())
  }
  const running = loop()
  return () => {
    isStopping = true
    wake()
    return running
  }
}

/** The deliveries that are running, by topic. */
type BusyTopics = Map<string, Promise<void>>

/**
 * Runs one round: marks messages without a subscriber as sent, then delivers due messages. Topics
 * are delivered in parallel; the messages of one topic in the order of their creation.
 */
export async function runWorkerRound(parts: Omit<WorkerParts, 'housekeeping'>): Promise<void> {
  const busy: BusyTopics = new Map()
  await startRound(parts, busy)
  await Promise.all(busy.values())
}

/**
 * Starts the deliveries of one round and adds them to `busy`. A topic that is still busy with an
 * earlier round claims nothing, so that a slow subscriber delays its own topic only.
 */
async function startRound(
  parts: Omit<WorkerParts, 'housekeeping'>,
  busy: BusyTopics,
): Promise<void> {
  const { db } = parts.database
  const topics = Object.keys(parts.subscribers)
  await rows(db, settleUnheard, [topics])
  const idle = topics.filter((topic) => !busy.has(topic))
  if (idle.length === 0) return
  const claimedAt = performance.now()
  const claimed = await rows<Delivery>(db, claimMessages, [idle])
  const inOrder = claimed.toSorted((a, b) => a.id - b.id)
  for (const topic of new Set(inOrder.map((message) => message.topic))) {
    const messages = inOrder.filter((message) => message.topic === topic)
    const delivery = deliverTopic(parts, messages, claimedAt)
      .catch((error: unknown) => {
        recordOutage(error)
        parts.log.warn({ err: error, topic }, 'worker round')
      })
      .finally(() => busy.delete(topic))
    busy.set(topic, delivery)
  }
}

/**
 * Delivers claimed messages of one topic, one after the other. When half of the lease is over, the
 * rest is released for the next round, before another node could claim it.
 */
async function deliverTopic(
  parts: Omit<WorkerParts, 'housekeeping'>,
  messages: readonly Delivery[],
  claimedAt: number,
): Promise<void> {
  for (const [index, message] of messages.entries()) {
    if (performance.now() - claimedAt > leaseSeconds * 500) {
      const remainingIds = messages.slice(index).map(({ id }) => id)
      await rows(parts.database.db, releaseMessages, [remainingIds])
      return
    }
    await deliver(parts, message)
  }
}

async function deliver(
  { database: { db }, subscribers, log }: Omit<WorkerParts, 'housekeeping'>,
  message: Delivery,
): Promise<void> {
  try {
    await traceJob(`deliver ${message.topic}`, async () => {
      await subscribers[message.topic]?.(message)
      await rows(db, markSent, [message.id])
    })
  } catch (error) {
    const reason = describeError(error)
    log.warn({ messageId: message.messageId, topic: message.topic, reason }, 'delivery failed')
    await rows(db, markFailed, [
      message.id,
      reason.slice(0, 500),
      retryDelaySeconds(message.attempts),
    ])
  }
}

/** The retry delay in seconds: 2, 4, 8 …, at most ten minutes. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(2 ** attempts, 600)
}

async function clean(parts: WorkerParts): Promise<void> {
  const ctx = contextOf(parts.database, parts.clock())
  const warn = (error: unknown) => parts.log.warn({ err: error }, 'housekeeping failed')
  for (const { deleteDue } of parts.housekeeping) await inTransaction(ctx, deleteDue).catch(warn)
  await technicalRetention.deleteDue(ctx).catch(warn)
}
