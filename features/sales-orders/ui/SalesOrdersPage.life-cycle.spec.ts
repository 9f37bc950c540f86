import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createOrder } from '#e2e/journeys/create-order.ts'
import type { SalesOrder, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

const item = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name })
const rowOf = (page: Page, { orderNumber }: Pick<SalesOrder, 'orderNumber'>) =>
  page.getByRole('row').filter({ hasText: orderNumber })

test('an order ships in two parts, and the Shipments tab shows both', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { order, item: sku } = await createOrder(testData)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await page.goto(`/sales-orders?open=${order.orderNumber}&tab=shipments`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(details.getByText('No shipments yet.')).toBeVisible()
  const ship = async (units: string | undefined, done: string) => {
    await details.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
    await item(page, /Mark shipped/).click()
    const dialog = page.getByRole('dialog', { name: `Ship ${order.orderNumber}` })
    if (units) await dialog.getByLabel(`Shipped ${sku.sku}`).fill(units)
    await dialog.getByLabel('Carrier').fill('UPS Ground')
    await dialog.getByLabel('Tracking Number').fill(`1Z-${units ?? 'rest'}`)
    if (units) await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Mark shipped' }).click()
    await expectToast(page, 'Success', done)
    await expect(dialog).toHaveCount(0)
  }
  await ship('1', `Part of ${order.orderNumber} is shipped`)
  await ship(undefined, `${order.orderNumber} is shipped`)
  const [first, second] = [1, 2].map((count) =>
    details.getByRole('region', { name: `Shipment ${order.orderNumber}-${count}` }),
  )
  await expect(first as NonNullable<typeof first>).toContainText('1Z-1')
  await expect(second as NonNullable<typeof second>).toContainText('2 EA')
})

test('an order with lines is created, edited, put on hold and duplicated', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { customer, item: sku } = await createOrder(testData)
  await page.goto('/sales-orders?new=1')
  const creation = page.getByRole('dialog', { name: 'Create Sales Order' })
  await creation.getByLabel('Customer *').fill(customer.customerCode)
  await creation.getByLabel('Customer *').press('Enter')
  await expect(creation.getByLabel('Customer *')).toHaveValue(new RegExp(customer.customerCode))
  await creation.getByRole('button', { name: 'Add line' }).click()
  await creation.getByLabel('SKU *').fill(sku.sku)
  await creation.getByLabel('SKU *').press('Enter')
  await expect(creation.getByLabel('SKU *')).toHaveValue(/Hex bolt/)
  await creation.getByLabel('Quantity *').fill('2')
  await expect(creation.getByLabel('Total Amount')).toHaveValue('36.60')
  await creation.getByLabel('Quantity *').fill('')
  await expect(creation.getByLabel('Total Amount')).toHaveValue('Computed when saved')
  await creation.getByLabel('Quantity *').fill('2')
  const orderNumber = await creation.getByLabel('Order Number *').inputValue()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Sales order created successfully')
  await page.goto(`/sales-orders?q=${orderNumber}`)
  const row = rowOf(page, { orderNumber })
  await expect(row).toContainText('$36.60')
  const menu = row.getByRole('button', { name: `Actions for ${orderNumber}` })
  await menu.click()
  await item(page, 'Edit').click()
  const edit = page.getByRole('dialog', { name: 'Edit Sales Order' })
  await edit.getByLabel('Quantity *').fill('3')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Sales order updated successfully')
  await page.goto(`/sales-orders?q=${orderNumber}`)
  await expect(row).toContainText('$47.40')
  await menu.click()
  await item(page, /Put on hold/).click()
  const hold = page.getByRole('dialog', { name: `Hold ${orderNumber}` })
  await hold.getByLabel('Reason *').selectOption('address')
  await page.keyboard.press('Control+Enter')
  await expect(row).toContainText('On hold')
  await menu.click()
  await item(page, 'Duplicate').click()
  await expect(creation.getByLabel('Quantity *')).toHaveValue('3')
  await expect(creation.getByLabel('Order Number *')).not.toHaveValue(orderNumber)
})

