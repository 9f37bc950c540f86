import type { Page } from '@playwright/test'
import { expect, expectAccessible, type TestData, test } from '#e2e/fixtures.ts'
import { detailsOf, createPurchaseOrder } from '#e2e/journeys/create-purchase-order.ts'
import { createRecords } from '#e2e/journeys/create-record-of-each-kind.ts'
import type { VendorBill } from '#features/payables/contract.ts'
import type { PurchaseOrder, PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

/** Creates a purchase order over ten of a SKU, and a sales order with a backorder of three. */
async function createBackorder(testData: TestData) {
  const { order: purchase, item } = await createPurchaseOrder(testData, { status: 'approved' })
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const items = [{ skuId: item.id, quantity: 3 }]
  const body = { customerId: customer.id, items, backorder: true }
  const { order: sale } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  return { purchase, sale, item }
}

test('a sales order links to its supply and back', async ({ page, testData, signIn }) => {
  await signIn('manager')
  const { purchase, sale, item } = await createBackorder(testData)
  await page.goto(`/sales-orders?open=${sale.orderNumber}&tab=related`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  const backorders = details.getByRole('region', { name: 'Back orders' })
  await expect(backorders).toContainText(`${item.sku}Backordered3 of 3 to follow`)
  const bringing = details.getByRole('region', { name: 'Purchase orders for the missing stock' })
  await expect(bringing).toContainText(`${item.sku}: 10 to come`)
  await page.setViewportSize({ width: 320, height: 740 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await bringing.getByRole('link', { name: purchase.orderNumber }).click()
  await detailsOf(page).getByRole('tab', { name: 'Related' }).click()
  const waiting = detailsOf(page).getByRole('region', {
    name: 'Sales orders waiting for these goods',
  })
  await expect(waiting).toContainText(`${item.sku}: 3 to follow`)
  await waiting.getByRole('link', { name: sale.orderNumber }).click()
  await expect(details).toContainText(sale.orderNumber)
})

test('the documents of an order are shown as they follow one another', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { purchase, sale } = await createBackorder(testData)
  await testData.made(`/api/purchase-orders/${purchase.id}/receive`, {})
  await testData.made(`/api/sales-orders/${sale.id}/process`, {})
  await testData.made(`/api/sales-orders/${sale.id}/ship`, {})
  await page.goto(`/sales-orders?open=${sale.orderNumber}&tab=related`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  const flow = details.getByRole('region', { name: 'Document flow' })
  await expect(flow.locator('[aria-current]')).toHaveText(`This order${sale.orderNumber}`)
  const shipment = flow.getByRole('list', { name: 'After this order' }).getByRole('listitem')
  const invoice = shipment.first().getByRole('listitem')
  await expect(invoice).toHaveText(/^InvoiceINV-\d+Open/)
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await shipment.first().getByRole('link').first().click()
  await expect(details.getByRole('tab', { name: 'Shipments' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

const flowOf = (page: Page, order: string | RegExp) =>
  page.getByRole('region', {
    name: typeof order === 'string' ? `Document flow of ${order}` : order,
  })

test('an invoice, a credit memo and a return show the documents of their order', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { invoice, memo, goods } = await createRecords(testData, page)
  const { invoiceNumber, orderNumber } = invoice
  const order = orderNumber ?? 'none'
  const current = flowOf(page, order).locator('[aria-current]')
  await page.goto(`/ar-reports?tab=invoices&open=${invoiceNumber}&part=related&full=1`)
  await expect(current).toHaveText(new RegExp(`^Invoice${invoiceNumber}`))
  const links = flowOf(page, order).getByRole('link')
  await expect(links).toHaveText([order, `${order}-1`, memo.creditMemoNumber])
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await links.last().click()
  const credit = page.getByRole('dialog', { name: memo.creditMemoNumber })
  await credit.getByRole('tab', { name: 'Related' }).click()
  await expect(current).toHaveText(new RegExp(`^Credit memo${memo.creditMemoNumber}`))
  await expect(links).toHaveText([order, `${order}-1`, invoiceNumber])

  await page.goto(`/returns?open=${goods}&tab=related`)
  const flow = flowOf(page, /^Document flow of SO-/)
  await expect(flow.locator('[aria-current]')).toHaveText(new RegExp(`^Return${goods}`))
  await flow.getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: /^Sales Order Details/ })).toBeVisible()
})

test('a bill shows the documents of each of its purchase orders', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { order: first, vendor, item } = await createPurchaseOrder(testData)
  const second = await testData.made<PurchaseOrder>('/api/purchase-orders', {
    orderNumber: testData.code('PO'),
    vendorId: vendor.id,
    items: [{ skuId: item.id, quantity: 4 }],
  })
  const lineOf = async ({ id }: PurchaseOrder) => {
    const answer = await page.request.get(`/api/purchase-orders/${id}`)
    const { items } = (await answer.json()) as PurchaseOrderDetails
    return { purchaseOrderItemId: items[0]?.id, quantity: 1, unitPrice: '4.00' }
  }
  const { id, billNumber } = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('BR'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    status: 'draft',
    lines: [await lineOf(first), await lineOf(second)],
  })
  await page.goto(`/ap-reports?tab=bills&open=${id}&part=related&full=1`)
  for (const { orderNumber } of [first, second]) {
    const flow = flowOf(page, orderNumber)
    await expect(flow.locator('[aria-current]')).toHaveText(new RegExp(`^Bill${billNumber}`))
    await expect(flow.getByRole('link')).toHaveText([orderNumber])
  }
  await expectAccessible(page)
})

test('the tab Documents lists each document of an order, including invoices', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { purchase, sale } = await createBackorder(testData)
  await testData.made(`/api/purchase-orders/${purchase.id}/receive`, {})
  await testData.made(`/api/sales-orders/${sale.id}/process`, {})
  await testData.made(`/api/sales-orders/${sale.id}/ship`, {})
  await page.addInitScript(() => (window.print = () => {}))
  await page.goto(`/sales-orders?open=${sale.orderNumber}&tab=sent`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  const papers = details.getByRole('list', { name: 'Documents' })
  const onPaper = [/^Order confirmation/, /^Packing slip/, /^Pick list/]
  const names = [...onPaper, /^Invoice INV-\d+/, /^Shipment notice SO-\d+-1/]
  await expect(papers.getByRole('listitem')).toHaveText(names)
  await expect(papers.getByRole('button', { name: /^Send/ })).toHaveCount(3)
  const saved = page.waitForEvent('download')
  await papers.getByRole('link', { name: /^Invoice INV-\d+ as PDF/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Invoice INV-\d+ \S+ \d{4}-\d\d-\d\d\.pdf$/)
  await papers.getByRole('button', { name: 'Print Packing slip' }).click()
  await expect(page.locator('.print-sheet')).toContainText('Packing Slip')
  await page.setViewportSize({ width: 320, height: 740 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`/purchase-orders?open=${purchase.orderNumber}&tab=documents`)
  const own = detailsOf(page).getByRole('list', { name: 'Documents' })
  await expect(own.getByRole('listitem')).toHaveText([/^Purchase order/])
  await own.getByRole('button', { name: 'Print Purchase order' }).click()
  await expect(page.locator('.print-sheet')).toContainText(purchase.orderNumber)
})

test('the old address of the Activity tab opens the Timeline tab', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { sale } = await createBackorder(testData)
  await page.goto(`/sales-orders?open=${sale.orderNumber}&tab=activity`)
  const timeline = page.getByRole('tab', { name: 'Timeline' })
  await expect(timeline).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toContainText('created this')
})
