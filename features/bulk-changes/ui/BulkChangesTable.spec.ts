import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'

const newest = (page: Page) => page.getByRole('row', { name: /Customers Deactivate/ }).first()

test('a person undoes a bulk edit as a whole, and sees the result of each record', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const first = await testData.customer()
  const second = await testData.customer()
  const body = { action: 'deactivate', ids: [first.id, second.id] }
  await testData.made('/api/customers/bulk', body)
  await page.goto('/settings?tab=bulk-changes')
  await expect(page.getByRole('heading', { name: 'Imports and bulk edits' })).toBeVisible()
  await expect(newest(page)).toContainText('2 changed')
  await expect(newest(page)).toContainText('Can be undone')
  await expectAccessible(page)

  await newest(page).getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate: Customers' })
  await expect(dialog.getByRole('cell', { name: first.customerCode })).toBeVisible()
  await expect(dialog.getByRole('cell', { name: second.customerCode })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Undo all changes' }).click()
  await expectToast(page, 'Undone', '2 records undone')
  await expect(dialog.getByRole('button', { name: 'Undo all changes' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(newest(page)).toContainText('Undone')
  await page.goto(`/customers?q=${first.customerCode}`)
  await expect(page.getByRole('cell', { name: 'Active', exact: true })).toBeVisible()
})

test('an undo that a record prevents changes nothing and lists the record', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const first = await testData.customer()
  const second = await testData.customer()
  const body = { action: 'deactivate', ids: [first.id, second.id] }
  await testData.made('/api/customers/bulk', body)
  const { customerCode, name, email } = first
  const active = { customerCode, name, email, isActive: true }
  await testData.changed(`/api/customers/${first.id}`, active)
  await page.goto('/settings?tab=bulk-changes')
  await newest(page).getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate: Customers' })
  await dialog.getByRole('button', { name: 'Undo all changes' }).click()
  const reasons = dialog.getByRole('list', { name: 'What prevents the undo' })
  await expect(reasons.getByRole('listitem')).toHaveText([
    `${customerCode} was changed after the bulk edit`,
  ])
  await expectAccessible(page)
  await expect(dialog.getByText('Can be undone')).toBeVisible()
})

test('a role that may not recall orders is told which roles may undo their start', async ({
  page,
  signIn,
  testData,
}) => {
  const item = await createSku(testData, { currentStock: 6 })
  const customer = await testData.customer({ creditLimit: '9000.00' })
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 1 }] }
  const { order } = await testData.made<{ order: { id: number } }>('/api/orders/create', body)
  await testData.made('/api/sales-orders/bulk', { action: 'process', ids: [order.id] })
  await signIn('warehouse')
  await page.goto('/settings?tab=bulk-changes')
  const row = page.getByRole('row', { name: /Sales orders Process/ }).first()
  await row.getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: 'Process: Sales orders' })
  const sentence = 'Your role cannot undo this. Roles that can: admin and manager.'
  await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Undo all changes' })).toHaveCount(0)
  await expectAccessible(page)
})
