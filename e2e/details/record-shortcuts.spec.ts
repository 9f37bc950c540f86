import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { givenSalesOrder } from '../keyboard-user.ts'

// Shortcuts of an open record, and global shortcuts over it.

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or command' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('the palette and the key sheet open over a record; Esc returns to the record', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer()
  await signIn()
  await page.goto(`/customers?open=${customerCode}`)
  const record = page.getByRole('dialog', { name: customerCode })
  await tab(page, 'Orders').click()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)
  await expect(tab(page, 'Orders')).toBeFocused()
  await page.keyboard.press('?')
  const keySheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keySheet).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(keySheet).toHaveCount(0)
  await expect(tab(page, 'Orders')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
})

test('the key sheet also lists keys handled by the browser or a field', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'Quick Reference' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const shortcutRows = sheet.locator('dl > div')
  for (const [says, keys] of [
    ['Go to the latest message', 'F8'],
    ['Print the record', 'Ctrl+P'],
    ['Close the record', 'Esc'],
    ['Close (asks before it discards changes)', 'Esc'],
    ['Next field (adds a line after the last one)', 'Enter'],
    ['Previous field', 'Shift+Enter'],
    ['Line below', '↓'],
    ['Open the list of a field', 'Alt+↓'],
  ] as const) {
    await expect(shortcutRows.filter({ hasText: says })).toHaveText(`${says}${keys}`)
  }
})

test('F1 over a record opens the help, and Back returns to the record', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer()
  await signIn()
  await page.goto(`/customers?open=${customerCode}`)
  const record = page.getByRole('dialog', { name: customerCode })
  await expect(tab(page, 'Orders')).toBeVisible()
  await page.keyboard.press('F1')
  await expect(page).toHaveURL(/\/help#customers$/)
  await expect(record).toHaveCount(0)
  await page.goBack()
  await expect(record).toBeVisible()
})

test('Ctrl+Z over a record undoes its last action', async ({ page, signIn, testData }) => {
  const { order } = await givenSalesOrder(testData)
  await signIn()
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  const record = page.getByRole('dialog', { name: 'Sales Order Details' })
  await record.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Start processing' }).click()
  const status = async () => {
    const answer = await page.request.get(`/api/sales-orders/${order.id}`)
    return (await answer.json()).status
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await status()).toBe('processing')
  await page.keyboard.press('Control+z')
  await expect.poll(status).toBe('pending')
})

test('1 to 9 open the tabs of a record and E edits it, unless single keys are off', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer()
  await signIn()
  await page.goto(`/customers?open=${customerCode}`)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('2')
  await expect(tab(page, 'Orders')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/tab=orders/)
  await page.keyboard.press('8')
  await expect(tab(page, 'Activity')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('9')
  await expect(tab(page, 'Activity')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('1')
  await expect(page).not.toHaveURL(/tab=/)
  await tab(page, 'Returns').hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^Returns3/)
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: 'Edit Customer' })).toBeVisible()

  await page.evaluate(() => localStorage.setItem('prizm.preferences', '{"singleKeys":false}'))
  await page.goto(`/customers?open=${customerCode}`)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('2')
  await page.keyboard.press('e')
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
})

test('no shortcut discards form input', async ({ page, signIn, testData }) => {
  const { customerCode } = await testData.customer()
  await signIn()
  await page.goto(`/customers?open=${customerCode}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const city = page.getByRole('dialog', { name: 'Edit Customer' }).getByLabel('City')
  await city.fill('Halifax')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('F1')
  await page.getByLabel('Active', { exact: true }).focus()
  await page.keyboard.press('?')
  await page.keyboard.press('2')
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(city).toHaveValue('Halifax')
  await expect(page).toHaveURL(/\/customers\?/)
})

test('a record opens in the last used tab; a link opens the first tab', async ({
  page,
  signIn,
  testData,
}) => {
  const first = await testData.customer()
  const second = await testData.customer()
  await signIn()
  const open = (code: string) => page.getByRole('link', { name: code, exact: true }).click()
  await page.goto(`/customers?f.customerCode=${first.customerCode},${second.customerCode}`)
  await open(first.customerCode)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Activity').click()
  await page.keyboard.press('Escape')
  await open(second.customerCode)
  await expect(tab(page, 'Activity')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(new RegExp(`open=${second.customerCode}&tab=activity$`))
  await tab(page, 'Overview').click()
  await page.keyboard.press('Escape')
  await open(first.customerCode)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/customers?open=${second.customerCode}`)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
})
