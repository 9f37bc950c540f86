import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const colourRules = ['color-contrast', 'link-in-text-block']
const withColours: RunOptions = { runOnly: { type: 'rule', values: colourRules } }
const withoutColours: RunOptions = {
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
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
    { ...options, resultTypes: ['violations' as const] },
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
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    }, theme)
    // A theme changes colours and nothing else: what rules ask beside them was answered in light.
    const violations = await violationsOn(page, theme === 'dark' ? withColours : {})
    found.push(...violations.map((each) => `${theme}: ${each}`))
  }
  return found
}

/** What breaks the rules where the system chooses the colours, which axe would judge by ours. */
export function violationsBesideColours(page: Page): Promise<string[]> {
  return violationsOn(page, withoutColours)
}
