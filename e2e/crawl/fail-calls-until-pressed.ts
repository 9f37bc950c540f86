import type { Page, Route } from '@playwright/test'

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>

/**
 * Fails the calls of an address until something on the page is pressed: otherwise a screen that
 * retries by itself would recover before the press under test. Call it before opening the page.
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
