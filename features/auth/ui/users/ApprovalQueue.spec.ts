import {
  expect,
  expectAccessible,
  expectToast,
  firstPage,
  startProgram,
  test,
} from '#e2e/fixtures.ts'

test('an administrator approves one sign-up and rejects another', async ({ browser }) => {
  const program = await startProgram({ SIGN_UP: 'approval' })
  const page = await firstPage(browser, program)
  const headers = { origin: program.url }
  const stranger = await browser.newContext({ baseURL: program.url })
  for (const username of ['ada', 'eve']) {
    const data = { username, email: `${username}@example.com`, password: 'nine blue kettles' }
    const answer = await stranger.request.post('/api/register', { data, headers })
    expect(answer.status()).toBe(403)
  }
  await stranger.close()
  await page.goto('/settings?tab=users')
  const queue = page.getByRole('region', { name: 'Awaiting approval (2)' })
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await queue.getByRole('combobox', { name: 'Role for ada' }).selectOption('sales')
  await queue.getByRole('button', { name: 'Approve ada' }).click()
  await expectToast(page, 'Success', 'ada can sign in now')
  await page.getByRole('button', { name: 'Reject eve' }).click()
  await expectToast(page, 'Success', 'The sign-up of eve was rejected')
  await expect(page.getByRole('region', { name: /^Awaiting approval/ })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Role of ada' })).toHaveValue('sales')
  await page.context().close()
  await program.stop()
})
