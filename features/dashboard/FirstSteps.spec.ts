import { expect, expectAccessible, firstPage, startProgram, test } from '#e2e/app.ts'
import { countMoves, movesOf } from '#e2e/moves.ts'

test.setTimeout(120_000)

test('the first administrator is told what to set up, sees it ticked and puts it away', async ({
  browser,
}) => {
  const program = await startProgram()
  const page = await firstPage(browser, program)
  await countMoves(page)
  await page.goto('/')
  const steps = page.getByRole('region', { name: /First steps/ })
  const head = steps.getByRole('heading')
  await expect(head).toHaveText('First steps, 0 of 6 done')
  expect(await movesOf(page)).toEqual([])
  await expectAccessible(page)
  const headers = { origin: program.url }
  const data = { customerCode: 'C-1', name: 'Northwind', email: 'orders@northwind.example' }
  await page.request.post('/api/customers', { data, headers })
  await page.request.put('/api/settings', { data: { companyName: 'Northwind' }, headers })
  await page.reload()
  await expect(head).toHaveText('First steps, 2 of 6 done')
  await expect(steps.getByRole('listitem').first()).toHaveText(
    'Begun with records of your own, done',
  )
  await steps.getByRole('button', { name: 'Invite users' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Users' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(steps.getByRole('button', { name: 'Invite users' })).toBeFocused()
  await steps.getByRole('button', { name: 'Take the tour' }).press('Enter')
  const tour = page.getByRole('complementary', { name: 'Tour' })
  await expect(tour.getByRole('heading', { name: 'Take a phone order' })).toBeFocused()
  await expect(page).toHaveURL(/\/order-entry/)
  await tour.getByRole('button', { name: 'End the tour' }).press('Enter')
  await expect(tour).toHaveCount(0)
  await page.goto('/')
  await steps.getByRole('link', { name: 'vendors' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Import Vendors' })).toBeVisible()
  await page.goto('/')
  await steps.getByRole('button', { name: 'Hide these steps' }).press('Enter')
  await expect(steps).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByText('No orders yet.')).toBeVisible()
  await expect(steps).toBeHidden()
  await page.getByRole('button', { name: /first/ }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await expect(head).toHaveText('First steps, 2 of 6 done')
  await page.context().close()
  await program.stop()
})

test('the demo data is loaded by keyboard, and every figure is there after', async ({
  browser,
}) => {
  const program = await startProgram({ SEED: 'small' })
  const page = await firstPage(browser, program)
  await page.goto('/')
  const steps = page.getByRole('region', { name: /First steps/ })
  await steps.getByRole('button', { name: 'Start empty' }).press('Enter')
  await expect(steps.getByRole('heading')).toHaveText('First steps, 1 of 6 done')
  await expect(steps.getByRole('button', { name: 'Start empty' })).toBeFocused()
  await steps.getByRole('button', { name: 'Load demo data' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Load demo data' })
  await expect(dialog).toContainText('It cannot be taken out again')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(steps.getByRole('button', { name: 'Load demo data' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Load it now' }).press('Enter')
  await expect(steps.getByRole('status')).toContainText('Loading the demo data')
  await expect(steps).toContainText('The demo data is loaded', { timeout: 60_000 })
  await expect(steps.getByRole('heading')).toHaveText('First steps, 2 of 6 done')
  const cards = page.getByRole('region', { name: 'Figures' })
  await expect(cards.getByRole('link', { name: 'Total SKUs' })).toContainText('140')
  await page.context().close()
  await program.stop()
})
