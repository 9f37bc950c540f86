/** Waits some milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Polls a condition until it is true; returns false after the timeout. */
export async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    if (await isSo()) return true
    await sleep(25)
  }
  return isSo()
}
