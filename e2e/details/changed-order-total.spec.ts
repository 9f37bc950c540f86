import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '#e2e/fixtures.ts'
import { fillOrder, createSku } from '#e2e/journeys/fill-order-entry.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

// An order costs the total shown when it was created. Order Entry holds the price for a while after
// the validation; elsewhere a price change in between is reported first.

const withHigherPrice = ({ sku, name, cost }: Sku) => ({
  sku,
  name,
  cost,
  price: '12.50',
  tier2Price: null,
})

/** Holds the calls of an address until the function that it returns is called. */
async function holdAnswers(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('Order Entry creates the order at the price that it showed', async ({ page, testData }) => {
  const { form, customer, item } = await fillOrder(page, testData)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  await expect(form.panel).toContainText('$32.28')
  await testData.changed(`/api/skus/${item.id}`, withHigherPrice(item))
  await form.create.click()
  await expect(page.getByText('Order Created', { exact: true })).toBeVisible()
  const answer = await page.request.get(`/api/sales-orders?customerId=${customer.id}&limit=10`)
  const orders = (await answer.json()) as SalesOrder[]
  expect(orders.map(({ totalAmount }) => totalAmount)).toEqual(['32.28'])
})

test('the sales order form shows the change and keeps the input', async ({ page, testData }) => {
  const customer = await testData.customer({
    customerCode: testData.code('ST'),
    creditLimit: '1000.00',
  })
  const item = await createSku(testData)
  await page.goto('/sales-orders?new=1')
  const form = page.getByRole('dialog', { name: 'Create Sales Order' })
  await form.getByLabel('Customer *').fill(customer.customerCode)
  await form.getByLabel('Customer *').press('Enter')
  await form.getByRole('button', { name: 'Add line' }).click()
  await form.getByLabel('SKU *').fill(item.sku)
  await form.getByLabel('SKU *').press('Enter')
  await form.getByLabel('Quantity *').fill('2')
  await expect(form.getByLabel('Total Amount')).toHaveValue('36.60')
  await testData.changed(`/api/skus/${item.id}`, withHigherPrice(item))
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('The total is now $42.00, $5.40 more than the $36.60')).toBeVisible()
  await expect(form.getByLabel('Total Amount')).toHaveValue('42.00')
  await expect(form.getByLabel('Quantity *')).toHaveValue('2')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Sales order created successfully')
})

test('the sales order form shows no earlier total while it computes', async ({
  page,
  testData,
}) => {
  const customer = await testData.customer({
    customerCode: testData.code('SC'),
    creditLimit: '1000.00',
  })
  const item = await createSku(testData)
  await page.goto('/sales-orders?new=1')
  const form = page.getByRole('dialog', { name: 'Create Sales Order' })
  await form.getByLabel('Customer *').fill(customer.customerCode)
  await form.getByLabel('Customer *').press('Enter')
  await form.getByRole('button', { name: 'Add line' }).click()
  await form.getByLabel('SKU *').fill(item.sku)
  await form.getByLabel('SKU *').press('Enter')
  await form.getByLabel('Quantity *').fill('2')
  await expect(form.getByLabel('Total Amount')).toHaveValue('36.60')
  const release = await holdAnswers(page, '**/api/orders/preview')
  await form.getByLabel('Quantity *').fill('3')
  await expect(form.getByLabel('Total Amount')).toHaveValue('Computing the total…')
  release()
  await expect(form.getByLabel('Total Amount')).toHaveValue('47.40')
})

test('the form that edits an order shows its new total, and the change of it', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const customer = await testData.customer({
    customerCode: testData.code('SE'),
    creditLimit: '1000.00',
  })
  const item = await createSku(testData)
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 2 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await page.goto(`/sales-orders?edit=${order.orderNumber}`)
  const form = page.getByRole('dialog', { name: 'Edit Sales Order' })
  await expect(form.getByText('New total $36.60', { exact: true })).toBeVisible()
  const release = await holdAnswers(page, '**/api/sales-orders/*/preview')
  await form.getByLabel('Quantity *').fill('3')
  await expect(form.getByText('Computing the new total…', { exact: true })).toBeVisible()
  await expect(form.getByText('New total $36.60', { exact: true })).toHaveCount(0)
  release()
  await expect(form.getByText('New total $47.40', { exact: true })).toBeVisible()
  await form.getByLabel('Quantity *').fill('999999')
  await expect(form.getByText(/^Not enough stock: /)).toBeVisible()
  await form.getByLabel('Quantity *').fill('3')
  await expect(form.getByText('New total $47.40', { exact: true })).toBeVisible()
  await testData.changed(`/api/skus/${item.id}`, withHigherPrice(item))
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('The total is now $55.50, $8.10 more than the $47.40')).toBeVisible()
  await expect(form.getByText('New total $55.50', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Quantity *')).toHaveValue('3')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Sales order updated successfully')
})
