import { expect, expectAccessible } from '#e2e/fixtures.ts'
import { configureCompany, test } from '#e2e/mail-server-fixture.ts'

type Mailbox = { receivedEmails: { to: string[]; text: string }[] }

/** The fragment of the link in the email to an address, which quoted-printable may break. */
async function linkTo(post: Mailbox, address: string): Promise<string> {
  let found = ''
  await expect
    .poll(() => {
      const mail = post.receivedEmails.find(({ to }) => to.includes(address))
      const text = (mail?.text ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
      found = /\/auth(#\w+=[\w-]{43})/.exec(text)?.[1] ?? ''
      return found
    })
    .not.toBe('')
  return `/auth${found}`
}

test('a forgotten password is reset by a link in an email', async ({ page, testData, post }) => {
  await configureCompany(testData)
  const { user } = await testData.account('sales')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(user.email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('If an account has this address')).toBeVisible()
  await page.goto(await linkTo(post, user.email))
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('New password').fill('six green lanterns')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await page.getByRole('button', { name: 'Go to Sign In' }).click()
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill('six green lanterns')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
})

test('an invited person chooses username and password', async ({
  page,
  signIn,
  testData,
  post,
}) => {
  await configureCompany(testData)
  await signIn('admin')
  const username = testData.code('guest').toLowerCase()
  const email = `${username}@example.com`
  await page.goto('/settings?tab=users')
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  await dialog.getByLabel('Email *').fill(email)
  await dialog.getByLabel('Username *').fill(username)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Invite User' }).click()
  const link = await linkTo(post, email)
  await page.context().clearCookies()
  await page.goto(link)
  await page.getByLabel('Username').fill(`${username}.own`)
  await page.getByLabel('New password').fill('six green lanterns')
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await expect(page.getByText('Your account is ready')).toBeVisible()
  await page.getByRole('button', { name: 'Go to Sign In' }).click()
  await page.getByLabel('Username').fill(`${username}.own`)
  await page.getByLabel('Password', { exact: true }).fill('six green lanterns')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: `${username}.own` })).toBeVisible()
})

test('a link that was used says so', async ({ page }) => {
  await page.goto(`/auth#reset=${'a'.repeat(43)}`)
  await page.getByLabel('New password').fill('six green lanterns')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('This link was used before, or has expired')).toBeVisible()
})
