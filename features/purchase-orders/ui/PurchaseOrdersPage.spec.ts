import type { User } from '#features/auth/contract.ts'
import { expect, expectAccessible, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { formatDay, today } from '#platform/kernel/days.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import {
  detailsOf,
  createPurchaseOrder,
  createVendor,
  rowOf,
} from '#e2e/journeys/create-purchase-order.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn('manager')
})

test('the list: titles, columns, the vendor by number and name', async ({ page, testData }) => {
  const { order, vendor } = await createPurchaseOrder(testData)
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  await expect(page.getByRole('heading', { name: 'Purchase Orders', level: 1 })).toBeVisible()
  await expect(page.getByText('Manage purchase-to-pay workflow')).toBeVisible()
  const row = rowOf(page, order.orderNumber)
  await expect(row).toContainText(`Vendor #${vendor.id} · ${vendor.name}`)
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads.filter(Boolean)).toEqual([
    'Order Number',
    'Vendor',
    'Status',
    'Total Amount',
    'Order Date',
    'Expected Date',
    'Actions',
  ])
  await expect(row).toContainText('Draft')
  await expect(row).toContainText('$40.00')
  await expect(row).toContainText('N/A')
})

test('the details: the fields of the specification first, then the tabs', async ({
  page,
  testData,
}) => {
  const { order, item } = await createPurchaseOrder(testData, {
    notes: 'By ship',
    status: 'received',
  })
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  await page.getByRole('link', { name: order.orderNumber }).click()
  const dialog = detailsOf(page)
  await expect(dialog.getByText('By ship')).toBeVisible()
  const names = await dialog.getByRole('term').allTextContents()
  expect(names.slice(0, 5)).toEqual([
    'Order Number',
    'Status',
    'Total Amount',
    'Order Date',
    'Notes',
  ])
  const definitions = await dialog.getByRole('definition').allTextContents()
  const day = formatDay(order.orderDate)
  expect(definitions.slice(0, 5)).toEqual([order.orderNumber, 'Received', '$40.00', day, 'By ship'])
  const steps = dialog.getByRole('list', { name: 'Progress' }).getByRole('listitem')
  await expect(steps).toHaveCount(4)
  await expect(steps.last()).toHaveAttribute('aria-current', 'step')
  await page.getByRole('tab', { name: 'Lines' }).click()
  const line = dialog.getByRole('row').filter({ hasText: item.sku })
  await expect(line.getByRole('cell')).toHaveText([
    '1',
    `${item.sku}Hex bolt`,
    '10 EA',
    '10',
    '0',
    '0',
    '$4.00',
    '$40.00',
  ])
  await page.getByRole('tab', { name: 'Receipts' }).click()
  await expect(dialog.getByRole('row').filter({ hasText: '10 EA' })).toContainText(item.sku)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(page).toHaveURL(/tab=timeline/)
  await expect(dialog.getByText('(submitted → approved)')).toBeVisible()
})

test('PO-4 PO-5 N creates an order with a typed total', async ({ page, testData }) => {
  const vendor = await createVendor(testData)
  await page.goto('/purchase-orders')
  await expect(page.getByRole('button', { name: 'Create Purchase Order' })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Create Purchase Order' })
  const number = dialog.getByLabel('Order Number *')
  await expect(number).toHaveValue(/^PO-\d{13}$/)
  await expect(dialog.getByLabel('Status')).toHaveValue('draft')
  const statuses = dialog.getByLabel('Status').getByRole('option')
  await expect(statuses).toHaveText(['Draft', 'Submitted', 'Approved', 'Received', 'Cancelled'])
  const businessDay = String(today(new Date(), defaultSettings.businessTimeZone))
  await expect(dialog.getByLabel('Order Date')).toHaveValue(businessDay)
  await expect(dialog.getByLabel('Expected Date')).toHaveValue('')
  await expect(dialog.getByLabel('Total Amount')).toHaveValue('0')
  await expect(dialog.getByLabel('Total Amount')).toHaveAttribute('step', '0.01')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Please select a vendor', { exact: true })).toBeVisible()
  const code = testData.code('PO')
  await number.fill(code)
  await dialog.getByRole('combobox', { name: 'Vendor *' }).fill(vendor.vendorCode)
  await page.getByRole('option', { name: new RegExp(vendor.name) }).click()
  await dialog.getByLabel('Total Amount').fill('120.5')
  await dialog.getByLabel('Notes').fill('Ring first')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Control+Enter')
  const { id } = (await (await page.request.get('/api/user')).json()) as User
  expect((await sent).postDataJSON()).toMatchObject({ createdBy: id })
  await expectToast(page, 'Success', 'Purchase order created successfully')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, code)).toContainText('$120.50')
})

