import type { Page } from '@playwright/test'
import { expect, expectToast, test, type TestData } from '#e2e/fixtures.ts'
import { enterCode, fillOrder } from '#e2e/journeys/fill-order-entry.ts'

/** Creates an order of two units; its Repeat is then in the bar above the empty form. */
async function createFirstOrder(page: Page, testData: TestData) {
  const filled = await fillOrder(page, testData)
  await filled.form.validate.click()
  await expect(filled.form.create).toBeEnabled()
  await filled.form.create.click()
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  return { ...filled, repeat: page.getByRole('button', { name: 'Repeat', exact: true }) }
}

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('an unfinished order that cannot be saved is not replaced by a repeated one', async ({
  page,
  testData,
}) => {
  const { form, repeat } = await createFirstOrder(page, testData)
  const other = await testData.customer({ name: 'Southwind' })
  await page.route('**/api/order-drafts', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await enterCode(form.customer, other.customerCode)
  await expect(form.customer).toHaveValue(/Southwind/)
  await form.po.fill('KEEP-ME')
  await repeat.click()
  await expectToast(page, 'Error', 'Failed to save the draft')
  await expect(form.po).toHaveValue('KEEP-ME')
  await expect(form.customer).toHaveValue(/Southwind/)
  await page.unroute('**/api/order-drafts')
  await repeat.click()
  await expect(form.customer).toHaveValue(/Northwind/)
  await expect(form.quantity(1)).toHaveValue('2')
  await expect(page.getByRole('button', { name: 'Drafts 1' })).toBeVisible()
})

test('Undo of a repeated order ends with that order, and leaves lines added since', async ({
  page,
  testData,
}) => {
  const { form, repeat, customer, item } = await createFirstOrder(page, testData)
  await enterCode(form.customer, customer.customerCode)
  await expect(form.customer).toHaveValue(/Northwind/)
  await enterCode(form.sku(1), item.sku)
  await form.quantity(1).fill('5')
  await repeat.click()
  await expect(form.quantity(1)).toHaveValue('2')
  await enterCode(form.sku(2), item.sku)
  await form.quantity(2).fill('7')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await undo.click()
  await expect(form.quantity(1)).toHaveValue('5')
  await expect(form.quantity(2)).toHaveValue('7')

  await page.getByRole('button', { name: 'Remove line 2' }).click()
  await repeat.click()
  await expect(form.quantity(1)).toHaveValue('2')
  await form.validate.click()
  await expect(form.create).toBeEnabled()
  await form.create.click()
  const created = page.getByText('Order Created', { exact: true })
  await expect(created).toBeVisible()
  await expect(created).toHaveCount(0, { timeout: 15_000 })
  // The notice of the copy does not come back after that of the order.
  await expect(undo).toHaveCount(0)
})

test('text without a match is not shown in the next order', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData)
  await enterCode(form.sku(2), 'NO-SUCH-SKU')
  await expect(page.getByText('No match for “NO-SUCH-SKU”')).toBeVisible()
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await page.getByRole('menuitem', { name: 'Save this order and start another' }).click()
  await expect(form.customer).toHaveValue('')
  await enterCode(form.sku(1), 'NO-SUCH-SKU')
  await expect(page.getByText('No match for “NO-SUCH-SKU”')).toBeVisible()
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await page.getByRole('menuitem', { name: 'Save this order and start another' }).click()
  await expect(form.sku(1)).toHaveValue('')
})
