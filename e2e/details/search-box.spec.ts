import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

// The search boxes of the header and of the 404 page: ways to open results, and create suggestions
// without matches.

const header = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const nobody = 'Quixotic Zephyr Works'

/** The URL of the tab that an action opens. */
async function newTab(context: BrowserContext, act: () => Promise<void>): Promise<string> {
  const opened = context.waitForEvent('page')
  await act()
  const tab = await opened
  await tab.waitForURL(/open=/)
  const { pathname, search } = new URL(tab.url())
  await tab.close()
  return pathname + search
}

test('Ctrl+click, middle click and Ctrl+Enter open a result in a new tab', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer({ customerCode: testData.code('TAB') })
  await signIn()
  const found = `/customers?open=${customerCode}`
  for (const [path, name] of [
    ['/order-entry', 'Search'],
    ['/nowhere', 'Search for a page or record'],
  ] as const) {
    await page.goto(path)
    const box = page.getByRole('combobox', { name, exact: true })
    await box.fill(customerCode)
    const hit = option(page, new RegExp(customerCode))
    await expect(hit.locator('svg.lucide-users')).toBeVisible()
    await expectAccessible(page)
    expect(await newTab(context, () => hit.click({ modifiers: ['ControlOrMeta'] }))).toBe(found)
    expect(await newTab(context, () => hit.click({ button: 'middle' }))).toBe(found)
    expect(await newTab(context, () => box.press('Control+Enter'))).toBe(found)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(box).toHaveValue(customerCode)
    await expect(hit).toBeVisible()
  }
  await option(page, new RegExp(customerCode)).click()
  await expect(page).toHaveURL(new RegExp(`/customers\\?open=${customerCode}$`))
})

test('without matches it offers to create records the role may create', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/vendors')
  await header(page).fill(nobody)
  const list = page.getByRole('listbox', { name: 'Found' })
  await expect(page.getByText(`No matches for “${nobody}”`)).toBeVisible()
  await expect(list.getByRole('option')).toHaveText([
    `NewNew customer “${nobody}”`,
    `NewNew SKU “${nobody}”`,
    `NewNew vendor “${nobody}”`,
    'NewNew order',
  ])
  await expectAccessible(page)
  // Nothing was found, so Enter must not choose one of the create options.
  await header(page).press('Enter')
  await expect(list.locator('[aria-selected=true]')).toHaveCount(0)
  await expect(page).toHaveURL(/\/vendors$/)
  await header(page).press('ArrowDown')
  await header(page).press('Enter')
  const form = page.getByRole('dialog', { name: 'Create New Customer' })
  await expect(form.getByLabel('Company Name *')).toHaveValue(nobody)
  await expect(form.getByLabel('Customer Code *')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(/\/customers$/)
})

test('the text prefills the code of the new record, and the next form starts empty', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('purchasing')
  await page.goto('/nowhere')
  const code = testData.code('ZQXV')
  const box = page.getByRole('combobox', { name: 'Search for a page or record' })
  await box.fill(code)
  await expect(page.getByRole('option')).toHaveText([
    `NewNew SKU “${code}”`,
    `NewNew vendor “${code}”`,
  ])
  await option(page, `New vendor “${code}”`).click()
  const form = page.getByRole('dialog', { name: 'Create New Vendor' })
  await expect(form.getByLabel('Vendor Code *')).toHaveValue(code)
  await form.getByLabel('Company Name *').fill('Zephyr')
  await form.getByLabel('Email *').fill('office@zephyr.example')
  await form.getByRole('button', { name: 'Save and add another' }).click()
  await expect(form.getByLabel('Company Name *')).toHaveValue('')
  await expect(form.getByLabel('Vendor Code *')).toHaveValue('')
  const answer = await page.request.get(`/api/vendors?q=${code}`)
  expect(await answer.json()).toMatchObject([{ vendorCode: code, name: 'Zephyr' }])
})

test('without permission it offers no create suggestions', async ({ page, signIn }) => {
  await signIn('warehouse')
  await page.goto('/vendors')
  await header(page).fill(nobody)
  await expect(page.getByText(`No matches for “${nobody}”`)).toBeVisible()
  const list = page.locator('[role=listbox][aria-label=Found]')
  await expect(list.locator('[role=option]')).toHaveCount(0)
})

test('the 404 page links to the four most visited screens', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/nowhere')
  const links = page.getByRole('list', { name: 'Screens' }).getByRole('link')
  // This role may not enter orders.
  await expect(links).toHaveText(['Dashboard', 'Sales Orders', 'Customers', 'Vendors'])
  await page.goto('/skus')
  await expect(page.getByRole('heading', { name: 'SKU Management', level: 1 })).toBeVisible()
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'Help Center', level: 1 })).toBeVisible()
  await page.goto('/skus?q=none')
  await expect(page.getByRole('heading', { name: 'SKU Management', level: 1 })).toBeVisible()
  await page.goto('/nowhere')
  await expect(links).toHaveText(['SKU Management', 'Help Center', 'Dashboard', 'Sales Orders'])
  await signIn('admin')
  await page.goto('/nowhere')
  await expect(links).toHaveText(['Dashboard', 'Order Entry', 'Sales Orders', 'Customers'])
  await links.nth(1).click()
  await expect(page).toHaveURL(/\/order-entry$/)
})

test('a middle click opens a result and pastes nothing into the box', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer({ customerCode: testData.code('MID') })
  await signIn()
  await page.goto('/order-entry')
  const notes = page.getByRole('textbox', { name: 'Notes', exact: true })
  await notes.fill('selected')
  await notes.dblclick()
  for (const box of [header(page), page.getByRole('dialog').getByRole('combobox')]) {
    if (!(await box.isVisible())) await page.keyboard.press('ControlOrMeta+k')
    await box.fill(customerCode)
    const hit = option(page, new RegExp(customerCode))
    await expect(hit.first()).toBeVisible()
    const opened = await newTab(context, () => hit.first().click({ button: 'middle' }))
    expect(opened).toBe(`/customers?open=${customerCode}`)
    await expect(box).toHaveValue(customerCode)
  }
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a tap on a result opens it', async ({ page, signIn, testData }) => {
    const { customerCode } = await testData.customer({ customerCode: testData.code('TIP') })
    await signIn()
    await page.goto('/vendors')
    await header(page).fill(customerCode)
    await option(page, new RegExp(customerCode)).tap()
    await expect(page).toHaveURL(new RegExp(`/customers\\?open=${customerCode}$`))
    await page.goto('/vendors')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill(customerCode)
    await option(page, new RegExp(customerCode)).first().tap()
    await expect(page).toHaveURL(new RegExp(`/customers\\?open=${customerCode}$`))
  })
})
