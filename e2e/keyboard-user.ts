import { expect, type Locator, type Page } from '@playwright/test'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { TestData } from './fixtures.ts'
import { createSku } from './journeys/fill-order-entry.ts'

// Helpers for keyboard-only journeys.

/**
 * Presses the keys of a sequence, which must follow each other within a second: they are sent
 * without waiting for their effect.
 */
export async function pressSequence(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}

/** Presses `G` and a letter. */
export async function openByKeys(page: Page, letter: string, path: string): Promise<void> {
  await pressSequence(page, 'g', letter)
  await expect(page).toHaveURL(({ pathname }) => pathname === path)
}

/** Whether the focus is on an element after this one. */
function isBeforeFocus(node: Element): boolean {
  const focused = document.activeElement ?? document.body
  const position = node.compareDocumentPosition(focused)
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** A user with only a keyboard. */
export class KeyboardUser {
  readonly page: Page
  readonly hasSingleKeys: boolean

  constructor(page: Page, hasSingleKeys: boolean) {
    this.page = page
    this.hasSingleKeys = hasSingleKeys
  }

  /** Opens a screen: by its letter after G, or by its name in the palette. */
  async goTo(letter: string, name: string): Promise<void> {
    if (this.hasSingleKeys) {
      await pressSequence(this.page, 'g', letter)
    } else {
      await this.command(`>${name}`)
    }
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  /** Types into the palette and chooses the first result. */
  async command(text: string, found: RegExp | string = ''): Promise<void> {
    await this.press('Control+k')
    const box = this.page.getByRole('combobox', { name: 'Search or command' })
    await expect(box).toBeFocused()
    await this.page.keyboard.insertText(text)
    await expect(this.page.getByRole('option', { name: found }).first()).toBeVisible()
    await this.press('Enter')
  }

  /** Presses Tab until the element has the focus, or Shift+Tab if it is before the focus. */
  async reach(what: Locator): Promise<void> {
    await expect(what).toBeVisible()
    const key = (await what.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab'
    for (let step = 0; step < 120; step += 1) {
      if (await what.evaluate((node) => node === document.activeElement)) return
      await this.press(key)
    }
    throw new Error(`${key} does not lead there`)
  }

  async activate(what: Locator): Promise<void> {
    await this.reach(what)
    await this.press('Enter')
  }

  async write(what: Locator, text: string): Promise<void> {
    await this.reach(what)
    await this.page.keyboard.insertText(text)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Moves over the tabs with the arrow keys. */
  async openTab(name: string): Promise<void> {
    const tab = this.page.getByRole('tab', { name, exact: true })
    await this.reach(this.page.locator('[role=tab][aria-selected=true]').first())
    const focused = this.page.locator('[role=tab]:focus')
    for (let step = 0; step < 12; step += 1) {
      if ((await tab.getAttribute('aria-selected')) === 'true') return
      const left = (await focused.textContent()) ?? ''
      await this.press('ArrowRight')
      // The key may be handled late; pressing it again would move past the tab.
      await expect(focused).not.toHaveText(left)
      await expect(focused).toHaveAttribute('aria-selected', 'true')
    }
    throw new Error(`The arrow keys do not lead to ${name}`)
  }
}

/** Opens the home page and starts counting pointer events. */
export async function createKeyboardUser(
  page: Page,
  hasSingleKeys: boolean,
): Promise<KeyboardUser> {
  await page.addInitScript((single) => {
    const key = 'prizm.preferences'
    localStorage.setItem(key, JSON.stringify({ singleKeys: single }))
    const seen = window as Window & { pointers?: number }
    seen.pointers = 0
    // Enter on a button also fires a click, so only pointerdown counts.
    addEventListener('pointerdown', () => (seen.pointers = (seen.pointers ?? 0) + 1), true)
  }, hasSingleKeys)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return new KeyboardUser(page, hasSingleKeys)
}

/** The number of pointer events. */
export const pointers = (page: Page) =>
  page.evaluate(() => (window as Window & { pointers?: number }).pointers)

/** Creates an order of three of one SKU. */
export async function givenSalesOrder(given: TestData) {
  const customerPO = given.code('4500')
  const customer = await given.customer({
    customerCode: given.code('KB'),
    creditLimit: '1000.00',
  })
  const item = await createSku(given)
  const body = { customerId: customer.id, customerPO, items: [{ skuId: item.id, quantity: 3 }] }
  const { order } = await given.made<{ order: SalesOrder }>('/api/orders/create', body)
  return { customer, customerPO, item, order }
}

/** Dispatches a paste event with text, as when a user pastes a copied block. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    const options = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  }, text)
}
