/** Waits a moment before a question is asked; a newer question ends the wait of an older one. */
export function pause(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, forMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('a newer question is asked', 'AbortError'))
    })
  })
}
