import { type Page, expect } from '@playwright/test'
import { test } from './app.ts'
import { givenMany } from './many-records.ts'
import { lists } from './screens.ts'

// What stands in place of data while it is awaited is as large as the data. A page has ten rows and
// a skeleton five, as the specification has it, so what is compared is what can be equal: where the
// card begins and how wide it is, its toolbar, the heads of the table, the place and height of the
// first row, and the foot, for which the skeleton keeps the room of ten rows. Of a dialog it is
// the outer box, and where its title and the close button are.

type Box = { left: number; top: number; width: number; height: number }
type Boxes = Record<string, Box | undefined>

/** Lists of more than a page, which are compared to their foot. */
const full = ['/customers', '/skus', '/sales-orders', '/purchase-orders']

for (const [path, call] of lists) {
  test(`${path}: a list is where its skeleton was @crawl`, async ({ page, signIn, given }) => {
    await signIn('admin')
    await givenMany(given, ['Acme'])
    const bad: string[] = []
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const release = await hold(page, new RegExp(`${call}\\?`))
      // Rows of one line each: those of other tests may be higher.
      await page.goto(full.includes(path) ? `${path}?q=Acme` : path)
      await expect(page.getByRole('main').getByLabel('Loading').first()).toBeVisible()
      // The rest of the screen is there by then.
      await page.waitForTimeout(500)
      const isFull = full.includes(path) && width === 1280
      const before = await page.evaluate(listBoxes, isFull)
      await release()
      await expect(page.getByRole('main').getByLabel('Loading')).toHaveCount(0)
      const after = await page.evaluate(listBoxes, isFull)
      bad.push(...differences(before, after).map((each) => `${width}: ${each}`))
    }
    expect(bad).toEqual([])
  })
}

const records = [
  ['customer', 'customers'],
  ['vendor', 'vendors'],
  ['sku', 'skus'],
  ['order', 'sales-orders'],
  ['purchase', 'purchase-orders'],
] as const

for (const [kind, rooms] of records) {
  test(`${rooms}: the details of a record are where their skeleton was @crawl`, async ({
    page,
    signIn,
    given,
  }) => {
    await signIn('admin')
    const world = await givenMany(given, ['Acme', 'Bolts'])
    const bad: string[] = []
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const release = await hold(page, new RegExp(`/api/${rooms}[/?]`))
      await page.goto(`/${rooms}?open=${world[kind]}`)
      await expect(page.getByRole('dialog').getByLabel('Loading')).toBeVisible()
      const before = await page.evaluate(dialogBoxes)
      await release()
      await expect(page.getByRole('dialog').getByLabel('Loading')).toHaveCount(0)
      const after = await page.evaluate(dialogBoxes)
      bad.push(...differences(before, after).map((each) => `${width}: ${each}`))
    }
    expect(bad).toEqual([])
  })
}

/** Holds the answers of a call back until it is released. */
async function hold(page: Page, call: RegExp): Promise<() => Promise<void>> {
  let free = () => {}
  const isFree = new Promise<void>((resolve) => (free = resolve))
  await page.route(call, async (route) => {
    await isFree
    await route.continue().catch(() => undefined)
  })
  return async () => {
    free()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** The parts of a list that have a place before there are rows. Runs in the page. */
function listBoxes(isFull: boolean): Boxes {
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
    // What it says has another width when it is known how many there are.
    ...(isFull && { foot: nav && { ...nav, left: 0, width: 0 } }),
  }
}

/** The frame of the dialog that is open. Runs in the page. */
function dialogBoxes(): Boxes {
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

/** What is more than two pixels elsewhere, or larger, than it was. */
function differences(before: Boxes, after: Boxes): string[] {
  return Object.entries(before).flatMap(([part, was]) => {
    const is = after[part]
    if (!was || !is) return []
    const sides = ['left', 'top', 'width', 'height'] as const
    return sides
      .filter((side) => Math.abs(was[side] - is[side]) > 2)
      .map((side) => `${part}: ${side} ${Math.round(was[side])}, then ${Math.round(is[side])}`)
  })
}
