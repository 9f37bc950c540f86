import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const colorRules = ['color-contrast', 'link-in-text-block']
const colorsOnly: RunOptions = { runOnly: { type: 'rule', values: colorRules } }
/** The accessible name must contain the visible text; axe lists this rule as experimental. */
const namesHoldTexts = { 'label-content-name-mismatch': { enabled: true } }
/** WCAG 2.2 AA 2.5.8, which axe disables by default. */
const targets = { 'target-size': { enabled: true } }
const everything: RunOptions = { rules: targets }
/** Menus, list boxes and tooltips are popups over the page, outside its landmarks, like dialogs. */
const popups = {
  region: {
    options: {
      regionMatcher:
        'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], svg, ' +
        '[data-radix-popper-content-wrapper]',
    },
  },
}
const exceptColors: RunOptions = {
  rules: {
    ...Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])),
    ...namesHoldTexts,
    ...targets,
  },
}

/**
 * Violations of WCAG 2.0 to 2.2 A and AA or best practice, each with its first location. Injects
 * axe once per page and reports violations only.
 */
async function violationsOn(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async (runOptions) => {
      const { violations } = await (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(
        document,
        runOptions,
      )
      // What an open popup or the header of the page covers in part is whole again once the popup
      // is closed or the page is scrolled.
      const popup = '[data-radix-popper-content-wrapper], header.sticky'
      const covers = [...document.querySelectorAll(popup)].map((box) => box.getBoundingClientRect())
      const isCovered = (id: string, [selector]: readonly unknown[]) => {
        if (!['color-contrast', 'target-size'].includes(id)) return false
        const node = typeof selector === 'string' ? document.querySelector(selector) : null
        if (!node || node.closest(popup)) return false
        const { left, right, top, bottom } = node.getBoundingClientRect()
        return covers.some((box) => {
          const isBeside = right <= box.left || left >= box.right
          return !isBeside && bottom > box.top && top < box.bottom
        })
      }
      // A menu is scrolled by moving through its items, which axe expects for list boxes alone.
      const isMenu = (id: string, html: string) =>
        id === 'scrollable-region-focusable' && html.includes('role="menu"')
      return violations.flatMap(({ id, nodes }) => {
        const [first] = nodes.filter(({ html, target }) => {
          return !isMenu(id, html) && !isCovered(id, target)
        })
        return first ? [`${id}: ${first.html}`] : []
      })
    },
    { ...options, checks: popups, resultTypes: ['violations' as const] },
  )
}

/** Violations in both themes. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  // Reduced motion avoids the lower contrast of elements that fade in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const theme of ['light', 'dark']) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset['theme'] = name
      const isMoving = () => document.getAnimations().some((each) => each.playState === 'running')
      const until = performance.now() + 2000
      // Transitions of inherited colors start only after those of the parent end, so wait for three
      // still frames.
      for (let still = 0; still < 3 && performance.now() < until; still += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        if (isMoving()) still = -1
      }
    }, theme)
    // A theme changes only colors, so the other rules are checked in light mode only.
    const violations = await violationsOn(page, theme === 'dark' ? colorsOnly : everything)
    found.push(...violations.map((each) => `${theme}: ${each}`))
  }
  return found
}

/** Violations in forced-colors mode, except for color rules, because axe would judge our colors. */
export function violationsExceptColors(page: Page): Promise<string[]> {
  return violationsOn(page, exceptColors)
}
