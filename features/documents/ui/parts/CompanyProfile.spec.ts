import {
  expect,
  expectAccessible,
  expectToast,
  firstPage,
  startProgram,
  test,
} from '#e2e/fixtures.ts'

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20">' +
  '<rect width="80" height="20"/></svg>'

test('an administrator completes the profile, which the first steps lead to', async ({
  browser,
}) => {
  const program = await startProgram()
  const page = await firstPage(browser, program)
  await page.goto('/')
  await page.getByRole('link', { name: 'Company profile for documents' }).click()
  const incomplete = page.getByText('The company profile is incomplete')
  await expect(incomplete).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Company name').fill('Northwind Parts')
  await page.getByLabel('Office address').fill('1 Main Street\nColumbus, OH 43215')
  await page.getByLabel('Phone').fill('(614) 555-0142')
  await page.getByLabel('Checks payable to').fill('Northwind Parts')
  await page.getByLabel('Accent color', { exact: true }).fill('#ffee00')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(
    page.getByText('Too light to read on white paper. Choose a darker color').first(),
  ).toBeVisible()
  await page.getByLabel('Accent color', { exact: true }).fill('#1f4e79')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expectToast(page, 'Success', 'Company profile updated successfully')
  await expect(incomplete).toHaveCount(0)
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expectToast(page, 'Success', 'Logo saved successfully')
  await expect(page.getByRole('img', { name: 'Logo of Northwind Parts' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(page.getByRole('heading', { name: 'Logo' })).toBeFocused()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'First steps, 1 of 6 done' })).toBeVisible()
  await page.context().close()
  await program.stop()
})

test('who may not change the profile sees it read-only', async ({ page, signIn }) => {
  await signIn('sales')
  await page.goto('/company-profile')
  await expect(page.getByLabel('Company name')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save profile' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a text is previewed on a record, and an unknown field is an error at its input', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/company-profile')
  await page.getByRole('button', { name: 'Edit the texts: Purchase order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Texts: Purchase order' })
  const below = dialog.getByLabel('Text below the lines')
  await below.fill('Deliver {order.numbr}')
  const mistake = 'Unknown field {order.numbr} at position 9'
  await expect(dialog.getByText(mistake)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save texts' }).click()
  await expect(below).toHaveAccessibleDescription(mistake)
  await expectAccessible(page)
  await below.fill('For {company.name}')
  const preview = dialog.getByRole('region', { name: 'Below the lines' })
  await expect(preview).not.toContainText('Unknown field')
  await dialog.getByRole('button', { name: 'Save texts' }).click()
  await expectToast(page, 'Success', 'Texts updated successfully')
  // The history of the profile may show it, too.
  await expect(page.getByText('For {company.name}').first()).toBeVisible()
})
