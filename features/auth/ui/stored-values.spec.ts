import { expect, test } from '#e2e/fixtures.ts'

test('the storage of the browser has no password, session or contact of a customer', async ({
  page,
  context,
  testData,
}) => {
  const { user, password } = await testData.account('admin')
  const contact = { email: 'jane@miller.example', phone: '555-0100-7', contactName: 'Joe Miller' }
  const { customerCode } = await testData.customer({ ...contact, creditLimit: '4321.00' })
  await page.goto('/auth')
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(`/customers?open=${customerCode}`)
  await expect(page.getByRole('dialog')).toContainText(contact.contactName)
  await page.goto(`/settings?tab=users&q=${user.username}`)
  await expect(page.getByRole('button', { name: `Actions for ${user.username}` })).toBeVisible()
  await page.goto(`/customers?q=${customerCode}`)
  await expect(page.getByRole('row').filter({ hasText: customerCode })).toContainText('$4,321.00')
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).toContain('sid')
  const tokens = cookies.map(({ value }) => value)
  for (const secret of [password, ...tokens, ...Object.values(contact), '4321.00']) {
    expect(secret).not.toBe('')
    expect(stored).not.toContain(secret)
  }
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => !key.startsWith('prizm.'))).toEqual([])
})
