import type { Page } from '@playwright/test'
import { expect, expectToastDetail, test } from '#e2e/fixtures.ts'
import { fillOrder } from '#e2e/journeys/fill-order-entry.ts'
import type { Sku } from '#features/skus/contract.ts'

// A validation holds price, credit and stock for the order until it is created or left.

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

async function stockOf(page: Page, { id }: Sku) {
  const answer = await page.request.get(`/api/skus/${id}`)
  const { softReserved, available } = (await answer.json()) as Sku
  return { softReserved, available }
}

test('a validated order holds its stock until it is left', async ({ page, testData }) => {
  const { form, item } = await fillOrder(page, testData, '6', { stock: 10 })
  await form.validate.click()
  const held = /Prices, credit and stock are held for you until \d/
  await expect(form.panel.getByText(held)).toBeVisible()
  expect(await stockOf(page, item)).toEqual({ softReserved: 6, available: 4 })
  await form.quantity(1).fill('7')
  await form.validate.click()
  await expect(form.panel.getByText(held)).toBeVisible()
  await expect(form.part('Stock Check')).toContainText('10 available · 7 requested')
  expect(await stockOf(page, item)).toEqual({ softReserved: 7, available: 3 })
  await page.goto('/customers')
  await expect.poll(() => stockOf(page, item)).toEqual({ softReserved: 0, available: 10 })
})

test('what changed all the same is shown field by field, and one key accepts it', async ({
  page,
  testData,
}) => {
  const { form, customer, item } = await fillOrder(page, testData, '6', { stock: 10 })
  const { customerCode, name, email } = customer
  const buyer = { customerCode, name, email, allowBackorder: true }
  await testData.changed(`/api/customers/${customer.id}`, buyer)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const { sku, cost, price } = item
  const counted = { sku, name: item.name, cost, price, currentStock: 4 }
  await testData.changed(`/api/skus/${item.id}`, counted)
  await form.create.click()
  const changes = form.panel.getByRole('row').filter({ hasText: sku })
  await expect(changes).toHaveText([`${sku}: ships now64`, `${sku}: backordered02`])
  await expect(form.panel.getByText('to create the order as it is now')).toBeVisible()
  expect(await stockOf(page, item)).toEqual({ softReserved: 4, available: 0 })
  await page.keyboard.press('Control+Enter')
  await expectToastDetail(page, '2 units are backordered')
  expect(await stockOf(page, item)).toEqual({ softReserved: 0, available: 0 })
})

test('a credit limit that is lowered after the validation does not refuse the order', async ({
  page,
  testData,
}) => {
  const { form, customer } = await fillOrder(page, testData)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const { customerCode, name, email } = customer
  const terms = { customerCode, name, email, creditLimit: '5.00' }
  await testData.changed(`/api/customers/${customer.id}`, terms)
  await form.create.click()
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
})

test('creation after a count that found too little is rejected with current figures', async ({
  page,
  testData,
}) => {
  const { form, item } = await fillOrder(page, testData)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const { sku, name, cost, price } = item
  await testData.changed(`/api/skus/${item.id}`, { sku, name, cost, price, currentStock: 1 })
  await form.create.click()
  const region = page.getByRole('region', { name: /^Notifications/ })
  await expect(region.getByText('Order Creation Failed')).toBeVisible()
  await expect(region.getByText(/^409: /)).toBeVisible()
  await expect(form.part('Stock Check')).toContainText('1 available · 2 requested')
  await expect(form.create).toBeDisabled()
})
