import { expect, expectAccessible, test } from '../fixtures.ts'

test('a pill shows that other users changed the list, and R reloads it', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const q = testData.code('LIVE')
  await page.goto(`/customers?q=${q}`)
  await expect(page.getByText('No results found.')).toBeVisible()
  const pill = page.getByRole('button', { name: /^\d+ updates? · Refresh \(R\)$/ })
  await expect(pill).toBeHidden()
  await testData.customer({ customerCode: q })
  await expect(pill).toBeVisible()
  await expect(page.getByRole('link', { name: q })).toBeHidden()
  await expectAccessible(page)
  await page.keyboard.press('r')
  await expect(page.getByRole('row').filter({ hasText: q })).toBeVisible()
  await expect(pill).toBeHidden()
})
