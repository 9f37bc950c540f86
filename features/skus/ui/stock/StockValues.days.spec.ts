import { expect, test } from '#e2e/fixtures.ts'

test('Back to another day shows the stock values of that day', async ({ page, signIn }) => {
  await signIn('finance')
  const addressOf = (day: string) => `/skus?view=stock-values&part=${day}`
  const readOf = (day: string) =>
    page.waitForRequest((request) =>
      new RegExp(`/api/stock-values\\?(.*&)?asOf=${day}`).test(request.url()),
    )
  const first = readOf('2026-02-03')
  await page.goto(addressOf('2026-02-03'))
  await first
  const values = page.getByRole('dialog', { name: 'Stock values' })
  await expect(values).toContainText('Stock value by SKU as of 2/3/2026.')
  const second = readOf('2026-01-05')
  // As a link of the program does: the screen stays and its address changes.
  await page.evaluate((to) => history.pushState({}, '', to), addressOf('2026-01-05'))
  await second
  await expect(values).toContainText('Stock value by SKU as of 1/5/2026.')
})
