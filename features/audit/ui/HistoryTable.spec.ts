import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

test('an administrator finds who changed a customer, and what', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  await page.goto('/settings?tab=history')
  await expect(page.getByRole('heading', { name: 'Changes', exact: true })).toBeVisible()
  await page.getByPlaceholder('Record number…').fill(customerCode)
  const row = page.getByRole('row', { name: new RegExp(`Customer ${customerCode} Create`) })
  await expect(row).toBeVisible()
  await expectAccessible(page)

  await row.getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: `Create: Customer ${customerCode}` })
  await expect(dialog.getByText('User', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/[?&]open=\d+/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an administrator exports the changes of a record with time, person and action', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { customerCode } = await testData.customer({ customerCode: `${testData.code('H')}-X` })
  await page.goto(`/settings?tab=history&q=${customerCode}`)
  await expect(page.getByRole('cell', { name: customerCode })).toBeVisible()
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('history.csv')
  const text = await readFile(await download.path(), 'utf8')
  const [heading, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(heading).toBe('Time,User,Kind of record,Record,Action,What changed')
  expect(lines).toHaveLength(1)
  // A file has values as they are stored, for programs.
  expect(lines[0]).toMatch(
    new RegExp(String.raw`^\d{4}-\d\d-\d\dT[\d:.]+Z,root,customer,${customerCode},create,`),
  )
})

test('the view Settings shows only changes of settings', async ({ page, signIn, testData }) => {
  await signIn('admin')
  await testData.customer()
  await page.goto('/settings?tab=history&f.entity=setting')
  await expect(page.getByRole('heading', { name: 'Changes', exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Customer', exact: true })).toHaveCount(0)
})

test('a role sees only the history of records that it may read', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { customerCode } = await testData.customer()
  await signIn('warehouse')
  await page.goto('/settings?tab=history&f.entity=user')
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.goto(`/settings?tab=history&q=${customerCode}`)
  await expect(page.getByRole('cell', { name: customerCode })).toBeVisible()
})
