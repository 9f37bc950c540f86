import type { Download, Page } from '@playwright/test'
import type { Customer } from '#features/customers/contract.ts'
import { type TestData, expect, expectToast, test } from '../fixtures.ts'

// The selection of a list: what it survives, and all matching rows except some.

const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })
const tick = (page: Page, code: string) => page.getByRole('checkbox', { name: `Select ${code}` })

/** Creates twelve customers with one name in two cities, and lists them by code. */
async function createTwelveCustomers(page: Page, testData: TestData): Promise<Customer[]> {
  const name = testData.code('Many')
  const made: Customer[] = []
  for (let each = 10; each < 22; each += 1) {
    const city = each % 2 === 0 ? 'Reno' : 'Austin'
    made.push(await testData.customer({ customerCode: `${name}-${each}`, name, city }))
  }
  await page.goto(`/customers?q=${name}&sort=customerCode&cols=customerCode,city`)
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()
  return made
}

const codesOf = (customers: readonly Customer[]) =>
  customers.map(({ customerCode }) => customerCode)

async function linesOf(download: Download): Promise<string[]> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8').replace('\uFEFF', '')
  return text.trim().split('\r\n')
}

test('all matching rows except one are exported and changed', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const made = await createTwelveCustomers(page, testData)
  const [first = '', second = '', ...rest] = codesOf(made)
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await tick(page, second).click()
  await expect(selection(page)).toContainText('11 selected')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(tick(page, rest.at(-1) ?? '')).toBeChecked()
  const waiting = page.waitForEvent('download')
  await selection(page).getByRole('button', { name: 'Export', exact: true }).click()
  const [, ...lines] = await linesOf(await waiting)
  expect(lines.map((line) => line.split(',')[0])).toEqual([first, ...rest])

  await selection(page).getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expectToast(page, 'Success', '11 deactivated')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(tick(page, second)).not.toBeChecked()
  await page.goto(`/customers?q=${made[0]?.name}&f.isActive=true`)
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(tick(page, second)).toBeVisible()
})

test('the selection survives sorting and column changes, but not filtering', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('viewer')
  const made = await createTwelveCustomers(page, testData)
  const [first = '', second = ''] = codesOf(made)
  await tick(page, first).click()
  await tick(page, second).click()
  await expect(selection(page)).toContainText('2 selected')
  await page.getByRole('button', { name: 'Customer Code' }).click()
  await expect(page).toHaveURL(/sort=-customerCode/)
  await expect(selection(page)).toContainText('2 selected')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible()
  await expect(selection(page)).toContainText('2 selected')
  await page.getByRole('button', { name: 'Inactive', exact: true }).click()
  await expect(selection(page)).toHaveCount(0)
})

test('a capped total is shown as such in the list and its records', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('viewer')
  const [, second] = codesOf(await createTwelveCustomers(page, testData))
  await page.route(/\/api\/customers\?/, async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    const counted = { 'x-total-count': '2', 'x-total-count-is': 'at-least' }
    await route.fulfill({ response, headers: { ...headers, ...counted } })
  })
  await page.reload()
  await expect(page.getByText('of 2+ entries')).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '-1')
  await page.getByRole('link', { name: second }).click()
  const records = page.getByRole('group', { name: 'Records' })
  await expect(records).toContainText('2 of 2+')
  await page.getByRole('button', { name: 'Next record' }).click()
  await expect(records).toContainText('3 of 2+')
})

test('a row being deleted is hidden, and reappears if the deletion fails', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const [first = ''] = codesOf(await createTwelveCustomers(page, testData))
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/api\/customers\/\d+$/, async (route) => {
    await held
    const problem = { code: 'referenced', message: 'It has an order. Deactivate it instead.' }
    await route.fulfill({ status: 409, json: problem })
  })
  const row = page.getByRole('row').filter({ hasText: first })
  await page.getByRole('button', { name: `Delete ${first}` }).click()
  await expect(row).toHaveCSS('opacity', '0')
  await expect(row).toHaveCSS('transition-duration', /0\.12s|1e-05s/)
  answer()
  await expectToast(page, 'Error', 'Failed to delete customer')
  await expect(row).toHaveCSS('opacity', '1')
})

test('rows removed by an action are deselected, the others remain selected', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const made = await createTwelveCustomers(page, testData)
  const [first = '', second = ''] = codesOf(made)
  const deactivate = selection(page).getByRole('button', { name: 'Deactivate', exact: true })
  await tick(page, first).click()
  await deactivate.click()
  await expectToast(page, 'Success', '1 deactivated')
  await expect(selection(page)).toContainText('1 selected')
  await page.goto(`/customers?q=${made[0]?.name}&sort=customerCode&f.isActive=true`)
  await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
  await tick(page, second).click()
  await deactivate.click()
  await expect(page.getByText('Showing 1 to 10 of 10 entries')).toBeVisible()
  await expect(selection(page)).toHaveCount(0)
})

test('the focus moves to the row in the place of a deleted one', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const code = testData.code('FR')
  for (const each of [1, 2, 3]) await testData.customer({ customerCode: `${code}-${each}` })
  await page.goto(`/customers?q=${code}&sort=customerCode`)
  const link = (each: number) => page.getByRole('link', { name: `${code}-${each}`, exact: true })
  const remove = async (each: number) => {
    await page.getByRole('button', { name: `Delete ${code}-${each}` }).focus()
    await page.keyboard.press('Enter')
    await expect(link(each)).toHaveCount(0)
  }
  await remove(2)
  await expect(link(3)).toBeFocused()
  await remove(3)
  await expect(link(1)).toBeFocused()
  await remove(1)
  await expect(page.getByRole('region', { name: 'Customer List' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(link(1)).toBeVisible()
})
