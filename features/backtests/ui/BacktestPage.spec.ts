import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import type { Customer } from '#features/customers/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'

type Created = { order: SalesOrderDetails }

test('an administrator sees which orders a lower limit would have refused', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode, id: customerId } = await testData.customer({ creditLimit: '1000.00' })
  const { id: skuId } = await createSku(testData)
  const body = { customerId, items: [{ skuId, quantity: 20 }] }
  const { order } = await testData.made<Created>('/api/orders/create', body)
  await signIn()
  await page.goto('/settings?tab=credit')
  await page.getByRole('link', { name: 'Test on past orders' }).last().click()
  const title = { name: 'Test on past orders', exact: true }
  await expect(page.getByRole('heading', title)).toBeVisible()
  const names = /^(Credit rules|Credit limits|List prices|Sales tax)$/
  const cards = page.getByRole('main').getByRole('group', { name: names })
  await expect(cards).toHaveCount(4)
  await expectAccessible(page)
  const run = page.getByRole('button', { name: 'Test on the last 90 days' })
  await run.click()
  await expect(page.getByRole('alert')).toContainText('Enter at least one change')

  const limits = page.getByRole('group', { name: 'Credit limits' })
  const buyer = limits.getByRole('combobox', { name: 'Or the limit of one customer' })
  await buyer.fill(customerCode)
  await buyer.press('Enter')
  await expect(buyer).toHaveValue(new RegExp(customerCode))
  await limits.getByLabel('New credit limit').fill('50.00')
  await run.click()
  const result = page.getByRole('region', { name: /^1 of [\d,]+ orders would have had a/ })
  const refused = result.getByRole('region', { name: 'Created → Not created', exact: true })
  await expect(refused).toContainText('1 order, $')
  const row = refused.getByRole('row').filter({ hasText: order.orderNumber })
  await expect(row).toContainText(customerCode)
  await expect(row).toContainText('Credit limit exceeded by')
  await expectAccessible(page)

  const answer = await page.request.get(`/api/customers/${customerId}`)
  expect(((await answer.json()) as Customer).creditLimit).toBe('1000.00')
  await row.getByRole('link', { name: order.orderNumber }).click()
  const details = page.getByRole('dialog', { name: 'Sales Order Details' })
  await expect(details).toContainText(order.orderNumber)
})

test('purchasing tries other list prices, without the credit that it may not see', async ({
  page,
  signIn,
  testData,
}) => {
  const { id: customerId } = await testData.customer({ creditLimit: '1000.00' })
  const { id: skuId } = await createSku(testData)
  await testData.made<Created>('/api/orders/create', {
    customerId,
    items: [{ skuId, quantity: 3 }],
  })
  await signIn('purchasing')
  await page.goto('/settings?tab=backtest')
  await expect(page.getByRole('group', { name: 'List prices' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Credit limits' })).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Sales tax' })).toHaveCount(0)
  await page.getByLabel('Change all list prices by, %').fill('5')
  await page.getByRole('button', { name: 'Test on the last 90 days' }).click()
  const result = page.getByRole('region', { name: /orders would have had a different result$/ })
  await expect(result.getByRole('region', { name: 'Created orders', exact: true })).toBeVisible()
  await expect(result).toContainText('Credit checks keep their original result')
  await expect(result).not.toContainText('Credit limit exceeded')
  await page.reload()
  await expect(result).toBeVisible()
})

test('who may change none of it has no such page', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/settings?tab=backtest')
  await expect(page.getByText('There is no such settings page')).toBeVisible()
  await page.goto('/settings?tab=credit')
  await expect(page.getByRole('link', { name: 'Test on past orders' })).toHaveCount(0)
})
