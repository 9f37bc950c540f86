import {
  expect,
  expectAccessible,
  expectToast,
  firstPage,
  startProgram,
  test,
} from '#e2e/fixtures.ts'

test('an administrator sets up two approval levels and removes them', async ({ browser }) => {
  // A program of its own, because the levels are those of every purchase order.
  const program = await startProgram({})
  const page = await firstPage(browser, program)
  await page.goto('/settings?tab=purchasing')
  const card = page.getByRole('region', { name: 'Approval levels' })
  await expect(card).toContainText('One approval is enough for every purchase order.')
  await card.getByRole('button', { name: 'Change levels' }).click()
  const form = page.getByRole('dialog', { name: 'Approval Levels' })
  await form.getByLabel('Level 1: approved by').selectOption('Role manager')
  await form.getByLabel('Level 2: approved by').selectOption('Role admin')
  await form.getByRole('button', { name: 'Update Levels' }).click()
  await expect(form.getByText('Required').first()).toBeVisible()
  await form.getByLabel('Level 1: up to').fill('90000000')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Update Levels' }).click()
  await expectToast(page, 'Success', 'Approval levels updated successfully')
  await expect(card.getByRole('listitem')).toHaveText([
    /^Up to .*90,000,000\.00: role manager$/,
    'Any amount: role admin',
  ])
  await card.getByRole('button', { name: 'Change levels' }).click()
  await form.getByLabel('Level 1: approved by').selectOption('Not used')
  await form.getByLabel('Level 2: approved by').selectOption('Not used')
  await form.getByRole('button', { name: 'Update Levels' }).click()
  await expect(card).toContainText('One approval is enough for every purchase order.')
  await page.context().close()
  await program.stop()
})
