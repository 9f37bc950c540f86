import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { createVendor, stepOf } from '#e2e/journeys/create-purchase-order.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

/** An out-of-stock SKU: one vendor offers it for 3.50, another for 3.80, a third not at all. */
async function createOutOfStockSku(testData: TestData) {
  const body = { sku: testData.code('PN'), name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const sku = await testData.made<Sku>('/api/skus', { ...body, minimumStock: 10 })
  const vendors = [
    await createVendor(testData),
    await createVendor(testData),
    await createVendor(testData),
  ]
  const [cheap, dear, none] = vendors as [Vendor, Vendor, Vendor]
  const offer = (vendorId: number, rank: number, unitPrice: string) =>
    testData.made('/api/vendor-skus', { vendorId, skuId: sku.id, rank, unitPrice })
  await offer(cheap.id, 1, '3.50')
  await offer(dear.id, 2, '3.80')
  return { sku, cheap, dear, none }
}

type Vendor = Awaited<ReturnType<typeof createVendor>>

const dialogOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const choose = async (page: Page, label: string, { vendorCode }: Vendor) => {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(vendorCode)
  await page.getByRole('option').filter({ hasText: vendorCode }).first().click()
}
const orderOf = async (page: Page, { vendorCode }: Vendor) => {
  const query = `/api/purchase-orders?vendorCode=${vendorCode}`
  const [order] = (await (await page.request.get(query)).json()) as PurchaseOrderDetails[]
  const read = await page.request.get(`/api/purchase-orders/${order?.id}`)
  const { items } = (await read.json()) as PurchaseOrderDetails
  return items.map(({ sku, quantity, unitPrice }) => [sku, quantity, unitPrice])
}

test('the price follows the chosen vendor; a manual price remains, marked', async ({
  page,
  testData,
  signIn,
}) => {
  const { sku, cheap, dear, none } = await createOutOfStockSku(testData)
  await signIn('purchasing')
  await page.goto(`/purchase-proposals?q=${sku.sku}`)
  await page.getByRole('button', { name: `Actions for ${sku.sku}` }).click()
  await stepOf(page, 'Order…').click()
  const dialog = dialogOf(page, `Order ${sku.sku}`)
  const price = dialog.getByLabel('Unit Price')
  await expect(price).toHaveValue('3.50')
  await choose(page, 'Vendor *', dear)
  await expect(price).toHaveValue('3.80')
  await choose(page, 'Vendor *', none)
  await expect(price).toHaveValue('4.00')
  await price.fill('3.60')
  await expect(dialog.getByText('Replaces 4.00', { exact: true })).toBeVisible()
  await choose(page, 'Vendor *', dear)
  await expect(price).toHaveValue('3.60')
  await expect(dialog.getByText(`Entered for ${none.vendorCode}`, { exact: true })).toBeVisible()
  await price.fill('')
  await choose(page, 'Vendor *', cheap)
  await expect(price).toHaveValue('3.50')
  await choose(page, 'Vendor *', dear)
  await expect(price).toHaveValue('3.80')
  await dialog.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  expect(await orderOf(page, dear)).toEqual([[sku.sku, 20, '3.80']])
})

test('the price of a requisition line follows the chosen vendor', async ({
  page,
  testData,
  signIn,
}) => {
  const { sku, cheap, dear } = await createOutOfStockSku(testData)
  const made = await testData.made<{ id: number; requisitionNumber: string }>('/api/requisitions', {
    reason: 'For the shop',
    submit: true,
    items: [{ skuId: sku.id, quantity: 5, vendorId: cheap.id }],
  })
  await signIn('manager')
  await page.request.post(`/api/requisitions/${made.id}/approve`, { data: {} })
  await page.goto(`/requisitions?q=${made.requisitionNumber}`)
  await page
    .getByRole('button', { name: `Actions for ${made.requisitionNumber}` })
    .first()
    .click()
  await stepOf(page, 'Order…').click()
  const dialog = dialogOf(page, `Order ${made.requisitionNumber}`)
  const price = dialog.getByLabel('Unit Price')
  await expect(price).toHaveValue('3.50')
  await choose(page, 'Vendor *', dear)
  await expect(price).toHaveValue('3.80')
  await price.fill('3.70')
  await choose(page, 'Vendor *', cheap)
  await expect(price).toHaveValue('3.70')
  await expect(dialog.getByText(`Entered for ${dear.vendorCode}`, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create purchase orders' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await orderOf(page, cheap)).toEqual([[sku.sku, 5, '3.70']])
})

test('a view shows the SKUs without stock only', async ({ page, testData, signIn }) => {
  const { sku: none } = await createOutOfStockSku(testData)
  const body = { sku: testData.code('PN'), name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const low = await testData.made<Sku>('/api/skus', { ...body, minimumStock: 10, currentStock: 2 })
  await signIn('purchasing')
  await page.goto('/purchase-proposals?q=PN&size=100')
  const row = (sku: string) => page.getByRole('row').filter({ hasText: sku })
  await expect(row(low.sku)).toBeVisible()
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('button', { name: 'Out of stock' }).click()
  await expect(page).toHaveURL(/f\.stock=none/)
  await expect(row(none.sku)).toBeVisible()
  await expect(row(low.sku)).toHaveCount(0)
  await expect(views.getByRole('button', { name: 'Out of stock' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a double click removes only one of two proposals', async ({ page, testData, signIn }) => {
  const [first, second] = [await createOutOfStockSku(testData), await createOutOfStockSku(testData)]
  await signIn('purchasing')
  await page.goto(`/purchase-proposals?q=PN`)
  for (const { sku } of [first, second]) {
    await page.getByRole('checkbox', { name: `Select ${sku.sku}` }).check()
  }
  await page.getByRole('button', { name: 'Order…', exact: true }).click()
  const lines = page.getByRole('dialog').getByRole('group', { name: /^PN-/ })
  await expect(lines).toHaveCount(2)
  await page.getByRole('button', { name: /^Skip/ }).first().dblclick()
  await expect(lines).toHaveCount(1)
})

test('a proposal says why it is here: the figures, the vendor and the ranking', async ({
  page,
  testData,
  signIn,
}) => {
  const { sku, cheap, dear } = await createOutOfStockSku(testData)
  await testData.changed(`/api/vendors/${cheap.id}`, { ...cheap, preferredRank: 2 })
  await signIn('purchasing')
  const open = async () => {
    await page.goto(`/purchase-proposals?q=${sku.sku}`)
    await page.getByRole('button', { name: `Actions for ${sku.sku}` }).click()
    await stepOf(page, 'Why buy this').click()
    return dialogOf(page, `Why buy ${sku.sku}?`)
  }
  const why = await open()
  await expect(why).toContainText(
    'Stock including open orders is 0, below the reorder point of 10.',
  )
  const fact = (dialog: typeof why, name: string) =>
    dialog.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
  await expect(fact(why, 'Minimum stock')).toHaveText('10')
  await expect(fact(why, 'Reorder point')).toHaveText('10 (minimum stock)')
  await expect(fact(why, 'Suggested qty')).toHaveText(
    '20 (10 reorder point + 10 until the next order − 0 in stock and on order)',
  )
  const ranked = `${cheap.name} (rank 1 for this SKU, preferred ranking 2)`
  await expect(fact(why, 'Vendor')).toHaveText(ranked)
  await expect(fact(why, 'Unit Price')).toHaveText('$3.50 (vendor’s price)')
  await expectAccessible(page)
  await why.getByRole('button', { name: 'Order…' }).click()
  await expect(dialogOf(page, `Order ${sku.sku}`)).toContainText(sku.name)
  await page.keyboard.press('Escape')

  // Without offers the vendor of the last order is proposed.
  const offers = await page.request.get(`/api/vendor-skus?skuId=${sku.id}`)
  for (const { id } of (await offers.json()) as { id: number }[]) {
    expect((await page.request.delete(`/api/vendor-skus/${id}`)).ok()).toBe(true)
  }
  await testData.made('/api/purchase-orders', {
    orderNumber: testData.code('PO'),
    vendorId: dear.id,
    items: [{ skuId: sku.id, quantity: 1 }],
  })
  const last = await open()
  await expect(fact(last, 'Vendor')).toHaveText(`${dear.name} (last vendor)`)
  await expect(fact(last, 'Unit Price')).toHaveText('$4.00 (cost)')
  await last.getByRole('button', { name: 'Order…' }).click()
  const order = dialogOf(page, `Order ${sku.sku}`)
  await order.getByRole('button', { name: 'Order', exact: true }).click()
  // It is no proposal any more: its form closes, and no other dialog says that it is missing.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(`There is no proposal ${sku.sku}`)).toHaveCount(0)
})
