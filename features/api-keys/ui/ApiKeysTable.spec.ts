import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { keyScopes, scopeNames, scopeSentences } from '../rules.ts'

test('an administrator creates a key, a program uses it, and it is revoked', async ({
  page,
  signIn,
  testData,
  playwright,
  program,
}) => {
  await signIn('admin')
  const name = testData.code('shop')
  await page.goto('/settings')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'API keys' })
    .click()
  await page.getByRole('button', { name: 'Add API Key' }).click()
  const form = page.getByRole('dialog', { name: 'Add API Key' })
  await expect(form.getByLabel('Name *')).toBeFocused()
  const scopes = form.getByRole('group', { name: 'Scopes' })
  for (const scope of keyScopes) {
    const choice = scopes.locator('label').filter({ hasText: scopeSentences[scope] })
    // oxlint-disable-next-line no-await-in-loop
    await expect(choice).toHaveText(`${scopeNames[scope]}${scopeSentences[scope]}`)
  }
  await expect(scopes).toContainText(
    'API keys cannot manage accounts, keys, settings, connections or period closing.',
  )
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create Key' }).click()
  await expect(form.getByText('Required').first()).toBeVisible()
  await form.getByLabel('Name *').fill(name)
  await form.getByLabel('Orders and returns').check()
  await form.getByRole('button', { name: 'Create Key' }).click()
  await expectToast(page, 'Success', 'API key created successfully')

  const keyDialog = page.getByRole('dialog', { name: `API key ${name}` })
  const key = await keyDialog.getByText(/^prizm_[\w-]{43}$/).textContent()
  await expectAccessible(page)
  await keyDialog.getByRole('button', { name: 'Close' }).click()

  const authorization = `Bearer ${key}`
  const shop = await playwright.request.newContext({
    baseURL: program.url,
    extraHTTPHeaders: { authorization },
  })
  expect((await shop.get('/api/customers?limit=1')).status()).toBe(200)
  expect((await shop.get('/api/users')).status()).toBe(403)

  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Read everything its user may read, Orders and returns')
  await expectAccessible(page)
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  const rotation = page.getByRole('dialog', { name: `Rotate ${name}` })
  await rotation.getByRole('button', { name: 'Rotate' }).click()
  await expectToast(page, 'Success', 'New secret created')
  await expect(keyDialog.getByText(/^prizm_[\w-]{43}$/)).not.toHaveText(key ?? '')
  await keyDialog.getByRole('button', { name: 'Close' }).click()
  expect((await shop.get('/api/customers?limit=1')).status()).toBe(200)

  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit API Key' })
  await edit.getByLabel('Calls per minute').fill('600')
  await edit.getByRole('button', { name: 'Update Key' }).click()
  await expectToast(page, 'Success', 'API key updated successfully')
  await expect(row).toContainText('600')

  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await expectToast(page, 'Success', 'API key revoked')
  await expect(row).toHaveCount(0)
  expect((await shop.get('/api/customers?limit=1')).status()).toBe(401)
  await shop.dispose()
})
