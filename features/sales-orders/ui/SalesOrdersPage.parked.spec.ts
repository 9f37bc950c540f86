import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test, type TestData } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

const rowOf = (page: Page, { orderNumber }: SalesOrder) =>
  page.getByRole('row').filter({ hasText: orderNumber })
const openDecision = async (page: Page, { orderNumber }: SalesOrder) => {
  await page.getByRole('button', { name: `Actions for ${orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Compare and decide…' }).click()
  return page.getByRole('dialog', { name: `Decide on ${orderNumber}` })
}

/** Two orders of a customer whose look-alikes are parked: 20 bolts, then 19 under another PO. */
async function createTwice(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('PK'),
    creditLimit: '1000.00',
    duplicateCheck: 'lines',
  })
  const sku = { sku: testData.code('PI'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 100 })
  const place = async (customerPO: string, quantity: number) => {
    const body = { customerId: customer.id, customerPO, items: [{ skuId: item.id, quantity }] }
    return (await testData.made<{ order: SalesOrder }>('/api/orders/create', body)).order
  }
  return { item, first: await place('4711', 20), parked: await place('4712', 19) }
}

test('a look-alike order is shown beside the first one, and both are placed', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { item, first, parked } = await createTwice(testData)
  await page.goto('/sales-orders')
  await page.getByRole('button', { name: 'Parked', exact: true }).click()
  await expect(rowOf(page, parked)).toContainText('On hold')
  const dialog = await openDecision(page, parked)
  await expect(dialog).toContainText(`It has nearly the same lines as ${first.orderNumber}`)
  const facts = dialog.getByRole('table').first()
  await expect(facts.getByRole('row', { name: /^Customer PO/ })).toHaveText(/4712.*4711/)
  const lines = dialog.getByRole('table').last()
  await expect(lines.getByRole('row').filter({ hasText: item.sku })).toHaveText(/19.*20/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Place both' }).click()
  await expectToast(page, 'Success', `${parked.orderNumber} is released`)
  await expect(dialog).toBeHidden()
  await page.goto(`/sales-orders?open=${parked.orderNumber}`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(details).toContainText('Pending')
  await details.getByRole('tab', { name: 'Timeline' }).click()
  await expect(details.getByText(`Kept in addition to ${first.orderNumber}`)).toBeVisible()
})

test('a parked order is discarded', async ({ page, testData, signIn }) => {
  await signIn('manager')
  const { parked } = await createTwice(testData)
  await page.goto(`/sales-orders?q=${parked.orderNumber}`)
  const dialog = await openDecision(page, parked)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expectToast(page, 'Success', `${parked.orderNumber} is cancelled`)
  // Its tables have the order number in their heads.
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, parked)).toContainText('Cancelled')
})

test('a parked order replaces the first one, unless that is at the warehouse', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const one = await createTwice(testData)
  await page.goto(`/sales-orders?q=${one.parked.orderNumber}`)
  await (
    await openDecision(page, one.parked)
  )
    .getByRole('button', { name: 'It replaces the first' })
    .click()
  await expectToast(page, 'Success', `${one.parked.orderNumber} is released`)
  await page.goto(`/sales-orders?q=${one.first.orderNumber}`)
  await expect(rowOf(page, one.first)).toContainText('Cancelled')

  const other = await createTwice(testData)
  await testData.made(`/api/sales-orders/${other.first.id}/process`, {})
  await page.goto(`/sales-orders?q=${other.parked.orderNumber}`)
  const dialog = await openDecision(page, other.parked)
  const replaces = dialog.getByRole('button', { name: 'It replaces the first' })
  await expect(replaces).toBeDisabled()
})

test('the customer form says which orders are parked', async ({ page, testData, signIn }) => {
  await signIn('manager')
  const { customerCode } = await testData.customer({ customerCode: testData.code('PS') })
  await page.goto(`/customers?open=${customerCode}`)
  const details = page.getByRole('dialog', { name: customerCode })
  await expect(details).toContainText('Company default')
  await page.goto(`/customers?edit=${customerCode}`)
  const edit = page.getByRole('dialog', { name: 'Edit Customer' })
  await edit.getByLabel('Parked Orders').selectOption('Repeated customer POs')
  await edit.getByRole('button', { name: 'Update Customer' }).click()
  await expect(edit).toBeHidden()
  await page.goto(`/customers?open=${customerCode}`)
  await expect(details).toContainText('Repeated customer POs')
})
