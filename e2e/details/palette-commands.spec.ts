import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { givenSalesOrder } from '../keyboard-user.ts'

// The groups and commands of the palette, their order, and the actions of a record.

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or command' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected=true]')

async function open(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await box(page).fill(text)
}

async function groupNames(page: Page): Promise<(string | null)[]> {
  const all = await palette(page).getByRole('group').all()
  return Promise.all(all.map((each) => each.getAttribute('aria-label')))
}

test('groups have a fixed order and include saved views, settings and help', async ({
  page,
  signIn,
  testData,
}) => {
  const name = testData.code('Shared')
  const search = { 'f.city': 'Boise' }
  const view = await testData.made<{ id: number }>('/api/views', {
    list: 'customers',
    name,
    search,
    isShared: true,
  })
  await signIn('manager')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page)
  await expect(option(page, new RegExp(name))).toBeVisible()
  await expect(group(page, 'Reports')).toBeVisible()
  expect(await groupNames(page)).toEqual([
    'Go to',
    'Create',
    'Reports',
    'Saved views',
    'Settings',
    'Help',
  ])
  await expectAccessible(page)
  await box(page).fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/customers\\?.*f.city=Boise.*view=${view.id}$`))
})

test('settings, help and sign-out are commands', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const readPreferences = () => page.evaluate(() => localStorage.getItem('prizm.preferences') ?? '')
  await open(page, '>single off')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  expect(JSON.parse(await readPreferences())).toMatchObject({ singleKeys: false })
  await open(page, '>duration 20')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  expect(JSON.parse(await readPreferences())).toMatchObject({ toastMs: 20_000 })
  await open(page, '?keyboard')
  expect(await groupNames(page)).toEqual(['Help'])
  await option(page, /^Keyboard (?!shortcuts)/).click()
  await expect(page).toHaveURL(/\/help\?tab=overview#keyboard$/)
  await open(page, '>sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth/)
})

test('offers no create command without permission', async ({ page, signIn }) => {
  await signIn('warehouse')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, '>new')
  await expect(option(page, /^New requisition/)).toBeVisible()
  await expect(option(page, /^New customer/)).toHaveCount(0)
  await expect(option(page, /^New order/)).toHaveCount(0)
})

test('without matches it offers to create a record, but Enter alone creates nothing', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const name = 'Quixotic Zephyr Works'
  await open(page, name)
  await expect(palette(page).getByText(`No matches for “${name}”`)).toBeVisible()
  await expect(palette(page).getByRole('option')).toHaveText([
    `New customer “${name}”`,
    'New order',
  ])
  expect(await groupNames(page)).toEqual(['Create'])
  await expect(chosen(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await box(page).fill(`#${name}`)
  await expect(palette(page).getByRole('option')).toHaveText(['New order'])
  const code = testData.code('ZQXV')
  await box(page).fill(`@${code}`)
  await expect(palette(page).getByRole('option')).toHaveText([`New customer “${code}”`])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create New Customer' })
  await expect(form.getByLabel('Customer Code *')).toHaveValue(code)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await open(page)
  await expect(group(page, 'Recent')).toHaveCount(0)
})

test('a command restores deleted records, with permission to delete', async ({
  page,
  signIn,
  testData,
}) => {
  const { id, customerCode } = await testData.customer({ customerCode: testData.code('GONE') })
  await signIn('admin')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const headers = { origin: new URL(page.url()).origin }
  expect((await page.request.delete(`/api/customers/${id}`, { headers })).ok()).toBe(true)
  await open(page, '>recently deleted')
  await expect(palette(page).getByRole('option')).toHaveText([
    'Recently deleted customers',
    'Recently deleted vendors',
    'Recently deleted SKUs',
  ])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customers\?view=deleted$/)
  await page.getByRole('button', { name: `Restore ${customerCode}` }).click()
  await expect(page.getByRole('button', { name: `Restore ${customerCode}` })).toHaveCount(0)
  expect((await page.request.get(`/api/customers/${id}`)).status()).toBe(200)
  await signIn('sales')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, '>recently deleted')
  await expect(palette(page).getByText('No matches for “recently deleted”')).toBeVisible()
})

test('late server results do not move the selected row', async ({ page, signIn, testData }) => {
  const customerCode = testData.code('LATE')
  await testData.customer({ customerCode, name: 'Payment Aging Brothers' })
  await signIn('admin')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let answer = (): void => {}
  const released = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/search?*', async (route) => {
    await released
    await route.continue()
  })
  await open(page, 'aging')
  await expect(option(page, 'Vendor aging')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const text = await chosen(page).textContent()
  const before = await chosen(page).boundingBox()
  answer()
  await expect(option(page, new RegExp(customerCode))).toBeVisible()
  expect(await chosen(page).textContent()).toBe(text)
  expect(await chosen(page).boundingBox()).toEqual(before)
  expect((await groupNames(page)).at(-1)).toBe('Records')
})

test('commands for the selection and the open record come first', async ({
  page,
  signIn,
  testData,
}) => {
  const name = testData.code('Chosen')
  const first = await testData.customer({ customerCode: `${name}-1`, name })
  await testData.customer({ customerCode: `${name}-2`, name })
  await signIn('admin')
  await page.goto(`/customers?q=${name}`)
  await page.getByRole('checkbox', { name: `Select ${name}-1` }).check()
  await open(page)
  expect((await groupNames(page))[0]).toBe('On this selection')
  await expect(group(page, 'On this selection').getByRole('option')).toHaveText([
    /^Activate1 selected/,
    /^Deactivate1 selected/,
    /^Delete1 selected/,
    /^Statements1 selected/,
    /^Export1 selected/,
    /^Clear the selection1 selected/,
  ])
  await box(page).fill('deact')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: `${name}-1` })
  await expect(row).toContainText('Inactive')
  const answer = await page.request.get(`/api/customers/${first.id}`)
  expect((await answer.json()).isActive).toBe(false)

  await page.goto(`/customers?q=${name}&open=${name}-1`)
  await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
  await open(page)
  expect((await groupNames(page))[0]).toBe('On this record')
  await expect(option(page, /^Edit Chosen/)).toBeVisible()
  await expect(option(page, /^Show Contract prices/)).toBeVisible()
  await box(page).fill('show activ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  await open(page, '>activate')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('Active', { exact: true })).toBeVisible()
})

test('→ shows the actions of a found record, and Backspace returns', async ({
  page,
  signIn,
  testData,
}) => {
  const { order } = await givenSalesOrder(testData)
  const number = order.orderNumber
  await signIn('admin')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, number)
  await expect(option(page, new RegExp(number))).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`/sales-orders\\?open=${number}$`))
  await expect(option(page, /^Start processing/)).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('')
  expect(await groupNames(page)).toEqual(['On this record'])
  await expectAccessible(page)
  await page.keyboard.press('Backspace')
  await expect(page).toHaveURL(/\/vendors$/)
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue(number)
  await expect(option(page, new RegExp(number))).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('start')
  await expect(option(page, /^Start processing/)).toBeVisible()
  await page.keyboard.press('Enter')
  const record = page.getByRole('dialog', { name: 'Sales Order Details' })
  await expect(record.getByText('Processing', { exact: true }).first()).toBeVisible()
  await expect(palette(page)).toHaveCount(0)
  const hasFocus = () => record.evaluate((node) => node.contains(document.activeElement))
  await expect.poll(hasFocus).toBe(true)
})
