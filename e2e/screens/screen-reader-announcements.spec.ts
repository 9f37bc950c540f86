import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'

// Screen reader announcements while working: the texts of live regions in order, each once. `npm
// run crawl`.

const hint = 'Credit, stock and prices are checked when you validate.'

/** Records every new text of a live region. Runs in the page. */
function recordAnnouncements(): void {
  const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
  const watchedWindow = window as Window & { announced?: string[] }
  const announced: string[] = (watchedWindow.announced = [])
  const last = new WeakMap<Element, string>()
  const recordText = (element: Element) => {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (text === (last.get(element) ?? '')) return
    last.set(element, text)
    if (text) announced.push(text)
  }
  new MutationObserver((changes) => {
    const changedRegions = new Set<Element>()
    for (const { target, addedNodes } of changes) {
      const around = target instanceof Element ? target : target.parentElement
      const region = around?.closest(live)
      if (region) changedRegions.add(region)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches(live)) changedRegions.add(node)
        for (const inside of node.querySelectorAll(live)) changedRegions.add(inside)
      }
    }
    changedRegions.forEach(recordText)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** The announcements since the last call, without result counts of boxes and lists. */
async function expectAnnounced(page: Page, texts: string[]): Promise<void> {
  await expect.poll(() => announcements(page)).toEqual(texts)
  await clearAnnouncements(page)
}

async function announcements(page: Page): Promise<string[]> {
  const all = await page.evaluate(() => (window as Window & { announced?: string[] }).announced)
  return (all ?? [])
    .filter((text) => !/^\d+ match(es)?$|^Showing .* entries$/.test(text))
    .map((text) => text.replaceAll(/SO-\d+/g, 'SO-#').replace(/\d+:\d+ [AP]M/, '#'))
}

async function clearAnnouncements(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { announced } = window as Window & { announced?: string[] }
    announced?.splice(0, announced.length)
  })
}

test('announces an order: rejections with reasons, success, and its number @crawl', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer({ creditLimit: '50.00' })
  const { sku } = await createSku(testData)
  await page.addInitScript(recordAnnouncements)
  await page.goto('/order-entry')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).fill(customerCode)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'SKU, line 1', exact: true }).fill(sku)
  await page.keyboard.press('Enter')
  const quantity = page.getByRole('textbox', { name: 'Quantity, line 1', exact: true })
  await quantity.fill('9000')
  await clearAnnouncements(page)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Order Validated', 'Order has validation issues')
  await expectAnnounced(page, [
    `Order StatusValidating…${hint}`,
    'Order StatusRequires Attention',
    'Credit limit exceeded by $97,150.00 (limit $50.00, balance $0.00, open orders $0.00). ' +
      'Order is $97,150.00 over the available $50.00',
    'Notification Order ValidatedOrder has validation issues',
  ])
  await quantity.fill('1')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Order Validated', 'Order passed all validations')
  await expectAnnounced(page, [
    `Order StatusChanged since validation${hint}`,
    'Order StatusApprovedPrices, credit and stock are held for you until #.',
    'Notification Order ValidatedOrder passed all validations',
  ])
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  await expectAnnounced(page, [
    'Last order SO-# $25.80ViewPrintRepeat',
    `Order StatusNot validated yet${hint}`,
    'Notification Order CreatedOrder SO-# created successfully',
  ])
})

test('announces a form: missing fields, and that it is saved @crawl', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const code = testData.code('TOLD')
  await page.addInitScript(recordAnnouncements)
  await page.goto('/customers?new=1')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Customer Code *')).toBeFocused()
  await clearAnnouncements(page)
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expectAnnounced(page, [
    'Please check these fieldsCustomer Code: RequiredCompany Name: RequiredEmail: Required',
  ])
  await dialog.getByLabel('Customer Code *').fill(code)
  await dialog.getByLabel('Name *').fill('Told Ltd')
  await dialog.getByLabel('Email *').fill('told@example.com')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Customer created successfully')
  await expectAnnounced(page, [
    'Please check these fieldsCompany Name: RequiredEmail: Required',
    'Please check these fieldsEmail: Required',
    'Notification SuccessCustomer created successfully',
  ])
})
