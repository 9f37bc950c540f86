import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import Customers' })

test('imports a file: maps columns, corrects errors in place, and undoes the import', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const [one, two] = [testData.code('IMP'), testData.code('IMP')]
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const file = `Customer Code,Firm,Email\n${one},One Ltd,one@example.com\n${two},Two Ltd,nobody\n`
  const upload = { name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(file) }
  await dialog(page).getByLabel('CSV file', { exact: true }).setInputFiles(upload)
  await expect(dialog(page).getByText('Still without a column: Company Name.')).toBeVisible()
  await dialog(page).getByLabel('Field for Firm').selectOption('Company Name *')
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

const importCall = /\/api\/customers\/import\?/

test('imports exactly the checked rows and cannot be closed during the import', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const { customerCode } = await testData.customer()
  const rows = [
    `${customerCode},Renamed Ltd,one@example.com`,
    '',
    `${testData.code('IMP')},,two@example.com`,
  ]
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await dialog(page)
    .getByLabel('Or paste the rows')
    .fill(`Customer Code,Company Name,Email\n${rows.join('\n')}`)
  await dialog(page).getByRole('button', { name: 'Use the pasted rows' }).click()
  await dialog(page).getByRole('button', { name: 'Check the rows' }).click()
  await dialog(page).getByLabel('Company Name, row 4').fill('Added Ltd')
  await dialog(page).getByRole('button', { name: 'Check again' }).click()
  const write = dialog(page).getByRole('button', { name: 'Import 1 row', exact: true })
  await expect(write).toBeVisible()
  await page.route(importCall, (route) => route.fulfill({ status: 503, body: '' }))
  await dialog(page).getByLabel('Existing records').selectOption('Update them from the file')
  await expect(dialog(page).getByRole('alert')).toContainText('503')
  await expect(write).toBeHidden()
  await page.unroute(importCall)
  await dialog(page).getByRole('button', { name: 'Check again' }).click()
  let arrive = () => {}
  const isTime = new Promise<void>((resolve) => (arrive = resolve))
  const requestedUrls: string[] = []
  await page.route(importCall, async (route) => {
    requestedUrls.push(route.request().url())
    await isTime
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Back' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/view=import/)
  await expect(dialog(page).getByText('Discard changes?')).toHaveCount(0)
  arrive()
  await expect(dialog(page).getByText('Import done')).toBeVisible()
  expect(requestedUrls).toEqual([expect.stringContaining('existing=update')])
})
