import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, type TestData } from '../fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { VendorBill } from '#features/payables/contract.ts'
import { createRecords } from '../journeys/create-record-of-each-kind.ts'
import { createSku } from '../journeys/fill-order-entry.ts'

// Space previews the row that has the focus, a button the row under the mouse, and a grouping puts
// rows under headings.

const previewOf = (page: Page, code: string) =>
  page.getByRole('region', { name: `Preview of ${code}` })

/** Two orders of one customer, of one and of two lines. */
async function createTwoOrders(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('RP'),
    creditLimit: '1000.00',
  })
  const [bolt, nut] = [await createSku(testData), await createSku(testData, { name: 'Wing nut' })]
  const create = async (items: object[]) => {
    const body = { customerId: customer.id, items }
    return (await testData.made<{ order: SalesOrder }>('/api/orders/create', body)).order
  }
  const first = await create([{ skuId: bolt.id, quantity: 1 }])
  const second = await create([
    { skuId: bolt.id, quantity: 2 },
    { skuId: nut.id, quantity: 3 },
  ])
  return { customer, first, second, nut }
}

test('Space previews the row, the arrows the next one, Escape closes', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer, first, second, nut } = await createTwoOrders(testData)
  await signIn('sales')
  await page.goto(`/sales-orders?f.customerCode=${customer.customerCode}&sort=id`)
  const link = (code: string) => page.getByRole('link', { name: code, exact: true })
  await link(first.orderNumber).focus()
  await page.keyboard.press('Space')
  const preview = previewOf(page, first.orderNumber)
  await expect(preview).toContainText('Pending')
  await expect(preview.getByRole('heading', { name: '1 line' })).toBeVisible()
  await expect(link(first.orderNumber).first()).toBeFocused()
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0)
  await expectAccessible(page)

  await page.keyboard.press('ArrowDown')
  await expect(preview).toHaveCount(0)
  const next = previewOf(page, second.orderNumber)
  await expect(next).toContainText(`${nut.sku} · Wing nut`)
  await expect(next.getByRole('status')).toContainText(`Preview of ${second.orderNumber}`)
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(next).toHaveCount(0)
  await expect(page.getByText('1 selected')).toHaveCount(0)

  await page.keyboard.press('Space')
  await next.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`open=${second.orderNumber}`))
})

test('with the mouse, the button of the row under it previews that row, then the next', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer, first, second } = await createTwoOrders(testData)
  await signIn('sales')
  await page.goto(`/sales-orders?f.customerCode=${customer.customerCode}&sort=id`)
  const row = (code: string) => page.locator('[data-row]').filter({ hasText: code })
  const button = (code: string) => page.getByRole('button', { name: `Preview ${code}` })
  await expect(row(first.orderNumber)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(button(first.orderNumber)).toHaveCount(0)
  await row(first.orderNumber).hover()
  await button(first.orderNumber).click()
  await expect(previewOf(page, first.orderNumber)).toContainText('Pending')
  await expect(page).not.toHaveURL(/open=/)
  await page.keyboard.press('ArrowDown')
  await expect(previewOf(page, second.orderNumber)).toBeVisible()
  await row(first.orderNumber).hover()
  await button(first.orderNumber).click()
  await expect(previewOf(page, second.orderNumber)).toHaveCount(0)
  await expectAccessible(page)
  await row(first.orderNumber).hover()
  await button(first.orderNumber).click()
  await expect(previewOf(page, first.orderNumber)).toHaveCount(0)
})

test('the preview of an invoice, a return and a bill has its lines', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { invoice, goods, bill } = await createRecords(testData, page)
  const answer = await page.request.get(`/api/vendor-bills/${bill}`)
  const { billNumber } = (await answer.json()) as VendorBill
  const [line] = invoice.lines
  const lines = [
    ['/ar-reports?tab=invoices&q=', invoice.invoiceNumber, `${line?.sku} · Hex bolt5 EA`],
    ['/returns?q=', goods, ' · Hex bolt1 EA'],
    ['/ap-reports?tab=bills&q=', billNumber, 'Freight1'],
  ] as const
  for (const [path, code, text] of lines) {
    await page.goto(path + code)
    await page.getByRole('link', { name: code, exact: true }).focus()
    await page.keyboard.press('Space')
    const preview = previewOf(page, code)
    await expect(preview.getByRole('heading', { name: '1 line' })).toBeVisible()
    await expect(preview.getByRole('listitem')).toContainText(text)
  }
})

test('Space closes the preview of its row; a page without its row has none', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer({ name: testData.code('Quick') })
  await signIn('admin')
  await page.goto(`/customers?q=${customerCode}`)
  await page.getByRole('link', { name: customerCode, exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(previewOf(page, customerCode)).toContainText('Credit Limit')
  await page.keyboard.press('Space')
  await expect(previewOf(page, customerCode)).toHaveCount(0)
})

test('a grouping puts the rows under headings with their number and sum', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer, first } = await createTwoOrders(testData)
  await signIn('manager')
  const act = await page.request.post(`/api/sales-orders/${first.id}/cancel`, {
    data: { reason: 'Not needed' },
    headers: { 'if-match': `"${first.version}"` },
  })
  expect(act.status(), await act.text()).toBe(200)
  await page.goto(`/sales-orders?f.customerCode=${customer.customerCode}`)
  await page.getByRole('region', { name: 'Totals' }).getByLabel('Group by').selectOption('Status')
  await expect(page).toHaveURL(/by=status/)
  const table = page.getByRole('table', { name: 'Sales Order List' })
  await expect(table.getByRole('rowheader')).toHaveText([
    /^Cancelled · 1 order · \$[\d.]+$/,
    /^Pending · 1 order · \$[\d.]+$/,
  ])
  const rows = table.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText(first.orderNumber)
  await expectAccessible(page)
})
