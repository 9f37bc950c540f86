import { expect, expectToast, test } from '#e2e/fixtures.ts'
import { fillOrder, createSku } from '#e2e/journeys/fill-order-entry.ts'
import type { Sku } from '#features/skus/contract.ts'

// An order costs the total shown when it was created; a price change in between is reported first.

const withHigherPrice = ({ sku, name, cost }: Sku) => ({
  sku,
  name,
  cost,
  price: '12.50',
  tier2Price: null,
})

/** Two units at 8.00 before and at 12.50 now, each with tax and 15.00 for shipping. */
const higherTotalText = 'The total is now $42.00, $9.72 more than the $32.28 shown before'

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('Order Entry shows the changed total and creates the order on a second request', async ({
  page,
  testData,
}) => {
  const { form, item } = await fillOrder(page, testData)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  await expect(form.panel).toContainText('$32.28')
  await testData.changed(`/api/skus/${item.id}`, withHigherPrice(item))
  await form.create.click()
  const notices = page.getByRole('region', { name: /^Notifications/ })
  await expect(notices).toContainText('Order Creation Failed')
  await expect(notices).toContainText(higherTotalText)
  await expect(form.panel).toContainText('$42.00')
  await expect(form.quantity(1)).toHaveValue('2')
  await form.create.click()
  await expect(page.getByText('Order Created', { exact: true })).toBeVisible()
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
