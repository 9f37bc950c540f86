/**
 * Debounces a request: waits `forMs` milliseconds, and rejects with an AbortError if a newer
 * request aborts it.
 */
export function debounce(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, forMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('a newer request replaced this one', 'AbortError'))
    })
  })
}
