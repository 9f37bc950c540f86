import { Refusal } from '#platform/kernel/refusal.ts'

/** Ends a turn, so that the next one starts. */
export type ReleaseTurn = () => void

type QueuedTask = {
  owner: number
  begin: (end: ReleaseTurn) => void
  refuse: (why: Refusal) => void
}

type TurnOptions = {
  /** The maximum number of tasks running at the same time, with at most one per user. */
  concurrency: number
  /** The maximum number of waiting tasks per user. */
  waiting: number
}

/**
 * Queues expensive tasks: one per user at a time and a limited total, first come, first served, so
 * that one user cannot block the others.
 */
export function createTaskQueue({ concurrency, waiting: maxWaiting }: TurnOptions) {
  const busy = new Set<number>()
  let waiters: QueuedTask[] = []

  const next = () => {
    if (busy.size >= concurrency) return
    const nextTask = waiters.find(({ owner }) => !busy.has(owner))
    if (!nextTask) return
    waiters = waiters.filter((each) => each !== nextTask)
    busy.add(nextTask.owner)
    let isOver = false
    nextTask.begin(() => {
      if (isOver) return
      isOver = true
      busy.delete(nextTask.owner)
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
      if (!replaces && own.length >= maxWaiting) return reject(systemBusy())
      if (replaces) {
        waiters = waiters.filter((each) => each.owner !== owner)
        for (const each of own) each.refuse(replaced())
      }
      const queuedTask: QueuedTask = { owner, begin: resolve, refuse: reject }
      waiters.push(queuedTask)
      onDisconnect?.(() => {
        if (!waiters.includes(queuedTask)) return
        waiters = waiters.filter((each) => each !== queuedTask)
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

function systemBusy(): Refusal {
  const sentence = 'Too many of your requests are waiting. Try again in a moment'
  return new Refusal('tooMany', 'too-many-requests', sentence, [], { retryAfterSeconds: 2 })
}

function replaced(): Refusal {
  const sentence = 'A newer request of yours replaced this one'
  return new Refusal('tooMany', 'replaced', sentence, [], { retryAfterSeconds: 1 })
}
