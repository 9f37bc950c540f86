import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { createPurchaseOrder } from '#e2e/journeys/create-purchase-order.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Generate Report' })

/** An order approved by its creator: recorded as a waiver under the default settings. */
async function createSelfApprovedOrder(testData: TestData) {
  const { order } = await createPurchaseOrder(testData, { status: 'submitted' })
  await testData.made(`/api/purchase-orders/${order.id}/approve`, {})
  return order
}

test('lists each waiver with its user, control and amount, and links to its document', async ({
  page,
  testData,
  signIn,
}) => {
  const order = await createSelfApprovedOrder(testData)
  await signIn('finance')
  await page.goto('/?report=separation-of-duties')
  const dialog = dialogOf(page)
  const show = dialog.getByRole('button', { name: 'Show on screen' })
  await show.focus()
  await page.keyboard.press('Enter')
  const table = dialog.getByRole('table', { name: 'Separation of duties' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'When',
    'Who',
    'Action',
    'Document',
    'Skipped control',
    'Reason',
    'Amount',
  ])
  const row = table.getByRole('row').filter({ hasText: order.orderNumber })
  await expect(row.getByRole('cell').nth(1)).toHaveText('root')
  await expect(row.getByRole('cell').nth(2)).toHaveText('approved')
  await expect(row.getByRole('cell').nth(4)).toHaveText('Created a purchase order and approved it')
  await expect(row.getByRole('link', { name: '$40.00' })).toHaveAttribute(
    'href',
    `/purchase-orders?open=${order.orderNumber}`,
  )
  await dialog.getByRole('button', { name: 'How Separation of duties is calculated' }).click()
  const how = page.getByRole('dialog', { name: 'How Separation of duties is calculated' })
  await expect(how).toContainText('a person skipped a control')
  await page.keyboard.press('Escape')
  await expect(how).toBeHidden()
  await expectAccessible(page)
  await dialog.getByLabel('Group by').selectOption('Who')
  await expect(table.getByRole('rowheader', { name: 'root' })).toBeVisible()

  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^separation-of-duties-\d{4}-\d\d-\d\d-.+\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')
  expect(lines[0]).toBe('When,Who,Action,Document,Skipped control,Reason,Amount')
  const line = lines.find((each) => each.includes(order.orderNumber)) ?? ''
  expect(line.slice(line.indexOf(',') + 1)).toBe(
    `root,approved,Purchase order ${order.orderNumber},` +
      'Created a purchase order and approved it,,40.00',
  )
  const workbook = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download XLSX' }).click()
  expect((await workbook).suggestedFilename()).toMatch(/^separation-of-duties-.+\.xlsx$/)

  await row.getByRole('link', { name: `Purchase order ${order.orderNumber}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/purchase-orders\\?open=${order.orderNumber}`))
  await expect(page.getByRole('dialog', { name: /Purchase Order Details/ })).toContainText(
    order.orderNumber,
  )
})

test('covers the requested period, and prints it', async ({ page, testData, signIn }) => {
  const order = await createSelfApprovedOrder(testData)
  await signIn('manager')
  await page.goto('/?report=separation-of-duties')
  const dialog = dialogOf(page)
  await page.evaluate(() => {
    window.print = () => {
      const sheet = document.querySelector('.print-sheet')
      sessionStorage.setItem('printed', sheet?.textContent ?? '')
    }
  })
  await dialog.getByRole('button', { name: 'Print' }).click()
  const printed = () => page.evaluate(() => sessionStorage.getItem('printed') ?? '')
  await expect.poll(printed).toContain('Separation of duties')
  expect(await printed()).toContain(`Purchase order ${order.orderNumber}`)
  await dialog.getByLabel('From').fill('2020-01-01')
  await dialog.getByLabel('To', { exact: true }).fill('2020-12-31')
  await dialog.getByRole('button', { name: 'Show on screen' }).click()
  await expect(dialog.getByText('No data for this report.')).toBeVisible()
  await dialog.getByLabel('To', { exact: true }).fill('2019-12-31')
  await dialog.getByRole('button', { name: 'Show on screen' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Must not be before the first day')
})

test('is not available to a role without access to the audit log, also at 360 px', async ({
  page,
  testData,
  signIn,
}) => {
  await createSelfApprovedOrder(testData)
  await signIn('sales')
  await page.goto('/?report=separation-of-duties')
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Your role cannot run this report.')).toBeVisible()
  const names = dialog.getByRole('combobox', { name: 'Report', exact: true })
  await expect(names.getByRole('option', { name: 'Separation of duties' })).toHaveCount(0)
  await signIn('manager')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/?report=separation-of-duties')
  await dialog.getByRole('button', { name: 'Show on screen' }).click()
  await expect(dialog.getByRole('table', { name: 'Separation of duties' })).toBeVisible()
  await expectAccessible(page)
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await wider()).toBe(0)
})
