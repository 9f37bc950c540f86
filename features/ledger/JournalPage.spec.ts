import { expect, expectAccessible, expectToast, test } from '#e2e/app.ts'

test('a month closes and opens again on the screen, which is accessible and fits 360 px', async ({
  page,
  signIn,
  given,
}) => {
  await given.made('/api/periods/201901/soft-close', {})
  await signIn('admin')
  await page.goto('/journal?tab=periods')
  await expect(page.getByRole('heading', { name: 'Journal', level: 1 })).toBeVisible()
  const months = page.getByRole('region', { name: 'Periods' })
  const month = months.getByRole('listitem').filter({ hasText: '2019-01' })
  await expect(month).toContainText('Closing')
  await month.getByRole('button', { name: 'Close 2019-01' }).click()
  const closing = page.getByRole('dialog', { name: 'Close 2019-01' })
  const points = closing.getByRole('list', { name: 'To look at before' }).getByRole('listitem')
  await expect(points).toHaveCount(7)
  await expect(points.first()).toContainText('Every earlier month is closed')
  await expectAccessible(page)
  await closing.getByRole('button', { name: 'Close Month' }).click()
  await expectToast(page, 'Success', '2019-01 is closed')
  await expect(month).toContainText('Closed')
  await month.getByRole('button', { name: 'Reopen 2019-01' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reopen 2019-01' })
  await dialog.getByLabel('Reason *').fill('A bill came late')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(dialog).toBeHidden()
  await expect(month).toContainText('Open')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Trial balance' }).click()
  await expect(page.getByRole('rowheader', { name: 'Total' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Entries' }).click()
  await expect(page.getByText('Journal Entries')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})

test('closing a month is confirmed first, and finance can take it back', async ({
  page,
  signIn,
  given,
}) => {
  await given.made('/api/periods/201902/soft-close', {})
  const sku = given.code('CLO')
  await given.made('/api/skus', { sku, name: 'Nut', price: '2.00', cost: '1.00', currentStock: 1 })
  await signIn('finance')
  await page.goto('/journal?tab=periods')
  const months = page.getByRole('region', { name: 'Periods' })
  const month = months.getByRole('listitem').filter({ hasText: '2019-02' })
  await month.getByRole('button', { name: 'Cancel closing 2019-02' }).click()
  await expectToast(page, 'Success', '2019-02 is open')
  await month.getByRole('button', { name: 'Begin closing 2019-02' }).click()
  const dialog = page.getByRole('dialog', { name: 'Begin closing 2019-02?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(month).toContainText('Open')
  await month.getByRole('button', { name: 'Begin closing 2019-02' }).click()
  await dialog.getByRole('button', { name: 'Begin Closing' }).click()
  await expect(month).toContainText('Closing')
  const current = months.getByRole('button', { name: /^Begin closing/ }).first()
  await expect(current).toHaveAttribute('aria-disabled', 'true')
})

test('roles without the books are told so', async ({ page, signIn }) => {
  await signIn('sales')
  await page.goto('/journal')
  await expect(page.getByText('Your role does not allow this').first()).toBeVisible()
})

test('stock that was counted is in the view of stock, by its SKU and not by its key', async ({
  page,
  signIn,
  given,
}) => {
  const sku = given.code('ADJ')
  const body = { sku, name: 'Bolt', price: '10.00', cost: '3.00', currentStock: 7 }
  await given.made('/api/skus', body)
  await signIn('finance')
  await page.goto('/journal')
  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  const rows = page.getByRole('row').filter({ hasText: `Adjustment +7 of ${sku}` })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('1200 Inventory')
  await expect(rows).toContainText('$21.00')
  await expect(rows).not.toContainText(':adjust')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: '3000 Opening equity' })).toContainText('$21.00')
})
