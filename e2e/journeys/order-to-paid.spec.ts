import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '../fixtures.ts'
import { openOrderEntry, orderEntry, enterCode } from './fill-order-entry.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const detailsOf = (page: Page) => page.getByRole('dialog', { name: /Sales Order Details/ })
const step = async (page: Page, order: string, name: string | RegExp) => {
  await page
    .getByRole('button', { name: `Actions for ${order}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name }).click()
}

/** Enters a phone order by keyboard and returns its number. */
async function enterPhoneOrder(page: Page, { customer, sku }: { customer: string; sku: string }) {
  const form = orderEntry(page)
  await enterCode(form.customer, customer)
  await expect(form.customer).toHaveValue(/Northwind/)
  await page.keyboard.type('p')
  await page.keyboard.press('Enter')
  await expect(form.po).toBeFocused()
  await page.keyboard.type('PHONE-1')
  await page.keyboard.press('Enter')
  await expect(form.sku(1)).toBeFocused()
  await page.keyboard.type(sku)
  await page.keyboard.press('Enter')
  await expect(form.quantity(1)).toBeFocused()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(form.sku(1)).toHaveValue(/Hex bolt/)
  await page.keyboard.press('Control+Enter')
  await expect(form.create).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  const last = page.getByText(/^Last order SO-/)
  await expect(last).toBeVisible()
  return /SO-\d+/.exec((await last.textContent()) ?? '')?.[0] ?? ''
}

test('one order from the phone call to the paid invoice, all on screen', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { customer, item } = await openOrderEntry(page, testData)
  const { customerCode } = customer
  const order = await enterPhoneOrder(page, { customer: customerCode, sku: item.sku })
  await page.goto(`/sales-orders?q=${order}`)
  await expect(rowOf(page, order)).toContainText('Pending')
  // Five at 8.00 (tier 2), 8 % tax and 15.00 shipping.
  await expect(rowOf(page, order)).toContainText('$58.20')
  await step(page, order, 'Start processing')
  await expectToast(page, 'Success', `${order} is processing`)

  await signIn('warehouse')
  await page.goto(`/sales-orders?q=${order}`)
  await step(page, order, 'Mark shipped…')
  const shipping = page.getByRole('dialog', { name: `Ship ${order}` })
  await shipping.getByLabel('Carrier').fill('UPS Ground')
  await shipping.getByLabel('Tracking Number').fill('1Z999')
  await shipping.getByRole('button', { name: 'Mark shipped' }).click()
  await expectToast(page, 'Success', `${order} is shipped`)
  await step(page, order, 'Mark delivered')
  await expectToast(page, 'Success', `${order} is delivered`)

  await signIn('finance')
  await page.goto(`/sales-orders?open=${order}&tab=invoices`)
  const invoice = detailsOf(page).getByRole('row').filter({ hasText: 'INV-' })
  await expect(invoice).toContainText('$58.20')
  await expect(invoice).toContainText('Open')
  const number = /INV-\d+/.exec((await invoice.textContent()) ?? '')?.[0] ?? ''
  await expectAccessible(page)
  await page.goto(`/ar-reports?tab=payments&f.customerCode=${customerCode}`)
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const paying = page.getByRole('dialog', { name: 'Record Payment' })
  await paying.getByLabel('Customer *').fill(customerCode)
  await page.getByRole('option', { name: new RegExp(customerCode) }).click()
  await paying.getByLabel('Amount *').fill('58.20')
  await paying.getByLabel('Reference').fill(number)
  await expect(paying.getByText('$58.20 open')).toBeVisible()
  await paying.getByRole('button', { name: 'Record Payment' }).click()
  await expect(page.getByText(/^PAY-\d+ of \$58\.20 recorded$/)).toBeVisible()
  // Wait until the dialog closes: before that the browser asks whether to discard the input.
  await expect(paying).toBeHidden()

  await page.goto(`/sales-orders?open=${order}&tab=invoices`)
  await expect(invoice).toContainText('Paid')
  await invoice.getByRole('link', { name: number }).click()
  await expect(page.getByRole('dialog', { name: new RegExp(number) })).toContainText('$0.00')
  await page.goto(`/customers?open=${customerCode}`)
  await expect(page.getByRole('dialog').getByText('$0.00').first()).toBeVisible()
  await expectAccessible(page)
})
