import type { Locator, Page } from '@playwright/test'

/**
 * A user whose interactions are counted: each click is one, and so is each key, a shortcut with
 * Ctrl included.
 */
export class CountedUser {
  clicks = 0
  keys = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get interactions(): number {
    return this.clicks + this.keys
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }

  /** Presses keys one after the other. */
  async press(...keys: string[]): Promise<void> {
    this.keys += keys.length
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Types a text; each of its characters is a key. */
  async type(text: string): Promise<void> {
    await this.press(...text)
  }
}