test('a duplicate number shows an error and preserves the input', async ({ page, testData }) => {
  const { order, vendor } = await createPurchaseOrder(testData)
  await page.goto('/purchase-orders?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Purchase Order' })
  await dialog.getByLabel('Order Number *').fill(order.orderNumber)
  await dialog.getByRole('combobox', { name: 'Vendor *' }).fill(vendor.vendorCode)
  await page.getByRole('option', { name: new RegExp(vendor.name) }).click()
  await dialog.getByRole('button', { name: 'Create Purchase Order', exact: true }).click()
  await expectToast(page, 'Error', 'Failed to create purchase order')
  await expectToastDetail(page, 'That order number is already taken')
  await expect(dialog.getByLabel('Order Number *')).toHaveValue(order.orderNumber)
})

test('lines fill in the SKU cost and compute the total', async ({ page, testData }) => {
  const { item, vendor } = await createPurchaseOrder(testData)
  const code = testData.code('PO')
  await page.goto('/purchase-orders?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Purchase Order' })
  await dialog.getByLabel('Order Number *').fill(code)
  await dialog.getByRole('combobox', { name: 'Vendor *' }).fill(vendor.vendorCode)
  await page.getByRole('option', { name: new RegExp(vendor.name) }).click()
  await dialog.getByLabel('Status').selectOption('approved')
  await dialog.getByRole('button', { name: 'Add line' }).click()
  const line = dialog.getByRole('group', { name: 'Line 1' })
  await expect(line.getByRole('combobox', { name: 'SKU *' })).toBeFocused()
  await line.getByRole('combobox', { name: 'SKU *' }).fill(item.sku)
  await page.getByRole('option', { name: new RegExp(item.sku) }).click()
  await expect(line.getByLabel('Unit Price')).toHaveValue('4.00')
  await line.getByLabel('Quantity *').fill('12')
  await expect(dialog.getByLabel('Total Amount')).toHaveValue('48.00')
  await expect(dialog.getByLabel('Total Amount')).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Purchase order created successfully')
  await expect(rowOf(page, code)).toContainText('Approved')
})

test('views are filters in the URL, and late orders are marked', async ({ page, testData }) => {
  const late = { status: 'approved', expectedDate: '2026-01-05' }
  const { order, vendor } = await createPurchaseOrder(testData, late)
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  await expect(rowOf(page, order.orderNumber)).toContainText('late')
  await page.goto('/purchase-orders')
  const views = page.getByRole('navigation', { name: 'Views' })
  const names = ['All', 'Awaiting approval', 'To receive', 'Due this week', 'Overdue', 'Drafts']
  for (const name of names) {
    await expect(views.getByRole('button', { name, exact: true })).toBeVisible()
  }
  const toReceive = views.getByRole('button', { name: 'To receive' })
  await toReceive.click()
  await expect(page).toHaveURL(/f\.status=approved/)
  await expect(page).toHaveURL(/sort=expectedDate/)
  await expect(toReceive).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  await views.getByRole('button', { name: 'Due this week' }).click()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(page.getByRole('button', { name: 'Due: this week' })).toBeVisible()
  await views.getByRole('button', { name: 'Overdue' }).click()
  await expect(page).toHaveURL(/f\.late=true/)
  await expect(rowOf(page, order.orderNumber)).toBeVisible()
  await views.getByRole('button', { name: 'Awaiting approval' }).click()
  await expect(page).toHaveURL(/f\.status=submitted/)
  await expect(rowOf(page, order.orderNumber)).toHaveCount(0)
  await page.goto(`/vendors?open=${vendor.vendorCode}&tab=pos`)
  await expect(
    page.getByRole('dialog').getByRole('link', { name: order.orderNumber }),
  ).toBeVisible()
})