test('selected orders are processed at once, and their packing slips print as one job', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { order, customer } = await createOrder(testData)
  // The print dialog would block until closed; headless browsers have none.
  await page.addInitScript(() => (window.print = () => {}))
  await page.goto(`/sales-orders?customerCode=${customer.customerCode}`)
  await rowOf(page, order).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Start processing' }).click()
  await expectToast(page, 'Success', '1 started')
  await page.getByRole('button', { name: 'Print packing slips' }).click()
  const sheet = page.locator('.print-sheet')
  await expect(sheet.getByText('Packing Slip')).toHaveCount(1)
  await expect(sheet).toContainText('Hex bolt')
  await page.goto(`/sales-orders?open=${order.orderNumber}&tab=returns`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  const related = details.getByRole('tab', { name: 'Related' })
  await expect(related).toHaveAttribute('aria-selected', 'true')
  await details.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  await item(page, 'Print pick list').click()
  await expect(sheet.getByText('Pick List')).toHaveCount(1)
  await expect(sheet.getByText('Order Confirmation')).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await rowOf(page, order)
    .getByRole('button', { name: `Actions for ${order.orderNumber}` })
    .click()
  await item(page, 'Print order confirmation').click()
  await expect(sheet.getByText('Order Confirmation')).toHaveCount(1)
  await expect(sheet).toContainText(order.orderNumber)
  await expect(sheet).toContainText('Hex bolt')
})

test('a step on a stale version works on the next press, with current data', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { order, item: sku } = await createOrder(testData)
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  const ask = async (name: RegExp) => {
    await page.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
    await item(page, name).click()
  }
  await ask(/^Put on hold/)
  const hold = page.getByRole('dialog', { name: `Hold ${order.orderNumber}` })
  await hold.getByLabel('Note').fill('Call first')
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await hold.getByRole('button', { name: 'Put on hold' }).click()
  await expect(hold.getByText('Someone else changed this record since you opened it')).toBeVisible()
  await hold.getByRole('button', { name: 'Put on hold' }).click()
  await expectToast(page, 'Success', `${order.orderNumber} is on hold`)
  await testData.made(`/api/sales-orders/${order.id}/release`, {})
  await page.reload()
  await ask(/^Mark shipped/)
  const ship = page.getByRole('dialog', { name: `Ship ${order.orderNumber}` })
  const units = ship.getByLabel(`Shipped ${sku.sku}`)
  await expect(units).toHaveValue('3')
  await ship.getByLabel('Carrier').fill('Own truck')
  const read = await page.request.get(`/api/sales-orders/${order.id}`)
  const [line] = ((await read.json()) as SalesOrderDetails).items
  const part = { items: [{ itemId: line?.id, quantity: 1 }] }
  await testData.made(`/api/sales-orders/${order.id}/ship`, part)
  await ship.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(ship.getByText('Someone else changed this record')).toBeVisible()
  await expect(ship.getByText('2 of 3 EA open')).toBeVisible()
  await expect(units).toHaveValue('2')
  await expect(ship.getByLabel('Carrier')).toHaveValue('Own truck')
  await ship.getByRole('button', { name: 'Mark shipped' }).click()
  await expectToast(page, 'Success', `${order.orderNumber} is shipped`)
})

test('a prepaid order shows that it waits for payment, and the payment releases it', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('finance')
  const code = testData.code('PP')
  const terms = { paymentTerms: 'Prepaid', creditLimit: '0.00' }
  const customer = await testData.customer({ customerCode: code, ...terms })
  const sku = { sku: testData.code('PS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 9 })
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 1 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(details).toContainText(
    'Waiting for payment of $25.80; released automatically when paid',
  )
  await expect(details).toContainText(
    'Pay $25.80 in advance, or ask admin, manager or finance to release it unpaid',
  )
  await expectAccessible(page)
  const part = { customerId: customer.id, amount: '5.80', method: 'ach' }
  await testData.made('/api/payments', part)
  await page.reload()
  await expect(details).toContainText('Waiting for payment of $20.00; released')
  await page.goto(`/ar-reports?tab=payments&f.customerCode=${code}`)
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const paying = page.getByRole('dialog', { name: 'Record Payment' })
  await paying.getByLabel('Customer *').fill(code)
  await page.getByRole('option', { name: new RegExp(code) }).click()
  await paying.getByLabel('Amount *').fill('20.00')
  await paying.getByRole('button', { name: 'Record Payment' }).click()
  await expect(page.getByText(/^PAY-\d+ of \$20\.00 recorded$/)).toBeVisible()
  await expect(async () => {
    await page.goto(`/sales-orders?q=${order.orderNumber}`)
    const row = page.getByRole('row').filter({ hasText: order.orderNumber })
    await expect(row).toContainText('Pending', { timeout: 5000 })
    await expect(row).not.toContainText('On hold', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
})
