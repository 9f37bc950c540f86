import type { Page } from '@playwright/test'
import {
  type TestData,
  expect,
  expectAccessible,
  expectToast,
  expectToastDetail,
  test,
} from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

async function createOrder(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('SS'),
    creditLimit: '1000.00',
  })
  const sku = { sku: testData.code('SI'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 9 })
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 3 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  return { order, customer, item }
}

const openMenu = (page: Page, { orderNumber }: SalesOrder) =>
  page.getByRole('button', { name: `Actions for ${orderNumber}` }).click()
const item = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name })
const rowOf = (page: Page, { orderNumber }: Pick<SalesOrder, 'orderNumber'>) =>
  page.getByRole('row').filter({ hasText: orderNumber })

test('Create Sales Order creates a header-only order', async ({ page, testData, signIn }) => {
  // Creating an order as shipped requires the permission of every step.
  await signIn('manager')
  const customer = await testData.customer({
    customerCode: testData.code('SN'),
    address: '7 Quay',
    creditLimit: '500.00',
  })
  await page.goto('/sales-orders')
  await page.getByRole('button', { name: 'Create Sales Order' }).first().click()
  await expect(page).toHaveURL(/new=1/)
  const dialog = page.getByRole('dialog', { name: 'Create Sales Order' })
  const number = dialog.getByLabel('Order Number *')
  await expect(number).toHaveValue(/^SO-\d{13}$/)
  await expect(dialog.getByLabel('Status')).toHaveValue('pending')
  const statuses = dialog.getByLabel('Status').getByRole('option')
  await expect(statuses).toHaveText(['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'])
  await expect(dialog.getByLabel('Order Date')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await expect(dialog.getByLabel('Total Amount')).toHaveValue('0')
  await expect(dialog.getByLabel('Total Amount')).toHaveAttribute('step', '0.01')
  await expect(dialog.getByLabel('Shipping Address')).toHaveValue('')
  await expect(dialog.getByLabel('Ship Date')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Create Sales Order', exact: true }).click()
  await expect(dialog.getByText('Please select a customer', { exact: true })).toBeVisible()
  await dialog.getByLabel('Customer *').fill(customer.customerCode)
  await dialog.getByLabel('Customer *').press('Enter')
  await expect(dialog.getByLabel('Customer *')).toHaveValue(new RegExp(customer.customerCode))
  const hint = dialog.getByText('To price and check the order, use')
  await expect(hint.getByRole('link', { name: 'Order Entry' })).toHaveAttribute(
    'href',
    `/order-entry?customer=${customer.id}`,
  )
  await dialog.getByLabel('Status').selectOption('shipped')
  await dialog.getByLabel('Total Amount').fill('120.50')
  await dialog.getByLabel('Ship Date').fill('2026-03-09')
  await dialog.getByLabel('Notes').fill('By letter')
  const orderNumber = await number.inputValue()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Sales order created successfully')
  await expect(dialog).toHaveCount(0)
  const row = rowOf(page, { orderNumber })
  await expect(row).toContainText('Shipped')
  await expect(row).toContainText('$120.50')
  await page.goto(`/sales-orders?open=${orderNumber}`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(details.getByText('7 Quay').first()).toBeVisible()
  await details.getByRole('tab', { name: 'Lines' }).click()
  await expect(details.getByText('This order has no lines.')).toBeVisible()
})

test('a number already in use shows an error in the form and a toast', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('user')
  const { order, customer } = await createOrder(testData)
  await page.goto('/sales-orders?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Sales Order' })
  await dialog.getByLabel('Order Number *').fill(order.orderNumber)
  await dialog.getByLabel('Customer *').fill(customer.customerCode)
  await dialog.getByLabel('Customer *').press('Enter')
  await dialog.getByRole('button', { name: 'Create Sales Order', exact: true }).click()
  await expectToast(page, 'Error', 'Failed to create sales order')
  await expectToastDetail(page, 'That order number is already taken')
  await expect(dialog.getByText('Already taken', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Order Number *')).toHaveValue(order.orderNumber)
})

test('leaving the form with unsaved input asks first', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto('/sales-orders?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Sales Order' })
  const orderEntry = dialog.getByRole('link', { name: 'Order Entry' })
  await dialog.getByLabel('Notes').fill('Half a thought')
  await orderEntry.click()
  await expect(dialog.getByText('Discard changes?')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(orderEntry).toBeFocused()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Half a thought')
  await orderEntry.press('Enter')
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page).toHaveURL(/\/order-entry/)
})

test('a form submitted while its customer is looked up waits for the result', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('user')
  const customer = await testData.customer({ customerCode: testData.code('LATE') })
  let release: () => void = () => undefined
  const isSent = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/customers?q=**', async (route) => {
    await isSent
    await route.continue()
  })
  await page.goto('/sales-orders?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Sales Order' })
  const orderNumber = testData.code('SO-L')
  await dialog.getByLabel('Order Number *').fill(orderNumber)
  await dialog.getByLabel('Customer *').focus()
  await page.keyboard.type(customer.customerCode)
  await page.keyboard.press('Control+Enter')
  release()
  await expectToast(page, 'Success', 'Sales order created successfully')
  await expect(dialog).toBeHidden()
})

