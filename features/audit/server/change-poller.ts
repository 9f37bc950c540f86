import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Change } from '../contract.ts'

// What is looked at by the clock is looked at once for all who listen on this node: it costs the
// database the same for one listener and for a hundred.

export const lookEveryMs = 2000
/** So many rows back a look begins: acts are committed in another order than they are numbered. */
export const overlap = 200

/** An act; `of` is the kind of its record where `entity` says that it is a comment. */
export type Act = { id: number; entity: Change['entity']; of: string; actorId: number | null }

/** How something stands for a user. */
export type Standing = {
  /** Any text, another one after every change. */
  state: string
  /** How many there are now, as it is told. */
  count: number
  /** Whether who comes back is told of it at once: it may have come meanwhile. */
  isOpen?: boolean
}

/** What changes without an act of anybody, such as the exchange with the warehouse. */
export type Look = {
  entity: Change['entity']
  /** How it stands for each of some users. */
  standings: (ctx: Context, userIds: readonly number[]) => Promise<ReadonlyMap<number, Standing>>
}

/** What a look found. Acts are the latest, of whom they are, the youngest first. */
export type Seen = {
  acts: readonly Act[]
  standings: ReadonlyMap<Look, ReadonlyMap<number, Standing>>
}

type Asking = { userId: number; /** The last act that it knows. */ last: number }

const readActs = {
  name: 'read_acts_since',
  text: `select id, case when action like 'comment%' then 'comment' else entity end as entity,
           entity as of, actor_id as "actorId" from audit_log
         where id > $1 order by id desc limit 1000`,
}

/** One look for some who ask. */
export async function lookFor(
  ctx: Context,
  asking: readonly Asking[],
  looks: readonly Look[],
): Promise<Seen> {
  const from = Math.min(...asking.map(({ last }) => last)) - overlap
  const userIds = [...new Set(asking.map(({ userId }) => userId))]
  const acts = await rows<Act>(ctx.db, readActs, [Math.max(0, from)])
  const standings = new Map<Look, ReadonlyMap<number, Standing>>()
  for (const look of looks) {
    // One after the other: a look takes one connection, not all of them.
    // oxlint-disable-next-line no-await-in-loop
    standings.set(look, await look.standings(ctx, userIds))
  }
  return { acts, standings }
}

type Waiting = Asking & {
  resolve: (seen: Seen | undefined) => void
  reject: (error: unknown) => void
}
type LookOut = { waiting: Waiting[]; timer: NodeJS.Timeout | undefined }

/** A look is for all who wait: the patience of who asked first is none of its business. */
const outsideOfRequests = AsyncLocalStorage.snapshot()

/** One for each running program, which its signal to stop stands for. */
const lookOuts = new WeakMap<AbortSignal, LookOut>()

/**
 * The next look of this node, which all who wait share: two seconds after the first of them asked.
 * Undefined where the program stops first.
 */
export function nextLook(
  ctx: Context,
  { userId, last, looks, stopping }: Asking & { looks: readonly Look[]; stopping: AbortSignal },
): Promise<Seen | undefined> {
  if (stopping.aborted) return Promise.resolve(undefined)
  const lookOut = lookOuts.get(stopping) ?? begin(stopping)
  lookOut.timer ??= outsideOfRequests(() =>
    setTimeout(() => void look(ctx, lookOut, looks), lookEveryMs),
  )
  return new Promise((resolve, reject) => {
    lookOut.waiting.push({ userId, last, resolve, reject })
  })
}

function begin(stopping: AbortSignal): LookOut {
  const lookOut: LookOut = { waiting: [], timer: undefined }
  lookOuts.set(stopping, lookOut)
  const stop = () => {
    clearTimeout(lookOut.timer)
    for (const { resolve } of lookOut.waiting.splice(0)) resolve(undefined)
  }
  stopping.addEventListener('abort', stop, { once: true })
  return lookOut
}

async function look(ctx: Context, lookOut: LookOut, looks: readonly Look[]): Promise<void> {
  lookOut.timer = undefined
  const waiting = lookOut.waiting.splice(0)
  try {
    const seen = await lookFor(ctx, waiting, looks)
    for (const { resolve } of waiting) resolve(seen)
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}
