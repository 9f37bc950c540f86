// Buffers keys typed while a screen loads and replays them when it is ready, so that experienced
// users can type ahead without waiting.

type BufferedKey = { key: string; shiftKey: boolean; ctrlKey: boolean }

/** Maximum buffering time: longer than a screen takes to load on a slow network. */
const longestHoldMs = 10_000

let bufferedKeys: BufferedKey[] | undefined
let end: ReturnType<typeof setTimeout> | undefined

/** Buffers keys from now on, until `typeBufferedKeys`, a click, or ten seconds. */
export function bufferKeys(): void {
  if (bufferedKeys) return
  bufferedKeys = []
  window.addEventListener('keydown', hold, true)
  window.addEventListener('pointerdown', stopBuffering, true)
  end = setTimeout(stopBuffering, longestHoldMs)
}

/** Replays the buffered keys at the focus, one by one; keys typed meanwhile are appended. */
export async function typeBufferedKeys(): Promise<void> {
  const keys = bufferedKeys
  // The time limit is for a screen that never opens; it must not end the replay.
  clearTimeout(end)
  while (keys && bufferedKeys === keys && keys.length > 0) {
    const next = keys.shift()
    if (next) press(next)
    // Each key needs the effect of the previous one.
    await new Promise((resolve) => setTimeout(resolve))
  }
  if (bufferedKeys === keys) stopBuffering()
}

function stopBuffering(): void {
  bufferedKeys = undefined
  clearTimeout(end)
  window.removeEventListener('keydown', hold, true)
  window.removeEventListener('pointerdown', stopBuffering, true)
}

function hold(event: KeyboardEvent): void {
  const { key, shiftKey, ctrlKey, metaKey } = event
  if (!event.isTrusted || /^(Shift|Control|Alt|Meta|F\d+)$/.test(key) || event.altKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  bufferedKeys?.push({ key, shiftKey, ctrlKey: ctrlKey || metaKey })
}

function press({ key, shiftKey, ctrlKey }: BufferedKey): void {
  const target = document.activeElement ?? document.body
  const options = { key, shiftKey, ctrlKey, bubbles: true, cancelable: true }
  const isFree = target.dispatchEvent(new KeyboardEvent('keydown', options))
  if (!isFree || ctrlKey || key.length !== 1) return
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const [from, to] = [target.selectionStart ?? 0, target.selectionEnd ?? 0]
    target.setRangeText(key, from, to, 'end')
    target.dispatchEvent(new InputEvent('input', { bubbles: true, data: key }))
  } else if (target instanceof HTMLSelectElement) {
    const typed = key.toLowerCase()
    const option = [...target.options].find(({ text }) => text.toLowerCase().startsWith(typed))
    if (!option) return
    target.value = option.value
    target.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
