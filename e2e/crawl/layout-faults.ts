import type { Page } from '@playwright/test'

// Measurable layout faults: overlapping texts, elements wider than the window, text clipped without
// an ellipsis, and badges and amounts that wrap.

type Text = {
  words: string
  left: number
  top: number
  right: number
  bottom: number
  /** The index of its element, and whether part of it is clipped without an ellipsis. */
  place: number
  isCut: boolean
}

/** The layout faults in the visible part of the page. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const texts = await page.evaluate(visibleTexts)
  const pairs = texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .flatMap((other) => (overlaps(one, other) ? [[one, other] as const] : [])),
  )
  const visibility = await page.evaluate(
    areBothVisible,
    pairs.map(([one, other]) => ({
      x: (Math.max(one.left, other.left) + Math.min(one.right, other.right)) / 2,
      y: (Math.max(one.top, other.top) + Math.min(one.bottom, other.bottom)) / 2,
      places: [one.place, other.place] as const,
    })),
  )
  const width = page.viewportSize()?.width ?? 0
  return [
    ...pairs
      .filter((_, index) => visibility[index])
      .map(([one, other]) => `"${one.words}" lies over "${other.words}"`),
    ...texts.filter(({ isCut }) => isCut).map(({ words }) => `"${words}" is cut`),
    ...texts
      .filter(({ left, right }) => left < -1 || right > width + 1)
      .map(({ words }) => `"${words}" is out of the window`),
    ...(await page.evaluate(widerThanWindow)),
    ...(await page.evaluate(brokenBadges)),
    ...(await page.evaluate(brokenAmounts)),
  ]
}

/** The layout faults of each part of the page while scrolling down. */
export async function layoutFaultsAtAllWidths(page: Page): Promise<string[]> {
  const found = new Set<string>()
  for (let step = 0; step < 6; step += 1) {
    for (const fault of await layoutFaults(page)) found.add(fault)
    const hasScrolled = await page.evaluate(() => {
      const inDialog = [...document.querySelectorAll('[role=dialog] *')]
      const part = inDialog.find((each) => getComputedStyle(each).overflowY === 'auto')
      const scroller = part ?? document.documentElement
      const before = scroller.scrollTop
      scroller.scrollTop += scroller.clientHeight - 100
      return scroller.scrollTop > before
    })
    if (!hasScrolled) break
  }
  return [...found]
}

/**
 * True if two texts overlap by more than two pixels in both directions; touching is no overlap. A
 * line with an ellipsis is reported twice, so equal texts at the same height are ignored.
 */
function overlaps(one: Text, other: Text): boolean {
  if (one.words === other.words && one.top === other.top) return false
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return wide > 2 && high > 2
}

/**
 * Every visible line of text, clipped to the visible part of its container. Excludes
 * screen-reader-only, transparent and scrolled-away text. Runs in the page.
 */
function visibleTexts(): Text[] {
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const visibilityOptions = { opacityProperty: true, visibilityProperty: true }
  const places: Element[] = []
  ;(window as Window & { places?: Element[] }).places = places
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement
    const words = node.nodeValue?.trim() ?? ''
    if (!holder || words === '' || !holder.checkVisibility(visibilityOptions)) continue
    if (holder.closest('script, style, option, .sr-only, title, textarea')) continue
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom }
      let isCut = false
      let isFixed = false
      let isFree = false
      for (let on: Element | null = holder; on && on !== document.body; on = on.parentElement) {
        const style = getComputedStyle(on)
        const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible'
        // An absolutely positioned element is not clipped by ancestors inside its containing block.
        if (clips && !isFixed && (!isFree || style.position !== 'static')) {
          const around = on.getBoundingClientRect()
          const isHidden = /hidden|clip/.test(style.overflowX + style.overflowY)
          const isScrolled = /auto|scroll/.test(style.overflowX + style.overflowY)
          const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
          const lost = Math.max(box.right - around.right, box.bottom - around.bottom)
          if (isHidden && !isScrolled && !hasEllipsis && lost > 3) isCut = true
          box.left = Math.max(box.left, around.left)
          box.top = Math.max(box.top, around.top)
          box.right = Math.min(box.right, around.right)
          box.bottom = Math.min(box.bottom, around.bottom)
          if (hasEllipsis && style.webkitLineClamp !== 'none' && lost > 3) isCut = false
        }
        if (style.position === 'absolute') isFree = true
        else if (style.position !== 'static') isFree = false
        if (style.position === 'fixed') isFixed = true
      }
      const isIn = box.right - box.left > 1 && box.bottom - box.top > 1
      const isHere = box.bottom > 0 && box.top < innerHeight
      if (isIn && isHere) {
        texts.push({ ...box, words: words.slice(0, 30), place: places.length, isCut })
        places.push(holder)
      }
    }
  }
  return texts
}

