import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const colourRules = ['color-contrast', 'link-in-text-block']
const withColours: RunOptions = { runOnly: { type: 'rule', values: colourRules } }
/** What is said begins with or holds what is seen: axe counts the rule among its trials. */
const namesHoldTexts = { 'label-content-name-mismatch': { enabled: true } }
/** WCAG 2.2 AA 2.5.8, which axe leaves out unless it is asked for. */
const targets = { 'target-size': { enabled: true } }
const everything: RunOptions = { rules: targets }
/** A menu or a list of choices lies over the page, outside its landmarks, as a dialog does. */
const popups = {
  region: {
    options: {
      regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], svg',
    },
  },
}
const withoutColours: RunOptions = {
  rules: {
    ...Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
    ...namesHoldTexts,
    ...targets,
  },
}

/**
 * What is shown and breaks WCAG 2.0 to 2.2 A and AA or best practice, each with its first place.
 * The whole of axe goes into a page once, not once a question, and tells of violations alone.
 */
async function violationsOn(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async (asked) => {
      const { violations } = await (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(
        document,
        asked,
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    { ...options, checks: popups, resultTypes: ['violations' as const] },
  )
}

/** What breaks the rules on what is shown, in both themes. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  // What fades in has a paler colour for a moment than the one that is meant.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const theme of ['light', 'dark']) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset['theme'] = name
      const isMoving = () => document.getAnimations().some((each) => each.playState === 'running')
      const until = performance.now() + 2000
      // What inherits a colour follows only when what it inherits from has arrived.
      for (let still = 0; still < 3 && performance.now() < until; still += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        if (isMoving()) still = -1
      }
    }, theme)
    // A theme changes colours and nothing else: what rules ask beside them was answered in light.
    const violations = await violationsOn(page, theme === 'dark' ? withColours : everything)
    found.push(...violations.map((each) => `${theme}: ${each}`))
  }
  return found
}

/** What breaks the rules where the system chooses the colours, which axe would judge by ours. */
export function violationsBesideColours(page: Page): Promise<string[]> {
  return violationsOn(page, withoutColours)
}
