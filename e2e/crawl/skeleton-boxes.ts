import type { Page } from '@playwright/test'

// The positions of the parts of a list or dialog while it loads and afterwards.

type Box = { left: number; top: number; width: number; height: number }
type Boxes = Record<string, Box | undefined>

/** Holds responses of a call back until the returned function is called. */
export async function holdCall(page: Page, call: RegExp): Promise<() => Promise<void>> {
  let free = () => {}
  const isFree = new Promise<void>((resolve) => (free = resolve))
  await page.route(call, async (route) => {
    await isFree
    await route.continue().catch(() => undefined)
  })
  return async () => {
    free()
    await page.unroute(call)
  }
}

/** The parts of a list that have a position before rows arrive. Runs in the page. */
export function listBoxes(isFull: boolean): Boxes {
  const boxOf = (selector: string) => {
    const parts = [...document.querySelectorAll(selector)]
    const box = parts.map((part) => part.getBoundingClientRect()).find(({ height }) => height > 0)
    return box && { left: box.left, top: box.top, width: box.width, height: box.height }
  }
  const wide = (box: Box | undefined) => box && { ...box, height: 0 }
  // A table is as wide as its columns and scrolls in its card.
  const deep = (box: Box | undefined) => box && { ...box, width: 0 }
  const nav = boxOf('main nav[aria-label=Pages]')
  return {
    card: wide(boxOf('main section.card:has([role=toolbar])')),
    toolbar: boxOf('main [role=toolbar]'),
    heads: deep(boxOf('main thead tr, main [data-skeleton=header]')),
    'first row': wide(deep(boxOf('main [data-row="0"], main [data-skeleton=row]'))),
    // The width of the footer text depends on the total, so ignore it.
    ...(isFull && { foot: nav && { ...nav, left: 0, width: 0 } }),
  }
}

/** The frame of the dialog that is open. Runs in the page. */
export function dialogBoxes(): Boxes {
  const boxOf = (selector: string) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    return box && { left: box.left, top: box.top, width: box.width, height: box.height }
  }
  const title = boxOf('[role=dialog] h2')
  return {
    dialog: boxOf('[role=dialog]'),
    title: title && { ...title, width: 0, height: 0 },
    close: boxOf('[role=dialog] [aria-label=Close]'),
  }
}

/** The parts that moved or grew by more than two pixels. */
export function differences(before: Boxes, after: Boxes): string[] {
  return Object.entries(before).flatMap(([part, was]) => {
    const is = after[part]
    if (!was || !is) return []
    const sides = ['left', 'top', 'width', 'height'] as const
    return sides
      .filter((side) => Math.abs(was[side] - is[side]) > 2)
      .map((side) => `${part}: ${side} ${Math.round(was[side])}, then ${Math.round(is[side])}`)
  })
}