test('the row menu runs all steps and explains disabled ones', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { order } = await createOrder(testData)
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await openMenu(page, order)
  await expect(item(page, /Mark shipped/)).toBeDisabled()
  await expect(item(page, /Mark shipped/)).toContainText(
    'This order is pending, so it cannot be shipped',
  )
  await item(page, 'Start processing').click()
  await expectToast(page, 'Success', `${order.orderNumber} is processing`)
  await expect(rowOf(page, order)).toContainText('Processing')
  await openMenu(page, order)
  await item(page, /Mark shipped/).click()
  const dialog = page.getByRole('dialog', { name: `Ship ${order.orderNumber}` })
  await expect(dialog.getByLabel('Ship Date')).not.toHaveValue('')
  await dialog.getByRole('button', { name: 'Mark shipped' }).click()
  await expectToast(page, 'Success', `${order.orderNumber} is shipped`)
  await expect(rowOf(page, order)).toContainText('Shipped')
  await openMenu(page, order)
  await item(page, 'Mark delivered').click()
  await expect(rowOf(page, order)).toContainText('Delivered')
})

test('Undo recalls an order from the warehouse', async ({ page, testData, signIn }) => {
  await signIn('manager')
  const { order } = await createOrder(testData)
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await openMenu(page, order)
  await item(page, 'Start processing').click()
  await expect(rowOf(page, order)).toContainText('Processing')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, order)).toContainText('Pending')
})

test('an order is cancelled from its details, with a reason, by keyboard only', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { order } = await createOrder(testData)
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  const actions = details.getByRole('button', { name: `Actions for ${order.orderNumber}` })
  await actions.focus()
  await page.keyboard.press('Enter')
  await item(page, 'Cancel order…').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cancel ${order.orderNumber}` })
  await expect(dialog.getByLabel('Reason *')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
  await page.keyboard.type('Ordered twice')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', `${order.orderNumber} is cancelled`)
  await expect(details).toContainText('Cancelled')
  await details.getByRole('tab', { name: 'Timeline' }).click()
  await expect(details.getByText('Ordered twice')).toBeVisible()
})

test('credit holds have a view, and a rejected release shows the reason', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('finance')
  const customer = await testData.customer({
    customerCode: testData.code('SH'),
    creditLimit: '100.00',
  })
  const order = await testData.made<SalesOrder>('/api/sales-orders', {
    orderNumber: testData.code('SO-H'),
    customerId: customer.id,
    totalAmount: '150',
    shipDate: '2026-01-05',
  })
  await page.goto('/sales-orders')
  await page.getByRole('button', { name: 'On credit hold' }).click()
  await expect(rowOf(page, order)).toContainText('On hold')
  await expect(rowOf(page, order)).toContainText('late')
  await openMenu(page, order)
  await item(page, 'Release hold').click()
  await expectToast(page, 'Error', 'Failed to update sales order')
  await testData.changed(`/api/customers/${customer.id}`, {
    customerCode: customer.customerCode,
    name: customer.name,
    email: customer.email,
    creditLimit: '200.00',
  })
  await openMenu(page, order)
  await item(page, 'Release hold').click()
  await expectToast(page, 'Success', `${order.orderNumber} is released`)
})

test('finance overrides the credit limit, and the history shows the reason', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('finance')
  const customer = await testData.customer({
    customerCode: testData.code('SV'),
    creditLimit: '100.00',
  })
  const order = await testData.made<SalesOrder>('/api/sales-orders', {
    orderNumber: testData.code('SO-V'),
    customerId: customer.id,
    totalAmount: '150',
  })
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await openMenu(page, order)
  await item(page, 'Approve above credit limit…').click()
  const dialog = page.getByRole('dialog', {
    name: `Approve ${order.orderNumber} above the credit limit`,
  })
  await dialog.getByLabel('Reason *').fill('Because')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByText('Enter a reason of at least 10 characters').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason *').fill('Their bank has called')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Success', `${order.orderNumber} is approved above the credit limit`)
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await page.getByRole('dialog').getByRole('tab', { name: 'Timeline' }).click()
  await expect(page.getByText('approved this above the credit limit')).toBeVisible()
  await expect(page.getByText('Their bank has called')).toBeVisible()
})

test('a role without permission sees the reason; the dialogs are accessible', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('viewer')
  const { order } = await createOrder(testData)
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await expect(page.getByRole('button', { name: 'Create Sales Order' }).first()).toBeDisabled()
  await openMenu(page, order)
  await expect(item(page, /Start processing/)).toContainText('You do not have permission for this')
  await page.keyboard.press('Escape')
  await page.goto('/sales-orders?new=1')
  await expect(page.getByRole('dialog', { name: 'Create Sales Order' })).toBeVisible()
  await expectAccessible(page)
})
