import { openByKeys } from '#e2e/keyboard-user.ts'
import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createShippedOrder } from '#e2e/journeys/create-shipped-order.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'

async function createReturn(testData: TestData, fields: object = {}) {
  const shipped = await createShippedOrder(testData)
  const goods = await testData.made<GoodsReturn>('/api/returns', {
    type: 'rma',
    originalOrderId: shipped.order.id,
    reason: 'Wrong item',
    items: [{ skuId: shipped.item.id, quantity: 2 }],
    ...fields,
  })
  return { ...shipped, goods }
}

const details = (page: Page) => page.getByRole('dialog', { name: /Return Details/ })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const menuItem = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name })
const openMenu = (page: Page, { returnNumber }: GoodsReturn) =>
  page.getByRole('button', { name: `Actions for ${returnNumber}` }).click()

test('the list shows its titles and columns, with type, party and reason', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { goods, customer } = await createReturn(testData)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Returns (RMA/RTV)' })).toBeVisible()
  await openByKeys(page, 'r', '/returns')
  await expect(page.getByRole('heading', { name: 'Returns', level: 1 })).toBeVisible()
  await expect(page.getByText('Handle RMA and RTV processing')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Returns (RMA/RTV)' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const row = rowOf(page, goods.returnNumber)
  await expect(row).toContainText(`Customer #${customer.id} · ${customer.name}`)
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads.filter(Boolean)).toEqual([
    'Return Number',
    'Type',
    'Customer/Vendor',
    'Status',
    'Reason',
    'Total Amount',
    'Date Created',
    'Actions',
  ])
  const day = new Date(goods.createdAt).toLocaleDateString('en-US', { timeZone: 'UTC' })
  for (const text of ['RMA', 'Pending', 'Wrong item', '$20.00', day]) {
    await expect(row).toContainText(text)
  }
})

test('a line without a reason of its own has that of the return', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { goods } = await createReturn(testData)
  await page.goto(`/returns?open=${goods.returnNumber}&full=1`)
  const lines = page.getByRole('region', { name: 'Lines', exact: true })
  await expect(lines).toContainText('Wrong item')
})

test('Return Details shows number, type, status, total, reason and created', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { goods, order, item } = await createReturn(testData)
  await page.goto(`/returns?q=${goods.returnNumber}`)
  await page.getByRole('button', { name: `View ${goods.returnNumber}` }).click()
  await expect(details(page)).toBeVisible()
  const names = await details(page).getByRole('term').allTextContents()
  expect(names.slice(0, 6)).toEqual([
    'Return Number',
    'Type',
    'Status',
    'Total Amount',
    'Reason',
    'Created',
  ])
  const detailValues = await details(page).getByRole('definition').allTextContents()
  expect(detailValues.slice(0, 5)).toEqual([
    goods.returnNumber,
    'RMA',
    'Pending',
    '$20.00',
    'Wrong item',
  ])
  expect(detailValues[5]).toMatch(/^\d+\/\d+\/\d{4}, \d+:\d\d [AP]M$/)
  await expect(details(page).getByRole('link', { name: order.orderNumber })).toBeVisible()
  await details(page).getByRole('tab', { name: 'Lines' }).click()
  const line = details(page).getByRole('row').filter({ hasText: item.sku })
  await expect(line).toContainText('2 EA')
  await expect(line).toContainText('Restock')
  await page.keyboard.press('Escape')
  await expect(details(page)).toHaveCount(0)
})

test('Create RMA by keyboard: order by customer PO, lines, review', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { order, item, customer } = await createShippedOrder(testData)
  await page.goto('/returns')
  await expect(page.getByRole('button', { name: 'Create RMA' })).toBeEnabled()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/new=rma/)
  const dialog = page.getByRole('dialog', { name: 'Create RMA' })
  await expect(dialog.getByLabel('Original Order *')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.keyboard.type(String(order.customerPO))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`${customer.name} · 1 line can be returned`)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByLabel('Reason *')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
  const summary = dialog.getByRole('alert').filter({ hasText: 'Please check these fields' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Reason: Required',
    'Lines: At least one item is required',
  ])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Reason *')).toBeFocused()
  await page.keyboard.type('Too many')
  await expect(
    dialog.getByText('5 EA ordered · 5 shipped · 0 returned · 5 returnable'),
  ).toBeVisible()
  const quantity = dialog.getByLabel(`Quantity ${item.sku}`)
  await quantity.fill('6')
  await page.keyboard.press('Enter')
  await expect(summary.getByRole('link')).toHaveText([
    `Quantity ${item.sku}: At most 5 can be returned`,
  ])
  // A single wrong field gets the focus itself.
  await expect(quantity).toBeFocused()
  await quantity.fill('2')
  await dialog.getByLabel(`Condition ${item.sku}`).selectOption('damaged')
  await expect(dialog.getByLabel(`Disposition ${item.sku}`)).toHaveValue('scrap')
  await dialog.getByLabel(`Note ${item.sku}`).fill('Box was open')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Damaged · Scrap · Box was open')).toBeVisible()
  await expect(dialog.getByText('Credit Amount')).toBeVisible()
  await expect(dialog.getByText('$20.00').first()).toBeVisible()
  await expect(dialog.getByText('$1.60', { exact: true })).toBeVisible()
  await expect(dialog.getByText('$21.60', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create RMA' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Success', 'Return created successfully')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, customer.name)).toContainText('Pending')
  await rowOf(page, customer.name).getByRole('link', { name: /^RMA-/ }).click()
  await page.getByRole('tab', { name: 'Lines' }).click()
  const line = page.getByRole('dialog').getByRole('row').filter({ hasText: item.sku })
  await expect(line).toContainText('Box was open')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-sheet')).toContainText('Box was open')
})

