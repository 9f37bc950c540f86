import { expect, test } from '#e2e/fixtures.ts'
import { openOrderEntry, orderEntry, enterCode } from '#e2e/journeys/fill-order-entry.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('an order with a repeated customer PO is parked if the customer says so', async ({
  page,
  testData,
}) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const { customerCode, name, email } = customer
  const rule = { customerCode, name, email, duplicateCheck: 'po' }
  await testData.changed(`/api/customers/${customer.id}`, rule)
  await page.reload()
  const items = [{ skuId: item.id, quantity: 1 }]
  const body = { customerId: customer.id, customerPO: 'PO-79', items }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await form.po.fill('PO-79')
  const warning = page.getByText('This order will be parked until someone reviews it')
  await expect(warning).toContainText(order.orderNumber)
  await enterCode(form.sku(1), item.sku)
  const note = `PO PO-79 is already used on ${order.orderNumber}`
  await form.validate.click()
  const duplicate = page.getByRole('region', { name: 'Possible duplicate' })
  await expect(duplicate).toContainText(`${note}. The order will be parked`)
  await form.create.click()
  await expect(page.getByText(`${note}. It is parked`, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(`Parked: ${note}`)).toBeVisible()
})

test('a validation warns of a look-alike order', async ({ page, testData }) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const { customerCode, name, email } = customer
  const rule = { customerCode, name, email, duplicateCheck: 'lines' }
  await testData.changed(`/api/customers/${customer.id}`, rule)
  await page.reload()
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 1 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await enterCode(form.sku(1), item.sku)
  await form.validate.click()
  await expect(page.getByRole('region', { name: 'Possible duplicate' })).toContainText(
    `It has the same lines as ${order.orderNumber}. The order will be parked`,
  )
  await expect(form.panel.getByText(/^Prices are held for you until \d/)).toBeVisible()
})
