import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Change } from '../contract.ts'

// What is looked at by the clock is looked at once for all who listen on this node: it costs the
// database the same for one listener and for a hundred.

export const pollEveryMs = 2000
/** So many rows back a look begins: acts are committed in another order than they are numbered. */
export const overlap = 200

/** An act; `of` is the kind of its record where `entity` says that it is a comment. */
export type AuditEntry = {
  id: number
  entity: Change['entity']
  of: string
  actorId: number | null
}

/** How something stands for a user. */
export type ProbeState = {
  /** Any text, another one after every change. */
  state: string
  /** How many there are now, as it is told. */
  count: number
  /** Whether who comes back is told of it at once: it may have come meanwhile. */
  isOpen?: boolean
}

/** What changes without an act of anybody, such as the exchange with the warehouse. */
export type ChangeProbe = {
  entity: Change['entity']
  /** How it stands for each of some users. */
  standings: (ctx: Context, userIds: readonly number[]) => Promise<ReadonlyMap<number, ProbeState>>
}

/** What a look found. Acts are the latest, of whom they are, the youngest first. */
export type PollResult = {
  acts: readonly AuditEntry[]
  standings: ReadonlyMap<ChangeProbe, ReadonlyMap<number, ProbeState>>
}

type Asking = { userId: number; /** The last act that it knows. */ last: number }

const readActs = {
  name: 'read_acts_since',
  text: `select id, case when action like 'comment%' then 'comment' else entity end as entity,
           entity as of, actor_id as "actorId" from audit_log
         where id > $1 order by id desc limit 1000`,
}

/** One look for some who ask. */
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
    // One after the other: a look takes one connection, not all of them.
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

/** A look is for all who wait: the patience of who asked first is none of its business. */
const outsideOfRequests = AsyncLocalStorage.snapshot()

/** One for each running program, which its signal to stop stands for. */
const pollers = new WeakMap<AbortSignal, ChangePoller>()

/**
 * The next look of this node, which all who wait share: two seconds after the first of them asked.
 * Undefined where the program stops first.
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
