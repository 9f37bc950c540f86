import { expect, expectAccessible, test } from '../fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

const palette = 'Command palette'

test.beforeEach(async ({ page, signIn }) => {
  await signIn()
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible()
})

test('an order is found by its customer PO from any screen in three actions', async ({
  page,
  testData,
}) => {
  const customer = await testData.customer({ creditLimit: '100.00' })
  const sku = await testData.made<Sku>('/api/skus', {
    sku: testData.code('PA'),
    name: 'Bolt',
    cost: '1.00',
    price: '2.00',
    currentStock: 5,
  })
  const customerPO = `4500-${process.pid}-77`
  const body = { customerId: customer.id, customerPO, items: [{ skuId: sku.id, quantity: 1 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or command' })).toBeFocused()
  await page.keyboard.insertText(customerPO.replaceAll('-', ' '))
  const option = page.getByRole('option', { name: new RegExp(order.orderNumber) })
  await expect(option).toContainText(`PO ${customerPO}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`sales-orders\\?open=${order.orderNumber}`))
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(
    page.getByRole('group', { name: 'Recent' }).getByRole('option').first(),
  ).toContainText(order.orderNumber)
})

test('an early Enter opens the first result of the current text, never of an older one', async ({
  page,
  testData,
}) => {
  const [one, other] = [await testData.customer(), await testData.customer()]
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or command' })
  await box.fill(one.customerCode)
  await expect(page.getByRole('option', { name: new RegExp(one.customerCode) })).toBeVisible()
  await box.fill(other.customerCode)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`customers\\?open=${other.customerCode}$`))
})

test('commands are found by their words, by keyboard', async ({ page }) => {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: palette })
  await page.keyboard.type('>sales or')
  await expect(dialog.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sales-orders$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a prefix searches one kind, and no match shows a message', async ({ page, testData }) => {
  const code = testData.code('KIND')
  await testData.customer({ customerCode: code })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: palette })
  await page.keyboard.type(`@${code}`)
  await expect(dialog.getByRole('option', { name: new RegExp(code) })).toBeVisible()
  const before = await dialog.boundingBox()
  await dialog.getByRole('combobox').fill(`:${code}`)
  await expect(dialog.getByText(`No matches for “${code}”`)).toBeVisible()
  expect(await dialog.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('is accessible in both themes', async ({ page }) => {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})
