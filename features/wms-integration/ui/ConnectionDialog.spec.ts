import { expect, expectAccessible } from '#e2e/fixtures.ts'
import { test } from '#e2e/warehouse-fixture.ts'

test('secrets typed into the connection dialog are masked', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/wms-integration')
  await page.getByRole('button', { name: 'Change connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'WMS connection' })
  const way = dialog.getByLabel('Connection type')
  const isHidden = async (label: string) => {
    const field = dialog.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
  }
  await isHidden('Token')
  await isHidden('Webhook secret')
  await way.selectOption('Tryton 6.0 (stock module)')
  await isHidden('User and password')
  await way.selectOption('X12 files over SFTP')
  await isHidden('Password')
  await dialog.getByLabel('Password', { exact: true }).fill('not a key')
  await dialog.getByLabel('Signed in with').selectOption('Private key')
  const key = dialog.getByLabel('Private key', { exact: true })
  await expect(key).toHaveValue('')
  await key.fill('-----BEGIN KEY-----\nQUJD\n-----END KEY-----')
  await expect(key).toHaveValue('-----BEGIN KEY-----\nQUJD\n-----END KEY-----')
  await expectAccessible(page)
})

test('an administrator selects Tryton and sees hints for its address and token', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/wms-integration')
  await page.getByRole('button', { name: 'Change connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'WMS connection' })
  await dialog.getByLabel('Connection type').selectOption('Tryton 6.0 (stock module)')
  await expect(dialog.getByText(/user:password/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Address').fill('https://10.0.0.1/warehouse/')
  await dialog.getByRole('button', { name: 'Save connection' }).click()
  await expect(dialog.getByText('10.0.0.1 is in a private network').first()).toBeVisible()
})
