import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

test('an administrator sees how large each table is, and when its rows are deleted', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/system-health')
  const card = page.getByRole('region', { name: 'Database Tables', exact: true })
  await expect(card.getByRole('row', { name: /^outbox / })).toContainText(/[0-9.]+ MB.*30 days/)
  await expect(card.getByRole('row', { name: /^\d+ tables / })).toContainText(/[0-9.]+ MB/)
  await expect(card.getByRole('heading', { name: 'The next cleanup deletes' })).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(24)
  for (const table of ['outbox', 'webhook_attempts', 'decision_receipts', 'imports']) {
    await expect(card.getByRole('listitem').filter({ hasText: table })).toHaveCount(1)
  }
  await expectAccessible(page)
})

test('other roles do not see the tables', async ({ page, signIn }) => {
  await signIn('finance')
  await page.goto('/system-health')
  await expect(page.getByRole('region', { name: 'History of Changes' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Database Tables' })).toHaveCount(0)
})
