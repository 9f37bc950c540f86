/** The distance of the notices from the edge of the window. */
const edge = 16
/** The gap between a notice and an element it must not cover. */
const gap = 8

const reservedElements = new Set<HTMLElement>()
const listeners = new Set<() => void>()

/**
 * Prevents notices from covering an element, such as the buttons of a dialog, while it is mounted.
 * Use as a `ref`.
 */
export function reserveNoticeSpace(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  reservedElements.add(element)
  changed()
  const size = new ResizeObserver(changed)
  size.observe(element)
  return () => {
    size.disconnect()
    reservedElements.delete(element)
    changed()
  }
}

/**
 * Moves the notices up so that they do not cover reserved elements. Returns the cleanup function.
 */
export function positionNotices(notices: HTMLElement): () => void {
  const updatePosition = () => {
    notices.style.bottom = `${Math.max(0, bottomOf(notices) - edge)}px`
  }
  const size = new ResizeObserver(updatePosition)
  size.observe(notices)
  // Runs before the first paint: the resize observer fires only after a notice covered a button.
  const coming = new MutationObserver(updatePosition)
  coming.observe(notices, { childList: true })
  listeners.add(updatePosition)
  addEventListener('resize', updatePosition)
  addEventListener('scroll', updatePosition, { passive: true, capture: true })
  updatePosition()
  return () => {
    size.disconnect()
    coming.disconnect()
    listeners.delete(updatePosition)
    removeEventListener('resize', updatePosition)
    removeEventListener('scroll', updatePosition, { capture: true })
  }
}

/** The distance from the bottom of the window to the lower edge of the notice. */
function bottomOf(notices: HTMLElement): number {
  const { left, right, height } = notices.getBoundingClientRect()
  const inner = height - 2 * edge
  let bottom = edge
  if (inner <= 0) return bottom
  // From the lowest up: there may be another element above.
  const boxes = [...reservedElements].map((each) => each.getBoundingClientRect())
  for (const box of boxes.toSorted((a, b) => b.top - a.top)) {
    const isClear = box.right <= left + edge || box.left >= right - edge
    const isBelow = box.top >= innerHeight - bottom
    const isAbove = box.bottom <= innerHeight - bottom - inner
    if (!isClear && !isBelow && !isAbove) bottom = innerHeight - box.top + gap
  }
  // Without room above, the notice must remain visible.
  return Math.min(bottom, Math.max(edge, innerHeight - inner - edge))
}

function changed(): void {
  for (const listener of listeners) listener()
}
