import { expect, expectAccessible, startProgram, test } from '#e2e/fixtures.ts'

test('beyond loopback the first administrator needs the token printed at start', async ({
  browser,
}) => {
  const program = await startProgram({ TRUSTED_PROXY: 'loopback' })
  const page = await browser.newPage({ baseURL: program.url })
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const token = page.getByLabel('Setup token')
  await expect(token).toHaveAccessibleDescription('The program printed it when it started')
  await expectAccessible(page)
  await page.getByLabel('Username').fill('ana')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  await expect(token).toHaveAccessibleDescription(/Required/)
  await token.fill('a token that was guessed')
  await create.click()
  await expect(token).toHaveAttribute('aria-invalid', 'true')
  // The entered values are unchanged.
  await expect(page.getByLabel('Username')).toHaveValue('ana')
  const [, printed = ''] =
    /Setup token for the first administrator: (\S+)/.exec(program.output) ?? []
  await token.fill(printed)
  await create.click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  const me = await page.request.get('/api/user')
  expect(await me.json()).toMatchObject({ username: 'ana', role: 'admin' })
  await page.context().close()
  await program.stop()
})