type Overlap = { x: number; y: number; places: readonly [number, number] }

/**
 * For each overlap, whether both texts are visible there. False if one is intentionally covered by
 * a dialog, a sticky header or a menu. Runs in the page.
 */
function areBothVisible(meetings: Overlap[]): boolean[] {
  const { places = [] } = window as Window & { places?: Element[] }
  const all = document.createElement('style')
  all.textContent = '* { pointer-events: auto !important }'
  document.head.append(all)
  const isOverlay = (on: Element, under: Element) => {
    for (let at: Element | null = on; at && !at.contains(under); at = at.parentElement) {
      if (/fixed|sticky|absolute/.test(getComputedStyle(at).position)) return true
    }
    return false
  }
  const isSolid = (on: Element) => {
    const color = getComputedStyle(on).backgroundColor
    return !/^transparent$|, 0(\.\d+)?\)$|\/ 0(\.\d+)?\)$/.test(color)
  }
  const visibility = meetings.map(({ x, y, places: [one, other] }) => {
    const stack = document.elementsFromPoint(x, y)
    const [a, b] = [places[one], places[other]]
    if (!a || !b) return false
    // A text may overflow its element's box.
    const isIn = (node: Element) => {
      const { left, top, right, bottom } = node.getBoundingClientRect()
      return x >= left && x <= right && y >= top && y <= bottom
    }
    const depthOf = (node: Element) => {
      if (isIn(node)) return stack.indexOf(node)
      return stack.findIndex((each) => each.contains(node))
    }
    const [ia, ib] = [depthOf(a), depthOf(b)]
    if (ia < 0 || ib < 0) return false
    const under = stack[Math.max(ia, ib)] ?? a
    return !stack
      .slice(0, Math.max(ia, ib))
      .some((on) => !on.contains(under) && isSolid(on) && isOverlay(on, under))
  })
  all.remove()
  return visibility
}

/** Reports horizontal scrolling and controls outside the page. Runs in the page. */
function widerThanWindow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} too wide`] : []
}

/** Amounts that wrap to a second line, as at 400 % zoom. Runs in the page. */
export function brokenAmounts(): string[] {
  const range = document.createRange()
  const isBroken = (text: Node, { index, 0: amount }: RegExpMatchArray) => {
    range.setStart(text, index ?? 0)
    range.setEnd(text, (index ?? 0) + amount.length)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  }
  const broken: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement
    if (!holder?.checkVisibility() || holder.closest('.sr-only, option')) continue
    for (const amount of (text.nodeValue ?? '').matchAll(/-?\$\d[\d,.]*/g)) {
      if (isBroken(text, amount)) broken.push(`the amount "${amount[0]}" is broken`)
    }
  }
  return broken
}

/** Badges whose text wraps to a second line. Runs in the page. */
function brokenBadges(): string[] {
  const range = document.createRange()
  const isBroken = (text: Node, { index, 0: word }: RegExpMatchArray) => {
    range.setStart(text, index ?? 0)
    range.setEnd(text, (index ?? 0) + word.length)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
  }
  return [...document.querySelectorAll('.badge')].flatMap((badge) => {
    const walker = document.createTreeWalker(badge, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const words = [...(text.nodeValue ?? '').matchAll(/[^\s]+/g)]
      const broken = words.find((word) => isBroken(text, word))
      if (broken) return [`the badge "${badge.textContent}" is broken in "${broken[0]}"`]
    }
    return []
  })
}
