/** How long the first attempt waits for the screen. */
const firstMs = 2000
const longestMs = 60_000

/**
 * Repeats an attempt, such as a reload, until what it expects is shown. Each attempt waits twice as
 * long as the one before it, because a busy machine takes longer to load a page. Throws the error
 * of the attempt that waited longest.
 */
export async function eventually(attempt: (timeout: number) => Promise<void>): Promise<void> {
  for (let timeout = firstMs; timeout < longestMs; timeout *= 2) {
    // oxlint-disable-next-line no-await-in-loop
    const passed = await attempt(timeout).then(
      () => true,
      () => false,
    )
    if (passed) return
  }
  await attempt(longestMs)
}
