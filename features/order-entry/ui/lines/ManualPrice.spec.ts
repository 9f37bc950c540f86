import { expect, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'
import { openOrderEntry, orderEntry, fillOrder, enterCode } from '#e2e/journeys/fill-order-entry.ts'
import type { SalesOrder, SalesOrderDetails } from '#features/sales-orders/contract.ts'

const price = (line: number) => ({ name: `Price, line ${line}`, exact: true })

test('a manager sets a manual price, and restores the list price', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { form, item } = await fillOrder(page, testData)
  const cell = page.getByRole('textbox', price(1))
  const line = page.getByRole('row').filter({ has: form.sku(1) })
  await expect(cell).toHaveValue('')
  await expect(cell).toHaveAttribute('placeholder', '$8.00')
  await cell.fill('7.5')
  await expect(line).toContainText('Manual')
  await expect(line).toContainText('$15.00')
  await cell.press('Enter')
  await expect(cell).toHaveValue('7.50')
  await expect(form.sku(2)).toBeFocused()

  await page.getByRole('button', { name: 'Reset to list price, line 1' }).click()
  await expect(cell).toHaveValue('')
  await expect(line).toContainText('Tier 2')
  await expect(line).toContainText('$16.00')

  await cell.fill('seven')
  await form.validate.click()
  await expect(cell).toBeFocused()
  await expect(line).toContainText('Price must be an amount such as 8.50')
  await cell.fill('0.90')
  await form.validate.click()
  await expect(form.part('Line Items')).toContainText('2 × $0.90 · Manual instead of $8.00')
  await expect(form.part('Line Items')).toContainText('below its cost')
  await form.create.click()
  await expect(page.getByText(/^Order SO-\d+ created successfully$/).first()).toBeVisible()
  const get = async <Read>(path: string): Promise<Read> =>
    (await (await page.request.get(path)).json()) as Read
  const [order] = await get<SalesOrder[]>(`/api/sales-orders?skuId=${item.id}`)
  const number = order?.orderNumber
  await page.goto(`/sales-orders?edit=${number}`)
  const typed = page.getByRole('spinbutton', { name: 'Manual price' })
  await expect(typed).toHaveValue('0.90')
  await typed.fill('6')
  await page.getByRole('button', { name: 'Update Sales Order' }).click()
  await expectToast(page, 'Success', 'Sales order updated successfully')
  const read = () => get<SalesOrderDetails>(`/api/sales-orders/${order?.id}`)
  expect((await read()).items).toMatchObject([
    { sku: item.sku, unitPrice: '6.00', priceSource: 'manual', totalPrice: '12.00' },
  ])
  await page.goto(`/sales-orders?edit=${number}`)
  await typed.fill('')
  await page.getByRole('button', { name: 'Update Sales Order' }).click()
  await expectToastDetail(page, `New prices: ${item.sku}`)
  expect((await read()).items).toMatchObject([{ unitPrice: '8.00', priceSource: 'tier2' }])
})

test('a discount typed as a percentage becomes the manual price', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { form } = await fillOrder(page, testData)
  const cell = page.getByRole('textbox', price(1))
  const line = page.getByRole('row').filter({ has: form.sku(1) })
  const discount = line.locator('[data-cell=discount]')
  // Beside the panel at 1280 px there is no room for it.
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('columnheader', { name: 'Disc' })).toBeVisible()
  await expect(discount).toHaveText(/^20%/)
  await cell.focus()
  await page.keyboard.type('25%')
  await expect(cell).toHaveValue('7.50')
  await expect(discount).toHaveText(/^25%/)
  await expect(line).toContainText('Manual')
  await expect(line).toContainText('$15.00')
  await page.keyboard.press('Enter')
  await expect(form.sku(2)).toBeFocused()
  await cell.fill('10')
  await expect(discount).toHaveText('')
  await cell.fill('10.50')
  await expect(discount).toHaveText('−5%')
  await page.setViewportSize({ width: 560, height: 760 })
  await expect(discount).toBeVisible()
  await cell.fill('9')
  await expect(discount).toHaveText('10% off')
  await cell.fill('120%')
  await form.validate.click()
  await expect(line).toContainText('or a discount of at most 100%, such as 10%')
  await expect(cell).toHaveValue('120%')
})

test('sales can see prices but cannot change them', async ({ page, testData, signIn }) => {
  await signIn('sales')
  const { customer, item } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await enterCode(form.sku(1), item.sku)
  await expect(page.getByRole('row').filter({ has: form.sku(1) })).toContainText('$8.00')
  await expect(page.locator('[data-cell=discount]').first()).toHaveText(/^20%/)
  await expect(page.getByRole('textbox', price(1))).toHaveCount(0)
})