test('an order links to its return, and closing a dirty form asks first', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { order, customer } = await createShippedOrder(testData)
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await page.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  await menuItem(page, 'Create return').click()
  const dialog = page.getByRole('dialog', { name: 'Create RMA' })
  await expect(dialog.getByText(`${customer.name} · 1 line can be returned`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Reason *').fill('Too many')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard changes?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Reason *')).toHaveValue('Too many')
})

test('a refusal from the server appears in the dialog and in the toast', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { order, item } = await createShippedOrder(testData)
  await page.goto(`/returns?new=rma:${order.orderNumber}`)
  const dialog = page.getByRole('dialog', { name: 'Create RMA' })
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Reason *').fill('Too many')
  await dialog.getByLabel(`Quantity ${item.sku}`).fill('5')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await testData.made('/api/returns', {
    type: 'rma',
    originalOrderId: order.id,
    reason: 'First',
    items: [{ skuId: item.id, quantity: 1 }],
  })
  await dialog.getByRole('button', { name: 'Create RMA' }).click()
  await expectToast(page, 'Error', 'Failed to create return')
  await expect(dialog.getByRole('alert')).toContainText('5 requested, but only 4 can be returned')
})

test('the menu runs a return to completion, and views list it on the way', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { goods, item } = await createReturn(testData)
  await page.goto('/returns')
  await openMenu(page, goods)
  await expect(menuItem(page, /^Receive/)).toContainText('so it cannot be received')
  await menuItem(page, 'Approve').click()
  await expectToast(page, 'Success', `${goods.returnNumber} is approved`)
  await page.getByRole('button', { name: 'To receive' }).click()
  await expect(rowOf(page, goods.returnNumber)).toContainText('Approved')
  await openMenu(page, goods)
  await menuItem(page, /^Receive/).click()
  const dialog = page.getByRole('dialog', { name: `Receive ${goods.returnNumber}` })
  await dialog.getByLabel(`Disposition ${item.sku}`).selectOption('restock')
  await dialog.getByRole('button', { name: 'Record receipt' }).click()
  await expectToast(page, 'Success', `${goods.returnNumber} is received`)
  await page.getByRole('button', { name: 'To credit' }).click()
  await openMenu(page, goods)
  await menuItem(page, 'Complete').click()
  const ending = page.getByRole('dialog', { name: `Complete ${goods.returnNumber}` })
  await ending.getByLabel('Restocking fee').fill('1.50')
  await expectAccessible(page)
  await ending.getByRole('button', { name: 'Complete return' }).click()
  await expectToast(page, 'Success', `${goods.returnNumber} is completed`)
  await page.goto(`/returns?open=${goods.returnNumber}&tab=credit`)
  await expect(details(page).getByText('$20.10 open')).toBeVisible()
  await page.goto(`/skus?open=${item.sku}&tab=movements`)
  await expect(page.getByRole('dialog').getByText(goods.returnNumber)).toBeVisible()
})

test('a customer’s page lists their returns, and print shows the return form', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { goods, customer } = await createReturn(testData)
  await page.goto(`/customers?open=${customer.customerCode}&tab=returns`)
  await expect(page.getByRole('dialog').getByText(goods.returnNumber)).toBeVisible()
  await page.goto(`/returns?open=${goods.returnNumber}`)
  await expect(details(page).getByText('Original Order')).toBeVisible()
  const sheet = page.locator('.print-sheet')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toContainText('Hex bolt')
  await expect(sheet.getByRole('heading', { name: 'Return Authorization' })).toBeVisible()
  await expect(sheet.getByRole('img', { name: `Barcode ${goods.returnNumber}` })).toBeVisible()
  const label = sheet.getByRole('region', { name: 'Address label' })
  await expect(label).toContainText(`Sender${customer.name}1 Main StreetTo`)
  await expect(label).toContainText(goods.returnNumber)
  await expect(details(page)).toBeHidden()
})

test('the page is accessible in both themes, and fits 360 px', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { goods, order } = await createReturn(testData)
  await page.goto('/returns')
  await expect(rowOf(page, goods.returnNumber)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/returns?open=${goods.returnNumber}`)
  await expect(details(page).getByText('Original Order')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/returns?new=rma:${order.orderNumber}`)
  const dialog = page.getByRole('dialog', { name: 'Create RMA' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByLabel('Reason *')).toBeVisible()
  await expectAccessible(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
