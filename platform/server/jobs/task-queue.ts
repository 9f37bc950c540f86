import { Refusal } from '#platform/kernel/refusal.ts'

/** Ends a turn, so that the next one starts. */
export type ReleaseTurn = () => void

type Waiter = { owner: number; begin: (end: ReleaseTurn) => void; refuse: (why: Refusal) => void }

type TurnOptions = {
  /** The maximum number of tasks running at the same time, with at most one per user. */
  atOnce: number
  /** The maximum number of waiting tasks per user. */
  waiting: number
}

/**
 * Queues expensive tasks: one per user at a time and a limited total, first come, first served, so
 * that one user cannot block the others.
 */
export function createTaskQueue({ atOnce, waiting: most }: TurnOptions) {
  const busy = new Set<number>()
  let waiters: Waiter[] = []

  const next = () => {
    if (busy.size >= atOnce) return
    const waiter = waiters.find(({ owner }) => !busy.has(owner))
    if (!waiter) return
    waiters = waiters.filter((each) => each !== waiter)
    busy.add(waiter.owner)
    let isOver = false
    waiter.begin(() => {
      if (isOver) return
      isOver = true
      busy.delete(waiter.owner)
      next()
    })
    next()
  }

  /**
   * Waits for a turn. `replaces` cancels the user's waiting tasks; `onClientDisconnect` receives a
   * function that cancels this one. A cancelled task rejects with 429 "replaced", and a task beyond
   * the user's limit with 429 "too-many-requests".
   */
  return (
    owner: number,
    {
      replaces = false,
      onClientDisconnect: onDisconnect,
    }: { replaces?: boolean; onClientDisconnect?: (cancel: () => void) => void } = {},
  ): Promise<ReleaseTurn> =>
    new Promise((resolve, reject) => {
      const own = waiters.filter((each) => each.owner === owner)
      if (!replaces && own.length >= most) return reject(crowded())
      if (replaces) {
        waiters = waiters.filter((each) => each.owner !== owner)
        for (const each of own) each.refuse(replaced())
      }
      const waiter: Waiter = { owner, begin: resolve, refuse: reject }
      waiters.push(waiter)
      onDisconnect?.(() => {
        if (!waiters.includes(waiter)) return
        waiters = waiters.filter((each) => each !== waiter)
        reject(replaced())
      })
      next()
    })
}

const betweenTurnsMs = 1

/**
 * Starts a burst of requests a few at a time, one millisecond apart. Node accepts one connection
 * per turn of its event loop, so without the pause a new connection would wait behind the burst.
 * A single request starts at once.
 */
export function createCrowdTurns(eachTurn: number) {
  const waiting: (() => void)[] = []
  const serve = () => {
    for (const begin of waiting.splice(0, eachTurn)) begin()
    if (waiting.length > 0) setTimeout(serve, betweenTurnsMs)
  }
  return (begin: () => void): void => {
    waiting.push(begin)
    if (waiting.length === 1) setImmediate(serve)
  }
}

function crowded(): Refusal {
  const sentence = 'Too many of your requests are waiting. Try again in a moment'
  return new Refusal('tooMany', 'too-many-requests', sentence, [], { retryAfterSeconds: 2 })
}

function replaced(): Refusal {
  const sentence = 'A newer request of yours replaced this one'
  return new Refusal('tooMany', 'replaced', sentence, [], { retryAfterSeconds: 1 })
}
