import type { Page } from '@playwright/test'
import { expect, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'
import { createOrder } from '#e2e/journeys/create-order.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

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
