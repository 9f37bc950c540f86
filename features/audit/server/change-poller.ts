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
  /** True if a reconnecting client is notified at once, because it may have missed the change. */
  isOpen?: boolean
}

/** Detects changes that have no audit entry, such as the exchange with the warehouse. */
export type ChangeProbe = {
  entity: Change['entity']
  /** Returns the current state for each of these users. */
  readStates: (ctx: Context, userIds: readonly number[]) => Promise<ReadonlyMap<number, ProbeState>>
}

/** The result of a poll. `entries` are the latest audit entries, newest first. */
export type PollResult = {
  entries: readonly AuditEntry[]
  states: ReadonlyMap<ChangeProbe, ReadonlyMap<number, ProbeState>>
}

type Listener = { userId: number; /** The id of the last known audit entry. */ last: number }

const readEntriesSince = {
  name: 'read_acts_since',
  text: `select id, case when action like 'comment%' then 'comment' else entity end as entity,
           entity as of, actor_id as "actorId" from audit_log
         where id > $1 order by id desc limit 1000`,
}

/** Polls once for these listeners. */
export async function pollChanges(
  ctx: Context,
  listeners: readonly Listener[],
  probes: readonly ChangeProbe[],
): Promise<PollResult> {
  const from = Math.min(...listeners.map(({ last: lastId }) => lastId)) - overlap
  const userIds = [...new Set(listeners.map(({ userId }) => userId))]
  const entries = await rows<AuditEntry>(ctx.db, readEntriesSince, [Math.max(0, from)])
  const states = new Map<ChangeProbe, ReadonlyMap<number, ProbeState>>()
  for (const probe of probes) {
    // Sequential, so that a poll uses only one connection.
    // oxlint-disable-next-line no-await-in-loop
    states.set(probe, await probe.readStates(ctx, userIds))
  }
  return { entries, states }
}

type WaitingListener = Listener & {
  resolve: (result: PollResult | undefined) => void
  reject: (error: unknown) => void
}
type ChangePoller = { waiting: WaitingListener[]; timer: NodeJS.Timeout | undefined }

/** Runs polls outside of a request, so that the deadline of one request does not abort them. */
const outsideRequestContext = AsyncLocalStorage.snapshot()

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
    last: lastId,
    looks: probes,
    stopping,
  }: Listener & { looks: readonly ChangeProbe[]; stopping: AbortSignal },
): Promise<PollResult | undefined> {
  if (stopping.aborted) return Promise.resolve(undefined)
  const poller = pollers.get(stopping) ?? startPoller(stopping)
  poller.timer ??= outsideRequestContext(() =>
    setTimeout(() => void pollOnce(ctx, poller, probes), pollEveryMs),
  )
  return new Promise((resolve, reject) => {
    poller.waiting.push({ userId, last: lastId, resolve, reject })
  })
}

function startPoller(stopping: AbortSignal): ChangePoller {
  const poller: ChangePoller = { waiting: [], timer: undefined }
  pollers.set(stopping, poller)
  const stop = () => {
    clearTimeout(poller.timer)
    for (const { resolve } of poller.waiting.splice(0)) resolve(undefined)
  }
  stopping.addEventListener('abort', stop, { once: true })
  return poller
}

async function pollOnce(
  ctx: Context,
  poller: ChangePoller,
  probes: readonly ChangeProbe[],
): Promise<void> {
  poller.timer = undefined
  const waiting = poller.waiting.splice(0)
  try {
    const result = await pollChanges(ctx, waiting, probes)
    for (const { resolve } of waiting) resolve(result)
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}
