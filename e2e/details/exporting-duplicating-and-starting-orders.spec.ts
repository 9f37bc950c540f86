import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../fixtures.ts'
import { givenSalesOrder } from '../keyboard-user.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import { detailsOf, createPurchaseOrder, createVendor } from '../journeys/create-purchase-order.ts'

// New orders from the menus of orders and SKUs, and saving an order to start the next.

const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

test('the menu of a row exports only that order', async ({ page, testData, signIn }) => {
  const { order } = await givenSalesOrder(testData)
  const purchase = (await createPurchaseOrder(testData)).order
  await signIn('manager')
  for (const [path, code] of [
    ['/sales-orders', order.orderNumber],
    ['/purchase-orders', purchase.orderNumber],
  ] as const) {
    await page.goto(`${path}?q=${code}`)
    await page.getByRole('button', { name: `Actions for ${code}` }).click()
    const saving = page.waitForEvent('download')
    await item(page, 'Export').click()
    const file = await saving
    expect(file.suggestedFilename()).toBe(`${path.slice(1)}.csv`)
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain(code)
  }
})

test('an opened purchase order is duplicated', async ({ page, testData, signIn }) => {
  const { order, item: sku, vendor } = await createPurchaseOrder(testData)
  await signIn('purchasing')
  await page.goto(`/purchase-orders?open=${order.orderNumber}`)
  const details = detailsOf(page)
  await details.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  await item(page, 'Duplicate').click()
  const dialog = page.getByRole('dialog', { name: 'Create Purchase Order' })
  await expect(dialog.getByLabel('Order Number *')).toHaveValue(/^PO-\d{13}$/)
  await expect(dialog.getByLabel('Vendor *')).toHaveValue(new RegExp(vendor.vendorCode))
  await expect(dialog.getByLabel('SKU *')).toHaveValue(new RegExp(sku.sku))
  await expect(details).toHaveCount(0)
})

test('New order and New PO prefill the SKU of the row or the details', async ({
  page,
  testData,
  signIn,
}) => {
  const { sku } = await createSku(testData)
  await signIn('manager')
  await page.goto(`/skus?q=${sku}`)
  await page.getByRole('button', { name: `Actions for ${sku}` }).click()
  await item(page, 'New order').click()
  await expect(page).toHaveURL(/\/order-entry/)
  await expect(page.getByRole('combobox', { name: 'SKU, line 1', exact: true })).toHaveValue(
    `${sku} - Hex bolt ($10.00)`,
  )
  await page.goto(`/skus?open=${sku}`)
  const details = page.getByRole('dialog', { name: sku })
  await details.getByRole('button', { name: `Actions for ${sku}` }).click()
  await item(page, 'New PO').click()
  await expect(page).toHaveURL(/\/purchase-orders\?new=sku/)
  const dialog = page.getByRole('dialog', { name: 'Create Purchase Order' })
  await expect(dialog.getByLabel('SKU *')).toHaveValue(`${sku} - Hex bolt ($1.00)`)
  await expect(dialog.getByLabel('Quantity *')).toHaveValue('1')
  await expect(dialog.getByLabel('Unit Price')).toHaveValue('1.00')
})

test('an inactive SKU cannot start an order, and shows why', async ({ page, testData, signIn }) => {
  const { sku } = await createSku(testData, { isActive: false })
  await signIn('manager')
  await page.goto(`/skus?q=${sku}`)
  await page.getByRole('button', { name: `Actions for ${sku}` }).click()
  await expect(page.getByRole('menuitem', { name: /^New order/ })).toContainText(
    'Inactive SKUs cannot be sold',
  )
  await expect(page.getByRole('menuitem', { name: /^New PO/ })).toContainText(
    'Inactive SKUs cannot be bought',
  )
})

test('Ctrl+Shift+Enter saves an order and starts another with a new number', async ({
  page,
  testData,
  signIn,
}) => {
  const customer = await testData.customer({ customerCode: testData.code('OM') })
  const vendor = await createVendor(testData)
  await signIn('manager')
  for (const [path, label, code, says] of [
    ['sales-orders', 'Customer *', customer.customerCode, 'Sales order created successfully'],
    ['purchase-orders', 'Vendor *', vendor.vendorCode, 'Purchase order created successfully'],
  ] as const) {
    await page.goto(`/${path}?new=1`)
    const dialog = page.getByRole('dialog')
    const number = dialog.getByLabel('Order Number *')
    const first = await number.inputValue()
    await dialog.getByLabel(label).fill(code)
    await dialog.getByLabel(label).press('Enter')
    await expect(dialog.getByLabel(label)).toHaveValue(new RegExp(code))
    await page.keyboard.press('Control+Shift+Enter')
    await expectToast(page, 'Success', says)
    await expect(dialog.getByLabel(label)).toHaveValue('')
    await expect(number).toBeFocused()
    await expect(number).toHaveValue(/^(SO|PO)-\d{13}$/)
    await expect(number).not.toHaveValue(first)
    await dialog.getByLabel(label).fill(code)
    await dialog.getByLabel(label).press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
  }
})
