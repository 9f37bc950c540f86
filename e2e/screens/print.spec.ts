import type { Page } from '@playwright/test'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import { countOf } from '#features/documents/server/testing.ts'
import { expect, type TestData, test } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import {
  expectBlackOnWhite,
  expectPrintedPage,
  printed,
  type Row,
  decodeBarcode,
} from '../printed-page.ts'
import { createVendor } from '../journeys/create-purchase-order.ts'

// Output of the browser's own print (Ctrl+P) for a record, an account and a report, page by page.

const most = 120
const sizes = [1, 30, most]
const priced = '# SKU Description Quantity Unit price Amount'

const rowOf = (place: number): Row => [`begin<${place}>`, `end<${place}>`]
const rows = Array.from({ length: most }, (_, place) => rowOf(place))

/** Gives every third SKU a name of several lines. */
function nameOf([begin, end]: Row, place: number): string {
  const long = 'with a name so long that it needs a second line in its column, and a third one'
  return `${begin} Hex bolt ${place % 3 === 0 ? long : ''} ${end}`
}

let goods: readonly Sku[] = []

const atOnce = 10

/**
 * Creates the SKUs of all tests in small batches: the program refuses too many concurrent requests.
 */
async function createSkus(testData: TestData): Promise<readonly Sku[]> {
  const make = (row: Row, place: number) =>
    createSku(testData, { name: nameOf(row, place), currentStock: 1000 })
  while (goods.length < rows.length) {
    const begun = goods.length
    const some = rows.slice(begun, begun + atOnce)
    goods = [...goods, ...(await Promise.all(some.map((row, place) => make(row, begun + place))))]
  }
  return goods
}

async function createSalesOrder(testData: TestData, lines: number): Promise<SalesOrder> {
  const customer = await testData.customer({ name: 'Northwind', creditLimit: '9999999.00' })
  const skus = (await createSkus(testData)).slice(0, lines)
  const items = skus.map(({ id: skuId }) => ({ skuId, quantity: 2 }))
  const body = { customerId: customer.id, items, customerPO: '4500118822' }
  return (await testData.made<{ order: SalesOrder }>('/api/orders/create', body)).order
}

