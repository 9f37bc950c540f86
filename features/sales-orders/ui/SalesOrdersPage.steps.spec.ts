import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createOrder } from '#e2e/journeys/create-order.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

const openMenu = (page: Page, { orderNumber }: SalesOrder) =>
  page.getByRole('button', { name: `Actions for ${orderNumber}` }).click()
const item = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name })
const rowOf = (page: Page, { orderNumber }: Pick<SalesOrder, 'orderNumber'>) =>
  page.getByRole('row').filter({ hasText: orderNumber })

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

test('a role that may not release a margin hold sees why', async ({ page, testData, signIn }) => {
  await signIn('finance')
  const { order } = await createOrder(testData)
  await testData.made(`/api/sales-orders/${order.id}/hold`, { reason: 'margin' })
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await expect(rowOf(page, order)).toContainText('On hold')
  await openMenu(page, order)
  await expect(item(page, /^Release hold/)).toBeDisabled()
  await expect(item(page, /^Release hold/)).toContainText(
    'Your role cannot release an order on hold for its margin',
  )
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
