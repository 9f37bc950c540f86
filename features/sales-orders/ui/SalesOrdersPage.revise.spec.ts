import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { SalesOrder } from '../contract.ts'

test('a processed order is changed, and its revisions show the changes', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const customer = await testData.customer({
    customerCode: testData.code('RV'),
    creditLimit: '1000.00',
  })
  const sku = { sku: testData.code('RI'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 9 })
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 5 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  const part = { items: [{ lineNo: 1, quantity: 2 }] }
  await testData.made(`/api/sales-orders/${order.id}/ship`, part)

  await page.goto(`/sales-orders?open=${order.orderNumber}&tab=revisions`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(details.getByText('No revisions since release to the warehouse.')).toBeVisible()
  await details.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Sales Order' })
  await expect(edit).toContainText('The change becomes revision 1 and is sent to the warehouse')
  await expect(edit).toContainText('2 units of this line have shipped and cannot be removed.')
  await expect(edit.getByRole('button', { name: 'Remove line 1' })).toBeDisabled()
  await expectAccessible(page)
  await edit.getByLabel('Quantity *').fill('1')
  await edit.getByRole('button', { name: 'Update Sales Order' }).click()
  await expect(edit).toContainText(`2 of ${item.sku} on line 1 have already shipped`)
  await edit.getByLabel('Quantity *').fill('6')
  await edit.getByLabel('Reason').fill('They called for one more')
  await edit.getByRole('button', { name: 'Update Sales Order' }).click()
  await expectToast(page, 'Success', 'Sales order updated successfully')

  await page.goto(`/sales-orders?open=${order.orderNumber}&tab=revisions`)
  const revision = details.getByRole('region', { name: 'Revision 1', exact: true })
  await expect(revision).toContainText('They called for one more')
  await expect(revision.getByRole('row', { name: new RegExp(item.sku) })).toContainText('5')
  await expectAccessible(page)
})
