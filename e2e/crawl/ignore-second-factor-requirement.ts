import type { Page } from '@playwright/test'

/**
 * Takes out of each save of the settings that administrators need a second factor. The account that
 * presses the controls has none, so every later call would be refused.
 */
export async function ignoreSecondFactorRequirement(page: Page): Promise<void> {
  await page.route('**/api/settings', (route) => {
    const changes: unknown = route.request().postDataJSON()
    if (typeof changes !== 'object' || changes === null) return route.fallback()
    return route.fallback({ postData: { ...changes, secondFactorAdmin: undefined } })
  })
}
