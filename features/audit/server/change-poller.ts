import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Change } from '../contract.ts'

// Each node polls once for all of its listeners, so the database load does not depend on their
// number.

export const pollEveryMs = 2000
/**
 * The number of ids to re-read on each poll, because audit rows may commit in a different order
 * than their ids.
 */
export const overlap = 200

/** An audit entry; if `entity` is `comment`, `of` is the kind of record commented on. */
export type AuditEntry = {
  id: number
  entity: Change['entity']
  of: string
  actorId: number | null
}

/** The state of a probe for one user. */
export type ProbeState = {
  /** An opaque text that differs after every change. */
  state: string
  /** The current count, as it is published. */
  count: number
  /** True if a reconnecting client is told at once, because it may have missed the change. */
  isOpen?: boolean
}

/** Detects changes that have no audit entry, such as the exchange with the warehouse. */
export type ChangeProbe = {
  entity: Change['entity']
  /** Returns the current state for each of these users. */
  standings: (ctx: Context, userIds: readonly number[]) => Promise<ReadonlyMap<number, ProbeState>>
}

/** The result of a poll. `acts` are the latest audit entries, newest first. */
export type PollResult = {
  acts: readonly AuditEntry[]
  standings: ReadonlyMap<ChangeProbe, ReadonlyMap<number, ProbeState>>
}

type Asking = { userId: number; /** The id of the last known audit entry. */ last: number }

const readActs = {
  name: 'read_acts_since',
  text: `select id, case when action like 'comment%' then 'comment' else entity end as entity,
           entity as of, actor_id as "actorId" from audit_log
         where id > $1 order by id desc limit 1000`,
}

/** Polls once for these listeners. */
export async function pollChanges(
  ctx: Context,
  asking: readonly Asking[],
  looks: readonly ChangeProbe[],
): Promise<PollResult> {
  const from = Math.min(...asking.map(({ last }) => last)) - overlap
  const userIds = [...new Set(asking.map(({ userId }) => userId))]
  const acts = await rows<AuditEntry>(ctx.db, readActs, [Math.max(0, from)])
  const standings = new Map<ChangeProbe, ReadonlyMap<number, ProbeState>>()
  for (const look of looks) {
    // Sequential, so that a poll uses only one connection.
    // oxlint-disable-next-line no-await-in-loop
    standings.set(look, await look.standings(ctx, userIds))
  }
  return { acts, standings }
}

type Waiting = Asking & {
  resolve: (seen: PollResult | undefined) => void
  reject: (error: unknown) => void
}
type ChangePoller = { waiting: Waiting[]; timer: NodeJS.Timeout | undefined }

/** Runs polls outside of a request, so that the deadline of one request does not abort them. */
const outsideOfRequests = AsyncLocalStorage.snapshot()

/** One poller per running server, keyed by its shutdown signal. */
const pollers = new WeakMap<AbortSignal, ChangePoller>()

/**
 * Returns the next poll of this node, which all waiting listeners share. It runs two seconds after
 * the first of them called. Resolves to undefined on shutdown.
 */
export function nextPoll(
  ctx: Context,
  {
    userId,
    last,
    looks,
    stopping,
  }: Asking & { looks: readonly ChangeProbe[]; stopping: AbortSignal },
): Promise<PollResult | undefined> {
  if (stopping.aborted) return Promise.resolve(undefined)
  const lookOut = pollers.get(stopping) ?? startPoller(stopping)
  lookOut.timer ??= outsideOfRequests(() =>
    setTimeout(() => void pollOnce(ctx, lookOut, looks), pollEveryMs),
  )
  return new Promise((resolve, reject) => {
    lookOut.waiting.push({ userId, last, resolve, reject })
  })
}

function startPoller(stopping: AbortSignal): ChangePoller {
  const lookOut: ChangePoller = { waiting: [], timer: undefined }
  pollers.set(stopping, lookOut)
  const stop = () => {
    clearTimeout(lookOut.timer)
    for (const { resolve } of lookOut.waiting.splice(0)) resolve(undefined)
  }
  stopping.addEventListener('abort', stop, { once: true })
  return lookOut
}

async function pollOnce(
  ctx: Context,
  lookOut: ChangePoller,
  looks: readonly ChangeProbe[],
): Promise<void> {
  lookOut.timer = undefined
  const waiting = lookOut.waiting.splice(0)
  try {
    const seen = await pollChanges(ctx, waiting, looks)
    for (const { resolve } of waiting) resolve(seen)
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}
