/**
 * The latest outcome of some work that many may ask for: it is done once for all who ask at the
 * same time, kept for some milliseconds, and nobody waits longer for it than they say.
 */
export type Latest<T> = {
  ask(waitMs: number): Promise<T | undefined>
  /** How long the work under way has been taking: 0 where there is none. */
  takingMs(): number
}

/** Makes work that is asked for like this; `work` never rejects. */
export function latest<T>(freshMs: number, work: () => Promise<T>): Latest<T> {
  let known: { value: T; at: number } | undefined
  let running: { done: Promise<T>; from: number } | undefined
  const start = () => {
    const done = work().then((value) => {
      known = { value, at: performance.now() }
      running = undefined
      return value
    })
    running = { done, from: performance.now() }
    return running
  }
  const ask = async (waitMs: number) => {
    if (known && performance.now() - known.at < freshMs) return known.value
    const { done } = running ?? start()
    return within(done, waitMs, () => known?.value)
  }
  return { ask, takingMs: () => (running ? performance.now() - running.from : 0) }
}

/** What the work answers, or `late()` where it takes longer than that. */
export async function within<T, L>(
  work: Promise<T>,
  limitMs: number,
  late: () => L,
): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late()), limitMs)
  })
  try {
    return await Promise.race([work, waited])
  } finally {
    clearTimeout(timer)
  }
}
