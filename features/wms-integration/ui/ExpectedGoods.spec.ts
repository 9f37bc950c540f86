import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, type TestData } from '#e2e/fixtures.ts'
import { eventually } from '#e2e/eventually.ts'
import { test as withWarehouse } from '#e2e/warehouse-fixture.ts'

// Goods that the warehouse expects from a vendor or a customer: the exports and the answers.

// A separate fixture starts its own warehouse, so that counts of other tests do not interfere.
const test = withWarehouse.extend<object, { isApart: boolean }>({
  isApart: [true, { scope: 'worker', option: true }],
})

type Kind = 'expected_receipt' | 'expected_return'

/** Waits until the warehouse has accepted the last version of a document. */
async function waitUntilSent(api: APIRequestContext, kind: Kind, id: number) {
  await expect(async () => {
    const found = await api.get(`/api/wms/documents/${id}?kind=${kind}`)
    expect(await found.json()).toMatchObject({ document: { exports: [{ state: 'sent' }] } })
  }).toPass()
}

const skuOf = (testData: TestData) =>
  testData.made<{ id: number }>('/api/skus', {
    sku: testData.code('G'),
    name: 'Crate',
    cost: '1.00',
    price: '2.00',
    currentStock: 50,
  })

type Purchase = { id: number; orderNumber: string }

/** An approved purchase order that the warehouse expects. */
async function ordered(testData: TestData, api: APIRequestContext): Promise<Purchase> {
  const vendorCode = testData.code('V')
  const made = { vendorCode, name: 'Crate Maker', email: 'maker@example.com' }
  const vendor = await testData.made<{ id: number }>('/api/vendors', made)
  const items = [{ skuId: (await skuOf(testData)).id, quantity: 10, unitPrice: '1.00' }]
  const body = { orderNumber: testData.code('PO'), vendorId: vendor.id, items, status: 'approved' }
  const order = await testData.made<Purchase>('/api/purchase-orders', body)
  await waitUntilSent(api, 'expected_receipt', order.id)
  return order
}

/** Reloads the tab until it shows this answer of the warehouse. */
async function reloadUntilShown(page: Page, name: string, text: string) {
  const details = page.getByRole('dialog', { name })
  await eventually(async (timeout) => {
    await page.reload()
    await expect(details.getByRole('status')).toContainText(text, { timeout })
  })
  return details
}

test('a purchase order shows its change and cancellation, and the page what is waiting', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const { id, orderNumber } = await ordered(testData, page.request)
  await page.goto(`/purchase-orders?open=${orderNumber}&tab=warehouse`)
  const details = page.getByRole('dialog', { name: 'Purchase Order Details' })
  await expect(details.getByRole('status')).toHaveText('Expected by the warehouse')
  await testData.changed(`/api/purchase-orders/${id}`, { expectedDate: '2099-01-15' })
  await reloadUntilShown(page, 'Purchase Order Details', 'Change acknowledged')
  await expectAccessible(page)
  warehouse.faults.isDown = true
  await details.getByRole('button', { name: `Actions for ${orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel order…' }).click()
  const cancelDialog = page.getByRole('dialog', { name: `Cancel ${orderNumber}` })
  await expect(cancelDialog).toContainText(
    'If the warehouse still expects its goods, it must confirm first',
  )
  await cancelDialog.getByLabel('Reason *').fill('Ordered twice')
  await cancelDialog.getByRole('button', { name: 'Cancel order' }).click()
  await expectToast(
    page,
    'Success',
    `The warehouse was asked to cancel ${orderNumber} and has not responded yet`,
  )
  await reloadUntilShown(page, 'Purchase Order Details', 'Cancellation requested')
  await page.goto('/wms-integration')
  const empty = page.getByText(/No open problems\. The warehouse connection has been down since/)
  await eventually(async (timeout) => {
    await page.reload()
    await expect(empty).toBeVisible({ timeout })
  })
  await expect(page.getByText('Everything is synced')).toBeHidden()
  warehouse.faults.isDown = false
  await page.goto(`/purchase-orders?open=${orderNumber}&tab=warehouse`)
  await reloadUntilShown(
    page,
    'Purchase Order Details',
    'Cancellation acknowledged by the warehouse',
  )
})

test('if a cancellation is too late, the purchase order offers a return to the vendor', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const { id, orderNumber } = await ordered(testData, page.request)
  await fetch(`http://127.0.0.1:${warehouse.port}/control/receive`, {
    method: 'POST',
    body: JSON.stringify({ orderNumber }),
  })
  await testData.made(`/api/purchase-orders/${id}/cancel`, { reason: 'Ordered twice' })
  await page.goto(`/purchase-orders?open=${orderNumber}&tab=warehouse`)
  const details = await reloadUntilShown(page, 'Purchase Order Details', 'Too late to cancel')
  await testData.made('/api/wms/runs', { job: 'shipments' })
  const offered = details.getByRole('link', { name: 'Create return' })
  await eventually(async (timeout) => {
    await page.reload()
    await expect(offered).toBeVisible({ timeout })
  })
  await expectAccessible(page)
  await offered.click()
  await expect(page.getByRole('dialog', { name: 'Create RTV' })).toBeVisible()
})

