import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('an administrator copies a built-in role, changes it, and deletes it', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const name = testData.code('desk')
  await page.goto('/settings?tab=roles')
  await page.getByRole('button', { name: 'Copy viewer' }).click()
  const form = page.getByRole('dialog', { name: 'Add Role' })
  await expect(form.getByLabel('Name *')).toHaveValue('Copy of viewer')
  await expect(form.getByLabel('Sees vendors with their contacts and addresses')).toBeChecked()
  await expectAccessible(page)
  await form.getByLabel('Name *').fill(name)
  // Changing needs seeing: taking away the one takes the other with it.
  await form.getByLabel('Adds and changes vendors and their offers').check()
  await form.getByLabel('Sees vendors with their contacts and addresses').uncheck()
  await expect(form.getByLabel('Adds and changes vendors and their offers')).not.toBeChecked()
  await form.getByRole('button', { name: 'Create Role' }).click()
  await expectToast(page, 'Success', 'Role created successfully')

  const row = page.getByRole('row', { name })
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit Role' })
  await edited.getByLabel('Approves and rejects purchase orders').check()
  await edited.getByRole('button', { name: 'Update Role' }).click()
  await expectToast(page, 'Success', 'Role updated successfully')
  await expect(row).toContainText('Approves and rejects purchase orders')

  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete Role' }).click()
  await expectToast(page, 'Success', 'Role deleted successfully')
  await expect(row).toHaveCount(0)
})

test('a user with an own role sees only what it allows', async ({ browser, program, testData }) => {
  const name = testData.code('buyer')
  await testData.made('/api/roles', { name, permissions: ['vendors.read'] })
  const username = name.toLowerCase()
  const password = 'the first password'
  const email = `${username}@example.com`
  await testData.made('/api/users', { username, email, password, role: name })
  const context = await browser.newContext({ baseURL: program.url, serviceWorkers: 'block' })
  const theirs = await context.newPage()
  await theirs.goto('/auth')
  await theirs.getByLabel('Username').fill(username)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Sign In' }).click()
  const menu = theirs.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Vendors' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Customers' })).toHaveCount(0)
  await context.close()
})

test('an administrator sets the limits of a user', async ({ page, signIn, testData }) => {
  const name = testData.code('buyer')
  await testData.made('/api/roles', { name, permissions: ['vendors.read'] })
  const username = name.toLowerCase()
  const email = `${username}@example.com`
  const account = { username, email, password: 'the first password', role: name }
  await testData.made('/api/users', account)
  await signIn('admin')
  await page.goto(`/settings?tab=users&q=${username}`)
  await expect(page.getByRole('combobox', { name: `Role of ${username}` })).toHaveValue(name)
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Limits' }).click()
  const limits = page.getByRole('dialog', { name: `Limits of ${username}` })
  await limits.getByLabel('Purchase approval').fill('500')
  await expectAccessible(page)
  await limits.getByRole('button', { name: 'Update Limits' }).click()
  await expectToast(page, 'Success', `Limits of ${username} updated successfully`)
})
