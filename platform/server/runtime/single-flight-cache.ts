/**
 * A cached result that many callers share: concurrent callers share one run, the result is cached
 * for some milliseconds, and each caller waits at most as long as it specifies.
 */
export type SharedResult<T> = {
  get(maxWaitMs: number): Promise<T | undefined>
  /** How long the current run has taken in milliseconds; 0 if none is running. */
  runningForMs(): number
}

/**
 * Wraps `work`, which must not reject. `get` returns the previous result, or undefined if there is
 * none, when the wait times out.
 */
export function singleFlight<T>(freshMs: number, work: () => Promise<T>): SharedResult<T> {
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
  const get = async (maxWaitMs: number) => {
    if (known && performance.now() - known.at < freshMs) return known.value
    const { done } = running ?? start()
    return withTimeout(done, maxWaitMs, () => known?.value)
  }
  return { get, runningForMs: () => (running ? performance.now() - running.from : 0) }
}

/** The result of the work, or `late()` if it takes longer than `limitMs`. */
export async function withTimeout<T, L>(
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