test('goods that the warehouse reported are received by hand once they are confirmed', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const { id, orderNumber } = await ordered(testData, page.request)
  await fetch(`http://127.0.0.1:${warehouse.port}/control/receive`, {
    method: 'POST',
    body: JSON.stringify({ orderNumber, units: 4 }),
  })
  const receipts = async () =>
    ((await (await page.request.get(`/api/purchase-orders/${id}/receipts`)).json()) as object[])
      .length
  await testData.made('/api/wms/runs', { job: 'shipments' })
  await expect(async () => expect(await receipts()).toBe(1)).toPass({ timeout: 60_000 })
  await page.goto(`/purchase-orders?q=${orderNumber}`)
  await page.getByRole('button', { name: `Actions for ${orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Receive…', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Receive ${orderNumber}` })
  const confirmed = dialog.getByLabel('This is another delivery')
  await dialog.getByLabel(/^Received/).fill('4')
  await expect(confirmed).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Record receipt' }).click()
  await expect(dialog.getByRole('alert')).toContainText('If this is another delivery, confirm it')
  await expectAccessible(page)
  expect(await receipts()).toBe(1)
  await confirmed.check()
  await dialog.getByRole('button', { name: 'Record receipt' }).click()
  await expect(dialog).toBeHidden()
  expect(await receipts()).toBe(2)
})

/** An approved return of a shipped order, which the warehouse expects. */
async function sentBack(testData: TestData, api: APIRequestContext) {
  type Order = { id: number; items: { id: number }[] }
  const customer = await testData.customer({ creditLimit: '100000.00' })
  const items = [{ skuId: (await skuOf(testData)).id, quantity: 2 }]
  const body = { customerId: customer.id, items }
  const { order } = await testData.made<{ order: Order }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  const shipped = await testData.made<Order>(`/api/sales-orders/${order.id}/ship`, {})
  const goods = await testData.made<{ id: number; returnNumber: string }>('/api/returns', {
    type: 'rma',
    originalOrderId: order.id,
    reason: 'Too many',
    items: [{ originalItemId: shipped.items[0]?.id, quantity: 2 }],
  })
  await testData.made(`/api/returns/${goods.id}/approve`, {})
  await waitUntilSent(api, 'expected_return', goods.id)
  return goods
}

test('a return that the warehouse expects is cancelled once the warehouse confirms', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const { returnNumber } = await sentBack(testData, page.request)
  await page.goto(`/returns?open=${returnNumber}&tab=warehouse`)
  const details = page.getByRole('dialog', { name: 'Return Details' })
  await expect(details.getByRole('status')).toHaveText('Expected by the warehouse')
  await expectAccessible(page)
  warehouse.faults.isDown = true
  await details.getByRole('button', { name: `Actions for ${returnNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel return…' }).click()
  const cancelDialog = page.getByRole('dialog', { name: `Cancel ${returnNumber}` })
  await cancelDialog.getByLabel('Reason *').fill('Keeps it')
  await cancelDialog.getByRole('button', { name: 'Cancel return' }).click()
  await expectToast(
    page,
    'Success',
    `The warehouse was asked to cancel ${returnNumber} and has not responded yet`,
  )
  await expect(details.getByText('Cancel requested').first()).toBeVisible()
  warehouse.faults.isDown = false
  await page.goto(`/returns?open=${returnNumber}&tab=warehouse`)
  await reloadUntilShown(page, 'Return Details', 'Cancellation acknowledged by the warehouse')
})
