import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test, type TestData } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

/** An order with 5 units, and one that has 1 of 4. */
async function shortage(testData: TestData) {
  const item = await createSku(testData, { currentStock: 6 })
  const place = async (name: string, quantity: number) => {
    const customer = await testData.customer({ name, creditLimit: '9000.00', allowBackorder: true })
    const items = [{ skuId: item.id, quantity }]
    const body = { customerId: customer.id, items, backorder: true }
    const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
    return { order, customer }
  }
  return { item, from: await place('Acme', 5), to: await place('Borealis', 4) }
}

const rowOf = (page: Page, { orderNumber }: SalesOrder) =>
  page
    .getByRole('region', { name: 'Who has this stock' })
    .getByRole('row')
    .filter({ hasText: orderNumber })

test('a manager finds who has the stock of a short line, and moves units to it', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { item, from, to } = await shortage(testData)
  await page.goto(`/sales-orders?open=${to.order.orderNumber}&tab=lines`)
  await page.getByRole('button', { name: `Who has ${item.sku}? Line 1` }).click()
  await expect(rowOf(page, from.order)).toContainText('Acme')
  await expect(rowOf(page, from.order).getByRole('cell').nth(6)).toHaveText('5')
  await expect(rowOf(page, to.order)).toHaveAttribute('aria-current', 'true')
  await expect(rowOf(page, to.order).getByRole('cell').nth(7)).toHaveText('3')
  await expectAccessible(page)

  const { orderNumber } = from.order
  await page.getByRole('button', { name: `Re-allocate units of ${orderNumber}` }).click()
  const dialog = page.getByRole('dialog', { name: `Re-allocate ${item.sku}` })
  await expect(dialog.getByLabel('Quantity *')).toHaveValue('3')
  const outcomeOf = (order: SalesOrder) =>
    dialog.getByRole('region', { name: `Outcome for ${order.orderNumber}` })
  const figure = (order: SalesOrder, name: string) =>
    outcomeOf(order)
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
  await expect(figure(from.order, 'Reserved')).toHaveText(['5', '2'])
  await expect(figure(to.order, 'Reserved')).toHaveText(['1', '4'])
  await expect(figure(to.order, 'Order')).toHaveText(['Partial, can start', 'Complete, can start'])
  await dialog.getByLabel('Quantity *').fill('9')
  const tooMany = `${orderNumber} has only 5 units reserved. Enter 5 or less`
  await expect(dialog.getByText(tooMany)).toBeVisible()
  await dialog.getByLabel('Quantity *').fill('2')
  await expect(figure(from.order, 'Reserved')).toHaveText(['5', '3'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Re-allocate', exact: true }).click()
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
  await dialog.getByLabel('Reason *').fill('Trade fair')
  await dialog.getByRole('button', { name: 'Re-allocate', exact: true }).click()
  await expectToast(page, 'Success', `2 of ${item.sku} moved to ${to.order.orderNumber}`)
  await expect(rowOf(page, from.order).getByRole('cell').nth(6)).toHaveText('3')
  await expect(rowOf(page, to.order).getByRole('cell').nth(6)).toHaveText('3')

  await page.goto(`/sales-orders?open=${orderNumber}&tab=timeline`)
  await expect(page.getByText('Trade fair').first()).toBeVisible()
})

test('a manager ring-fences units for a customer', async ({ page, testData, signIn }) => {
  await signIn('manager')
  const item = await createSku(testData, { currentStock: 6 })
  const customer = await testData.customer({ name: 'Cascade' })
  await page.goto(`/skus?open=${item.sku}&tab=reservations`)
  await expect(page.getByText('No order holds units of this SKU or waits for them.')).toBeVisible()
  await page.getByRole('button', { name: 'Ring-fence', exact: true }).click()
  const form = page.getByRole('dialog', { name: `Ring-fence ${item.sku}` })
  await form.getByRole('combobox', { name: 'Customer *' }).fill(customer.customerCode)
  await form.getByRole('combobox', { name: 'Customer *' }).press('Enter')
  await form.getByLabel('Quantity *').fill('7')
  await form.getByLabel('Reason *').fill('Store opening')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('At most 6').first()).toBeVisible()
  await form.getByLabel('Quantity *').fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Success', 'Ring-fence saved')
  const row = page.getByRole('row').filter({ hasText: 'Cascade' })
  await expect(row.getByRole('cell')).toContainText(['Cascade', '4', '0', '4', 'Store opening'])
  await expectAccessible(page)

  const { customerCode } = customer
  await page.getByRole('button', { name: `Change the ring-fence of ${customerCode}` }).click()
  const change = page.getByRole('dialog', { name: `Ring-fence for ${customerCode}` })
  await change.getByLabel('Quantity *').fill('0')
  await change.getByLabel('Reason *').fill('Opening cancelled')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No units are kept for one customer.')).toBeVisible()
})

test('a salesperson sees who has the stock, but may not move or ring-fence it', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { item, from } = await shortage(testData)
  await page.goto(`/skus?open=${item.sku}&tab=reservations`)
  await expect(rowOf(page, from.order)).toContainText('Acme')
  const { orderNumber } = from.order
  const move = page.getByRole('button', { name: `Re-allocate units of ${orderNumber}` })
  await expect(move).toHaveAttribute('aria-disabled', 'true')
  const ringFence = page.getByRole('button', { name: 'Ring-fence', exact: true })
  await expect(ringFence).toHaveAttribute('aria-disabled', 'true')
})