test('matches are summed and grouped, and lines and fill are optional columns', async ({
  page,
  testData,
}) => {
  const { order, vendor } = await createPurchaseOrder(testData, { status: 'received' })
  const more = { vendorId: vendor.id, totalAmount: '2.50', orderNumber: testData.code('PO') }
  await testData.made('/api/purchase-orders', more)
  await page.goto(`/purchase-orders?f.vendorCode=${vendor.vendorCode}`)
  const sums = page.getByRole('region', { name: 'Totals' })
  await expect(sums).toContainText('Total: $42.50 · 2 orders')
  for (const [by, group, amount] of [
    ['Vendor', `${vendor.vendorCode} · ${vendor.name}`, '$42.50'],
    ['Order Date', formatDay(order.orderDate, 'en-US'), '$42.50'],
    ['Status', 'Received', '$40.00'],
  ] as const) {
    await sums.getByLabel('Group by').selectOption(by)
    await expect(sums.getByRole('row').filter({ hasText: group })).toContainText(amount)
  }
  await sums.getByRole('link', { name: 'Received' }).click()
  await expect(page).toHaveURL(/f\.status=received/)
  await expect(sums).toContainText('Total: $40.00 · 1 order')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Lines', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Fill %', exact: true }).click()
  await page.keyboard.press('Escape')
  for (const name of ['1', '100']) {
    const cell = rowOf(page, order.orderNumber).getByRole('cell', { name, exact: true })
    await expect(cell).toBeVisible()
  }
})

test('printing shows only the document for the vendor', async ({ page, testData }) => {
  const { order } = await createPurchaseOrder(testData)
  await page.goto(`/purchase-orders?open=${order.orderNumber}`)
  await expect(detailsOf(page).getByText('Expected Date')).toBeVisible()
  const sheet = page.locator('.print-sheet')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toContainText('Hex bolt')
  await expect(sheet.getByRole('heading', { name: 'Purchase Order' })).toBeVisible()
  await expect(detailsOf(page)).toBeHidden()
})

test('it is accessible in both themes, and fits 360 px', async ({ page, testData }) => {
  const { order } = await createPurchaseOrder(testData, {
    status: 'submitted',
    expectedDate: '2026-01-05',
  })
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  await expect(page.getByRole('link', { name: order.orderNumber })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/purchase-orders?open=${order.orderNumber}&tab=lines`)
  await expect(detailsOf(page).getByText('Hex bolt')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/purchase-orders?new=1')
  await page.getByRole('button', { name: 'Add line' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})

test('a CSV file imports drafts, and its undo cancels them', async ({ page, testData }) => {
  const { vendorCode } = await createVendor(testData)
  const { sku } = await createSku(testData, { cost: '2.00', price: '3.00' })
  const number = testData.code('P')
  await page.goto('/purchase-orders')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Purchase Orders' })
  const line = `${number},${vendorCode},${sku}`
  await dialog
    .getByLabel('Or paste the rows')
    .fill(`Order Number,Vendor Code,SKU,Quantity\n${line},5\n${line},many\n`)
  await dialog.getByRole('button', { name: 'Use the pasted rows' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('2 rows: 0 new orders, 2 rows with errors.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Quantity, row 3').fill('7')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await dialog.getByRole('button', { name: 'Import 1 order' }).click()
  await expect(dialog.getByText('Import done')).toBeVisible()
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: number })
  await expect(row).toContainText('$24.00')
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expectToast(
    page,
    'Import undone',
    'The drafts imported from the file are cancelled. Their numbers are not used again',
  )
  await expect(row).toContainText('Cancelled')
})
