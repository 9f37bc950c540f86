import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('lists the current session and offers no other session to end', async ({ page, signIn }) => {
  const { user } = await signIn('sales')
  await page.goto('/help')
  await page.getByRole('button', { name: user.username }).click()
  await page.getByRole('menuitem', { name: 'Your sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your sessions' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText('this session')
  await expect(dialog.getByRole('button', { name: 'Sign out all others' })).toHaveAttribute(
    'title',
    'There is no other session',
  )
  await expectAccessible(page)
})

test('opens by its address; ends one session and all others', async ({ page, signIn }) => {
  await signIn('sales')
  const mine = { createdAt: '2026-03-02T15:00:00.000Z', lastSeenAt: '2026-03-02T15:20:00.000Z' }
  const from = { address: '192.0.2.7', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
  let sessions = [
    { id: 1, ...mine, ...from, isCurrent: true },
    { id: 2, ...mine, ...from, isCurrent: false },
    { id: 3, ...mine, ...from, isCurrent: false },
  ]
  await page.route('**/api/user/sessions**', async (route) => {
    const isRead = route.request().method() === 'GET'
    if (isRead) return route.fulfill({ json: sessions })
    const id = Number(new URL(route.request().url()).pathname.split('/').at(-1))
    sessions = sessions.filter((each) => each.isCurrent || (id > 0 && each.id !== id))
    return route.fulfill({ status: 204 })
  })
  await page.goto('/help')
  await page.goto('/?sessions=1')
  const dialog = page.getByRole('dialog', { name: 'Your sessions' })
  await expect(dialog.getByText('Firefox on Windows at 192.0.2.7')).toHaveCount(3)
  await dialog
    .getByRole('button', { name: /^Sign out Firefox on Windows/ })
    .first()
    .click()
  await expectToast(page, 'Success', 'The session was ended')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(page).toHaveURL(/help/)
})
