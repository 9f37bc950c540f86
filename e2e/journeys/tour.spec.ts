import { expect, expectAccessible, test } from '../app.ts'

test('the tour leads through five tasks, each on its own screen', async ({
  page,
  signIn,
}) => {
  await signIn('finance')
  await page.goto('/')
  await page.getByRole('button', { name: /finance/ }).click()
  await page.getByRole('menuitem', { name: 'Take the tour' }).click()
  const tour = page.getByRole('complementary', { name: 'Tour' })
  await expect(tour).toContainText('1 of 5')
  await expect(tour.getByRole('heading', { name: 'Age what is owed' })).toBeFocused()
  await expect(page).toHaveURL(/\/ar-reports\?tab=aging/)
  await expectAccessible(page)
  await tour.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\/ar-reports\?tab=payments/)
  await tour.getByRole('button', { name: 'Back' }).click()
  await expect(tour).toContainText('1 of 5')
  // By key: the card moves to each step's control, and a click may land where it just was.
  for (let step = 1; step < 5; step++) {
    await tour.getByRole('button', { name: 'Next' }).press('Enter')
    await expect(tour).toContainText(`${step + 1} of 5`)
  }
  await expect(page).toHaveURL(/\/help/)
  await tour.getByRole('button', { name: 'Done' }).click()
  await expect(tour).toBeHidden()
})

test('the tour also starts from the key sheet', async ({ page, signIn }) => {
  await signIn('finance')
  await page.goto('/customers')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByRole('button', { name: 'Take the tour' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const tour = page.getByRole('complementary', { name: 'Tour' })
  await expect(tour.getByRole('heading', { name: 'Age what is owed' })).toBeFocused()
  await expect(page).toHaveURL(/\/ar-reports\?tab=aging/)
})

test('the tour blocks nothing and can be ended at any time', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn('sales')
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('button', { name: /sales/ }).click()
  await page.getByRole('menuitem', { name: 'Take the tour' }).click()
  const tour = page.getByRole('complementary', { name: 'Tour' })
  await expect(page).toHaveURL(/\/order-entry/)
  await expect(tour).toBeInViewport()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await tour.getByRole('button', { name: 'End the tour' }).click()
  await expect(tour).toBeHidden()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
