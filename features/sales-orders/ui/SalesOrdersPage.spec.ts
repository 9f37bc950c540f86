import type { Locator, Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import { formatDay } from '#platform/kernel/days.ts'

/** An order of three units of one SKU, two of them backordered. */
async function createOrder(testData: TestData, fields: object = {}) {
  const customer = await testData.customer({
    customerCode: testData.code('SO'),
    name: testData.code('Northwind'),
    address: '1 Main Street',
    creditLimit: '1000.00',
  })
  const item = await testData.made<Sku>('/api/skus', {
    sku: testData.code('SI'),
    name: 'Hex bolt',
    cost: '1.00',
    price: '10.00',
    currentStock: 1,
  })
  const items = [{ skuId: item.id, quantity: 3 }]
  const body = { customerId: customer.id, items, backorder: true, ...fields }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  return { order, customer, item }
}

const rowOf = (page: Page, { orderNumber }: SalesOrder) =>
  page.getByRole('row').filter({ hasText: orderNumber })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /Sales Order Details/ })

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('the list: titles, columns, the customer by number and name', async ({ page, testData }) => {
  const { order, customer } = await createOrder(testData)
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await expect(page.getByRole('heading', { name: 'Sales Orders', level: 1 })).toBeVisible()
  await expect(page.getByText('Manage order-to-cash workflow')).toBeVisible()
  const row = rowOf(page, order)
  await expect(row).toContainText(`Customer #${customer.id} · ${customer.name}`)
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads.filter(Boolean)).toEqual([
    'Order Number',
    'Customer',
    'Status',
    'Total Amount',
    'Order Date',
    'Ship Date',
    'Actions',
  ])
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('N/A')
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()

  const sums = page.getByRole('region', { name: 'Totals' })
  await expect(sums).toContainText(`Total: ${await amountOf(row)} · 1 order`)
  await sums.getByLabel('Group by').selectOption('Customer')
  await expect(page).toHaveURL(/by=customer/)
  const group = sums.getByRole('link', { name: `${customer.customerCode} · ${customer.name}` })
  await expectAccessible(page)
  await group.click()
  await expect(page).toHaveURL(new RegExp(`f\\.customerCode=${customer.customerCode}`))
  await expect(row).toBeVisible()
})

async function amountOf(row: Locator): Promise<string> {
  return /\$[\d,.]+/.exec(await row.innerText())?.[0] ?? ''
}

test('the details: the specified fields first', async ({ page, testData }) => {
  const { order } = await createOrder(testData, { notes: 'Ring twice', customerPO: 'PO-9' })
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await page.getByRole('link', { name: order.orderNumber }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`open=${order.orderNumber}`))
  const names = await dialog.getByRole('term').allTextContents()
  expect(names.slice(0, 6)).toEqual([
    'Order Number',
    'Status',
    'Total Amount',
    'Order Date',
    'Shipping Address',
    'Notes',
  ])
  const detailValues = await dialog.getByRole('definition').allTextContents()
  expect(detailValues.slice(0, 6)).toEqual([
    order.orderNumber,
    'Pending',
    `$${order.totalAmount}`,
    formatDay(order.orderDate),
    '1 Main Street',
    'Ring twice',
  ])
  await expect(dialog.getByText('PO-9')).toBeVisible()
  const steps = dialog.getByRole('list', { name: 'Progress' }).getByRole('listitem')
  await expect(steps).toHaveCount(4)
  await expect(steps.first()).toHaveAttribute('aria-current', 'step')
  await expect(steps.first()).toContainText(order.createdByName)
})