/** Opens a record in its dialog and waits until its printed document is ready. */
async function open(page: Page, path: string, number: string): Promise<void> {
  await page.goto(`${path}?open=${number}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-sheet figcaption')).toHaveText(number)
  await page.emulateMedia({ media: null })
}

for (const lines of sizes) {
  const own = rows.slice(0, lines)

  test(`a sales order of ${lines} lines is printed from its dialog @crawl`, async ({
    page,
    testData,
    signIn,
  }) => {
    const order = await createSalesOrder(testData, lines)
    await signIn('admin')
    await open(page, '/sales-orders', order.orderNumber)
    const once = ['Order Confirmation', 'SOLD TO', '4500118822', 'Subtotal', 'Total $']
    for (const format of ['Letter', 'A4'] as const) {
      const pages = await printed(page, format)
      if (lines === most) expect(pages.length).toBeGreaterThan(2)
      expectPrintedPage(pages, { heads: priced, rows: own, once })
      // A code never breaks at its hyphens.
      const cut = goods.slice(0, lines).filter(({ sku }) => countOf(pages, `${sku} `) !== 1)
      expect(cut.map(({ sku }) => sku)).toEqual([])
    }
    expect(await decodeBarcode(page)).toBe(order.orderNumber)
  })

  test(`a purchase order of ${lines} lines is printed from its dialog @crawl`, async ({
    page,
    testData,
    signIn,
  }) => {
    const skus = (await createSkus(testData)).slice(0, lines)
    const vendor = await createVendor(testData)
    const order = await testData.made<PurchaseOrder>('/api/purchase-orders', {
      orderNumber: testData.code('PO'),
      vendorId: vendor.id,
      items: skus.map(({ id: skuId }) => ({ skuId, quantity: 3, unitPrice: '4.25' })),
    })
    await signIn('admin')
    await open(page, '/purchase-orders', order.orderNumber)
    const once = ['Purchase Order', 'DELIVER TO', 'Total $', 'Authorized signature']
    expectPrintedPage(await printed(page), { heads: priced, rows: own, once })
    expect(await decodeBarcode(page)).toBe(order.orderNumber)
  })

  test(`a return of ${lines} lines is printed from its dialog @crawl`, async ({
    page,
    testData,
    signIn,
  }) => {
    const skus = (await createSkus(testData)).slice(0, lines)
    const customer = await testData.customer()
    const goodsBack = await testData.made<GoodsReturn>('/api/returns', {
      type: 'rma',
      customerId: customer.id,
      reason: 'Too many',
      items: skus.map(({ id: skuId }) => ({ skuId, quantity: 1 })),
    })
    await signIn('admin')
    await open(page, '/returns', goodsBack.returnNumber)
    const heads = '# SKU Description Quantity Received Condition Disposition'
    const once = ['Return Authorization', 'Too many', 'Total $', 'Counted by, date']
    expectPrintedPage(await printed(page), { heads, rows: own, once })
    expect(await decodeBarcode(page)).toBe(goodsBack.returnNumber)
  })

  test(`packing slips of ${lines} lines are printed as one job @crawl`, async ({
    page,
    testData,
    signIn,
  }) => {
    const order = await createSalesOrder(testData, lines)
    await signIn('admin')
    // Stub printing, so that the printed pages stay rendered.
    await page.addInitScript(() => (window.print = () => undefined))
    await page.goto(`/sales-orders?q=${order.orderNumber}`)
    await page.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
    await page.getByRole('menuitem', { name: 'Print packing slip' }).click()
    await expect(page.locator('.print-sheet figcaption')).toHaveText(order.orderNumber)
    const heads = '# SKU Description Ordered Shipped Back ordered'
    const pages = await printed(page)
    expectPrintedPage(pages, {
      heads,
      rows: own,
      once: ['Packing Slip', 'SHIP TO', 'Packed by, date'],
    })
    expect(countOf(pages, '$')).toBe(0)
  })
}

/** Creates a delivered order over this amount, and so an invoice. */
function createInvoicedOrder(testData: TestData, customerId: number, dollars: number) {
  return testData.made('/api/sales-orders', {
    orderNumber: testData.code('OWED'),
    customerId,
    status: 'delivered',
    totalAmount: `${dollars}.07`,
  })
}
const amountText = (dollars: number) => `$${dollars.toLocaleString('en-US')}.07`
const amountsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => first + place)

for (const lines of sizes) {
  test(`a statement of ${lines} invoices is printed from the account @crawl`, async ({
    page,
    testData,
    signIn,
  }) => {
    const customer = await testData.customer({ creditLimit: '9999999.00' })
    const amounts = amountsFrom(2001, lines)
    for (const dollars of amounts) await createInvoicedOrder(testData, customer.id, dollars)
    await signIn('finance')
    await page.goto(`/customers?open=${customer.customerCode}&tab=receivables`)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.print-sheet')).toContainText('Opening balance')
    await page.emulateMedia({ media: null })
    const pages = await printed(page)
    const numbers = pages.join(' ').match(/INV-\d+ \$[\d,.]+/g) ?? []
    expect(numbers.map((text) => text.split(' ')[1])).toEqual(amounts.map(amountText))
    expectPrintedPage(pages, {
      heads: 'Date Description Amount Balance',
      rows: numbers.map((text) => text.split(' ') as [string, string]),
      once: ['Statement of Account', 'Opening balance', 'Please return this part'],
    })
  })
}

const agingColumns = [
  'Not due',
  '0-30 days',
  '31-60 days',
  '61-90 days',
  'Over 90 days',
  'Unapplied',
]

for (const lines of sizes) {
  test(`the aging of at least ${lines} customers is printed from its screen @crawl`, async ({
    page,
    testData,
    signIn,
  }) => {
    const amounts = amountsFrom(20_001 + 1000 * lines, lines)
    const other = await testData.customer({ name: 'Another', creditLimit: '999999.00' })
    await createInvoicedOrder(testData, other.id, 11)
    for (const dollars of amounts) {
      const customer = await testData.customer({ name: `<${dollars}>`, creditLimit: '999999.00' })
      await createInvoicedOrder(testData, customer.id, dollars)
    }
    await signIn('finance')
    await page.goto('/ar-reports?tab=aging')
    await expect(page.getByRole('row', { name: `<${amounts[0]}>` })).toBeVisible()
    const pages = await printed(page)
    const own = amounts.map((dollars): Row => [`<${dollars}>`, amountText(dollars)])
    const once = ['Accounts Receivable Reports', 'As of', 'Aging by Customer', 'Total $']
    const heads = ['Customer', ...agingColumns, 'Total'].join(' ')
    expectPrintedPage(pages, { heads, rows: own, otherRecordText: '· ', once })
    // Once in its bucket and once in the row total.
    for (const dollars of amounts) expect(countOf(pages, amountText(dollars))).toBe(2)
    await expectBlackOnWhite(page)
  })
}

test('a printed list has headings on every page and no controls @crawl', async ({
  page,
  testData,
  signIn,
}) => {
  await createSkus(testData)
  await signIn('admin')
  await page.goto('/skus?q=begin&size=100')
  await expect(page.getByRole('row')).toHaveCount(101)
  const pages = await printed(page)
  expect(pages.length).toBeGreaterThan(1)
  for (const text of pages) {
    expect(countOf([text], 'SKU Name Category UOM Cost Price Stock Status')).toBe(1)
  }
  await expectBlackOnWhite(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`printing is black on white with a ${colorScheme} screen @crawl`, async ({
    page,
    testData,
    signIn,
  }) => {
    const order = await createSalesOrder(testData, 1)
    const customer = await testData.customer({ name: 'Only Printed', creditLimit: '100.00' })
    await signIn('admin')
    await page.emulateMedia({ colorScheme })
    await open(page, '/sales-orders', order.orderNumber)
    await expectBlackOnWhite(page)
    await page.goto(`/customers?open=${customer.customerCode}`)
    await expect(page.getByRole('dialog').getByText('Payment Terms')).toBeVisible()
    await expectBlackOnWhite(page)
    const [text = '', ...more] = await printed(page)
    expect(more).toEqual([])
    expect(text).toContain('Only Printed')
    expect(text).not.toContain('Customer List')
  })
}
