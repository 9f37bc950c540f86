import type { APIRequestContext } from '@playwright/test'
import { expect, expectAccessible, expectToast, type TestData } from '#e2e/fixtures.ts'
import { eventually } from '#e2e/eventually.ts'
import { test as withWarehouse } from '#e2e/warehouse-fixture.ts'
import { formatDay, day } from '#platform/kernel/days.ts'

// Cancelling an order that the warehouse has needs the warehouse's confirmation.

// A separate fixture starts its own warehouse, so that counts of other tests do not interfere.
const test = withWarehouse.extend<object, { isApart: boolean }>({
  isApart: [true, { scope: 'worker', option: true }],
})

type Order = { id: number; orderNumber: string }

/** An order that the warehouse has accepted. */
async function handedOver(testData: TestData, api: APIRequestContext): Promise<Order> {
  const customer = await testData.customer({ creditLimit: '100000.00' })
  const basic = { name: 'Crate', cost: '1.00', price: '2.00', currentStock: 50 }
  const sku = await testData.made<{ id: number }>('/api/skus', {
    ...basic,
    sku: testData.code('C'),
  })
  const items = [{ skuId: sku.id, quantity: 2 }]
  const body = { customerId: customer.id, items }
  const { order } = await testData.made<{ order: Order }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await expect(async () => {
    const found = await api.get(`/api/wms/documents/${order.id}?kind=order`)
    expect(await found.json()).toMatchObject({ document: { exports: [{ state: 'sent' }] } })
  }).toPass()
  return order
}

test('a cancellation is requested during an outage, and done once the warehouse confirms', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const { orderNumber } = await handedOver(testData, page.request)
  warehouse.faults.isDown = true
  await page.goto(`/sales-orders?open=${orderNumber}`)
  const details = page.getByRole('dialog', { name: 'Sales Order Details' })
  await details.getByRole('button', { name: `Actions for ${orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel order…' }).click()
  const cancelDialog = page.getByRole('dialog', { name: `Cancel ${orderNumber}` })
  await expect(cancelDialog).toContainText('when the warehouse confirms that it has not shipped')
  await cancelDialog.getByLabel('Reason *').fill('Ordered twice')
  await cancelDialog.getByRole('button', { name: 'Cancel order' }).click()
  await expectToast(
    page,
    'Success',
    `The warehouse was asked to cancel ${orderNumber} and has not responded yet`,
  )
  await expect(details.getByText('Cancel requested').first()).toBeVisible()
  await expect(details.getByText('cancelled when the warehouse confirms')).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('tab', { name: 'Warehouse' }).click()
  await expect(details.getByRole('status')).toContainText('the warehouse has not responded')
  warehouse.faults.isDown = false
  await eventually(async (timeout) => {
    await page.reload()
    await expect(details.getByRole('status')).toContainText('acknowledged', { timeout })
  })
})

test('if a cancellation is too late, the order shows it and offers a return', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const { id, orderNumber } = await handedOver(testData, page.request)
  const command = (path: string) =>
    fetch(`http://127.0.0.1:${warehouse.port}/control/${path}`, {
      method: 'POST',
      body: JSON.stringify({ orderNumber }),
    })
  await command('ship')
  await testData.made(`/api/sales-orders/${id}/cancel`, { reason: 'Ordered twice' })
  await page.goto(`/sales-orders?open=${orderNumber}&tab=warehouse`)
  const details = page.getByRole('dialog', { name: 'Sales Order Details' })
  await eventually(async (timeout) => {
    await page.reload()
    await expect(details.getByRole('status')).toHaveText('Too late to cancel', { timeout })
  })
  await testData.made('/api/wms/runs', { job: 'shipments' })
  const offered = details.getByRole('link', { name: 'Create return' })
  await eventually(async (timeout) => {
    await page.reload()
    await expect(offered).toBeVisible({ timeout })
  })
  await expectAccessible(page)
  await offered.click()
  await expect(page.getByRole('dialog', { name: 'Create RMA' })).toBeVisible()
})

test('the delivery estimate from the warehouse is shown with the shipment', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const { orderNumber } = await handedOver(testData, page.request)
  await fetch(`http://127.0.0.1:${warehouse.port}/control/ship`, {
    method: 'POST',
    body: JSON.stringify({ orderNumber }),
  })
  const shipmentEvent = warehouse.stock.events.find(
    ({ data }) => data['orderNumber'] === orderNumber,
  )
  const arrival = formatDay(day(String(shipmentEvent?.data['estimatedDelivery'])), 'en-US')
  await testData.made('/api/wms/runs', { job: 'shipments' })
  await page.goto(`/sales-orders?open=${orderNumber}&tab=shipments`)
  const shipment = page.getByRole('region', { name: `Shipment ${orderNumber}-1` })
  await eventually(async (timeout) => {
    await page.reload()
    await expect(shipment).toContainText(`Estimated delivery${arrival}`, { timeout })
  })
  await expect(shipment).toContainText('DeliveredN/A')
  await expectAccessible(page)
})