test('a link opens the record and its tab in a fresh window', async ({ page, testData }) => {
  const { order, item } = await createOrder(testData)
  await page.goto(`/sales-orders?open=${order.orderNumber}&tab=lines`)
  const line = dialogOf(page).getByRole('row').filter({ hasText: item.sku })
  await expect(line.getByRole('cell')).toHaveText([
    '1',
    `${item.sku}Hex bolt`,
    '3 EA',
    '$10.00',
    'StandardWhy?',
    '1',
    '2Who has it?',
    '0',
    '$30.00',
  ])
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(page).toHaveURL(/tab=timeline/)
  await expect(dialogOf(page).getByText(order.createdByName).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
})

test('views and filters are in the URL', async ({ page, testData }) => {
  const { order, customer } = await createOrder(testData, { orderSource: 'edi' })
  await page.goto('/sales-orders')
  await page.getByRole('button', { name: 'EDI/CSV inbox' }).click()
  await expect(page).toHaveURL(/f\.orderSource=edi,csv/)
  await expect(page.getByRole('link', { name: order.orderNumber })).toBeVisible()
  await page.getByRole('button', { name: 'To ship', exact: true }).click()
  await expect(page).toHaveURL(/f\.status=processing/)
  await expect(page).toHaveURL(/f\.held=false/)
  await expect(page).toHaveURL(/sort=orderDate/)
  await expect(page.getByRole('link', { name: order.orderNumber })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('link', { name: order.orderNumber })).toBeVisible()
  await page.goto(`/sales-orders?f.customerCode=${customer.customerCode}&f.from=${order.orderDate}`)
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.goto(`/sales-orders?f.customerCode=${customer.customerCode}&f.from=2999-01-01`)
  await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
  await page.getByRole('button', { name: /^Order date: from/ }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
})

test('three filters are visible, the others behind one button', async ({ page }) => {
  await page.goto('/sales-orders')
  const bar = page.getByRole('toolbar', { name: 'Table' })
  const chip = (name: string) => bar.getByRole('button', { name, exact: true })
  for (const name of ['Status', 'Source', 'Customer']) await expect(chip(name)).toBeVisible()
  await expect(chip('Order date')).toHaveCount(0)
  await chip('+ Filter').click()
  await expect(chip('Order date')).toBeVisible()
  await expect(chip('Fewer filters')).toHaveAttribute('aria-expanded', 'true')
  await chip('Fewer filters').click()
  await expect(chip('Order date')).toHaveCount(0)
})

test('E edits an order over the list, and there is a view of orders to ship today', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { order } = await createOrder(testData)
  await page.goto(`/sales-orders?q=${order.orderNumber}&size=25`)
  await page.getByRole('link', { name: order.orderNumber, exact: true }).press('e')
  const form = page.getByRole('dialog', { name: 'Edit Sales Order' })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`q=${order.orderNumber}.*size=25`))
  await page.getByRole('link', { name: order.orderNumber, exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sales Order Details' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'To ship today' }).click()
  await expect(page).toHaveURL(/f\.shipTo=\d{4}-\d\d-\d\d/)
})

test('lines, fill and tracking columns are off by default, and read when selected', async ({
  page,
  testData,
}) => {
  const { order } = await createOrder(testData)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  const parcel = { items: [{ lineNo: 1, quantity: 1 }], trackingNumber: '1Z999' }
  await testData.made(`/api/sales-orders/${order.id}/ship`, parcel)
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Total Amount')).toBeVisible()
  await expect(head('Fill %')).toHaveCount(0)
  expect(requestedUrls.filter((url) => url.includes('with=progress'))).toEqual([])
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Lines', 'Fill %', 'Tracking']) {
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  }
  await page.keyboard.press('Escape')
  const cell = (text: string) => rowOf(page, order).getByRole('cell', { name: text, exact: true })
  for (const text of ['1', '33', '1Z999']) await expect(cell(text)).toBeVisible()
  await page.reload()
  for (const text of ['1', '33', '1Z999']) await expect(cell(text)).toBeVisible()
  await expectAccessible(page)
})

test('a past cancel-after day is marked, until it is extended', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { order } = await createOrder(testData, { cancelAfter: '2020-01-31' })
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await expect(dialogOf(page).getByText('1/31/2020 past')).toBeVisible()
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit Sales Order' })
  await form.getByLabel('Cancel After').fill('2099-12-31')
  await form.getByRole('button', { name: 'Update Sales Order' }).click()
  await expect(form).toHaveCount(0)
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await expect(dialogOf(page).getByText('12/31/2099', { exact: true })).toBeVisible()
  await expect(dialogOf(page).getByText('past', { exact: true })).toHaveCount(0)
})

test('an unknown order number shows a message', async ({ page }) => {
  await page.goto('/sales-orders?open=SO-0')
  await expect(page.getByText('There is no sales order SO-0.')).toBeVisible()
})

test('Order Entry is the main button; the other says that it checks nothing', async ({ page }) => {
  await page.goto('/sales-orders')
  await page.getByRole('button', { name: 'Create Sales Order' }).first().hover()
  await expect(page.getByRole('tooltip')).toContainText(
    'Records an order agreed elsewhere, without price, credit and stock checks',
  )
  await page.getByRole('button', { name: 'Order Entry' }).first().click()
  await expect(page.getByRole('heading', { name: 'Order Entry', level: 1 })).toBeVisible()
})

test('printing prints only the order confirmation', async ({ page, testData }) => {
  const { order } = await createOrder(testData)
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await expect(dialogOf(page).getByText('Ship Date')).toBeVisible()
  const sheet = page.locator('.print-sheet')
  await expect(sheet).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toContainText('Hex bolt')
  await expect(sheet.getByRole('heading', { name: 'Order Confirmation' })).toBeVisible()
  await expect(sheet).toContainText('2 back ordered')
  await expect(dialogOf(page)).toBeHidden()
})

test('is accessible in both themes, and fits 360 px', async ({ page, testData }) => {
  const { order } = await createOrder(testData)
  await page.goto('/sales-orders')
  await expect(page.getByRole('link', { name: order.orderNumber })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await expect(dialogOf(page).getByText('Ship Date')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Lines' }).click()
  await expect(dialogOf(page).getByText('Hex bolt')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})
