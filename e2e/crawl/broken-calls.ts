import type { Page, Route } from '@playwright/test'

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>

/**
 * Calls of an address fail until somebody presses something on the page: a screen that reads again
 * by itself would else mend itself before the press that the test is about. Call it before the page
 * is opened.
 */
export async function failUntilPressed(page: Page, url: string, answer: Answer): Promise<void> {
  await page.addInitScript(() => {
    const press = () => (document.documentElement.dataset['pressed'] = '')
    document.addEventListener('click', press, { capture: true })
  })
  await page.route(url, async (route) => {
    const isPressed = await page.evaluate(() => 'pressed' in document.documentElement.dataset)
    await (isPressed ? route.fallback() : route.fulfill(answer))
  })
}
