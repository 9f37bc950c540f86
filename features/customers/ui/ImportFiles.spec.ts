import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import Customers' })

async function openImport(page: Page) {
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
}

function choose(page: Page, text: string, name = 'list.csv') {
  const upload = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  return dialog(page).getByLabel('CSV file', { exact: true }).setInputFiles(upload)
}

const many = `Code,Name\n${'A,One\n'.repeat(5001)}`

test('an invalid file shows the reason', async ({ page, signIn }) => {
  await signIn('manager')
  await openImport(page)
  for (const [text, sentence] of [
    ['Customer Code,Company Name,Email\n', 'The file has no rows below the first row'],
    ['Customer Code,Email\nA,"open\n', 'Row 2 has an opening quote without a closing quote'],
    [many, 'A file has at most 5,000 rows. Import it in parts'],
    ['Our customers\n\nCode,Name\nA,One\n', 'Row 3 has more cells than the first row has columns'],
  ] as const) {
    await choose(page, text)
    await expect(dialog(page).getByRole('alert')).toContainText(sentence)
  }
})

test('an import with a chosen header row, added columns and number format, and undo', async ({
  page,
  signIn,
  testData,
}) => {
  const { user } = await signIn('manager')
  const name = testData.code('Müller')
  const code = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const found = async () => (await page.request.get(`/api/customers?q=${code}`)).json()
  await openImport(page)
  const rows = `sep=;\nOur customers\n\nName;Street;Town;Limit\n${name};1 Road;Bonn;12,500\n`
  await choose(page, rows, 'shop-export.csv')
  await expect(dialog(page).getByRole('alert')).toContainText('more cells')
  await dialog(page)
    .getByLabel('Row with the column names')
    .selectOption('Row 3: Name · Street · Town · Limit')
  await dialog(page).getByLabel('Field for Name', { exact: true }).selectOption('Company Name *')
  await dialog(page).getByLabel('Field for Limit').selectOption('Credit Limit')

  await dialog(page).getByText('Fill a field that has no column').click()
  const add = async (field: string, kind: string) => {
    await dialog(page).getByLabel('Field to fill').selectOption(field)
    await dialog(page).getByLabel('Filled with').selectOption(kind)
  }
  const done = dialog(page).getByRole('button', { name: 'Add the column' })
  await add('Customer Code', 'A code built from a name')
  await dialog(page).getByLabel('Column', { exact: true }).selectOption('Name')
  await done.click()
  await add('Email', 'One value in every row')
  await dialog(page).getByLabel('Value', { exact: true }).fill('shop@example.com')
  await done.click()
  await add('Address', 'Several columns joined')
  await dialog(page).getByRole('checkbox', { name: 'Street' }).check()
  await dialog(page).getByRole('checkbox', { name: 'Town' }).check()
  await done.click()
  const check = dialog(page).getByRole('button', { name: 'Check the rows' })
  await expect(dialog(page).getByText('Row 4 has the number 12,500')).toBeVisible()
  await expect(check).toHaveAttribute('title', 'Choose the decimal separator of this file.')
  await dialog(page).getByLabel('Decimal separator *').selectOption('Comma: 12,500 is 12.50')
  await expectAccessible(page)
  await check.click()
  await dialog(page).getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(dialog(page).getByText('Import done')).toBeVisible()
  expect(await found()).toMatchObject([
    {
      customerCode: code,
      name,
      email: 'shop@example.com',
      address: '1 Road, Bonn',
      creditLimit: '12.50',
    },
  ])

  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await openImport(page)
  await dialog(page)
    .getByText(/^Recent imports/)
    .click()
  const row = dialog(page).getByRole('row', { name: 'shop-export.csv' }).first()
  await expect(row).toContainText(user.username)
  await expect(row).toContainText('1 created')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('1 created, undone')
  expect(await found()).toEqual([])
})
