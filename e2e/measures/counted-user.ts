import type { Locator, Page } from '@playwright/test'
import { pressSequence } from '../keyboard-user.ts'

/**
 * A user whose interactions are counted: each click is one, and so is each key, a shortcut with
 * Ctrl included.
 */
export class CountedUser {
  clicks = 0
  keys = 0
  readonly page: Page
  readonly gapMs: number

  /** `gapMs` are the milliseconds between two keys. */
  constructor(page: Page, gapMs = 0) {
    this.page = page
    this.gapMs = gapMs
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
    for (const key of keys) {
      await this.page.keyboard.press(key)
      if (this.gapMs > 0) await this.page.waitForTimeout(this.gapMs)
    }
  }

  /** Presses keys of a sequence, which must follow each other within a second. */
  async pressSequence(...keys: string[]): Promise<void> {
    this.keys += keys.length
    await pressSequence(this.page, ...keys)
  }

  /** Types a text; each of its characters is a key. */
  async type(text: string): Promise<void> {
    await this.press(...Array.from(text))
  }
}
