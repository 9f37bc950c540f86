import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

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
  await dialog.getByRole('button', { name: 'Undo all of it' }).click()
  await expectToast(page, 'Undone', '2 records undone')
  await expect(dialog.getByRole('button', { name: 'Undo all of it' })).toBeHidden()
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
  await testData.changed(`/api/customers/${first.id}`, { customerCode, name, email, city: 'Reno' })
  await page.goto('/settings?tab=bulk-changes')
  await newest(page).getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate: Customers' })
  await dialog.getByRole('button', { name: 'Undo all of it' }).click()
  const reasons = dialog.getByRole('list', { name: 'What prevents the undo' })
  await expect(reasons.getByRole('listitem')).toHaveText([
    `${customerCode} was changed after the bulk edit`,
  ])
  await expectAccessible(page)
  await expect(dialog.getByText('Can be undone')).toBeVisible()
})
