import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/app.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import Customers' })

test('a file comes in: columns matched, errors mended on the spot, and an undo', async ({
  page,
  signIn,
  given,
}) => {
  await signIn('manager')
  const [one, two] = [given.code('IMP'), given.code('IMP')]
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const file = `Customer Code,Firm,Email\n${one},One Ltd,one@example.com\n${two},Two Ltd,nobody\n`
  const upload = { name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(file) }
  await dialog(page).getByLabel('CSV file', { exact: true }).setInputFiles(upload)
  await expect(dialog(page).getByText('Still without a column: Company Name.')).toBeVisible()
  await dialog(page).getByLabel('Firm fills').selectOption('Company Name *')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog(page).getByText('2 rows: 1 new, 0 to update, 1 with errors.')).toBeVisible()
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download rows with errors' }).click()
  expect((await saving).suggestedFilename()).toBe('Customers-errors.csv')
  await dialog(page).getByLabel('Email, row 3').fill('two@example.com')
  await dialog(page).getByRole('button', { name: 'Check again' }).click()
  await dialog(page).getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog(page).getByText('Import done')).toBeVisible()
  const found = async (code: string) =>
    (await (await page.request.get(`/api/customers?q=${code}`)).json()).length
  expect([await found(one), await found(two)]).toEqual([1, 1])
  await dialog(page).getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog(page).getByText('Import undone')).toBeVisible()
  expect([await found(one), await found(two)]).toEqual([0, 0])
})
