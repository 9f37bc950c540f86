import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, firstPage, startProgram, test } from '../fixtures.ts'

// Behavior of every list: its address holds its state, its first column stays visible, all users
// can select rows, and an empty list says how to begin.

const heads = async (page: Page) => {
  await expect(page.getByRole('columnheader').first()).toBeVisible()
  return (await page.getByRole('columnheader').allTextContents()).filter(Boolean)
}
const tick = async (page: Page, column: string) => {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: column, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('the address contains columns and page size, even remembered ones', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  await testData.customer()
  await page.goto('/customers')
  await tick(page, 'Email')
  await tick(page, 'Phone')
  await tick(page, 'City')
  await tick(page, 'Last Order')
  await page.getByLabel('Rows').selectOption('25')
  const mine = ['Customer Code', 'Name', 'Credit Limit', 'Status', 'Last Order', 'Actions']
  await page.goto('/customers')
  await expect(page).toHaveURL(
    /\?cols=customerCode,name,creditLimit,isActive,lastOrderDate&size=25$/,
  )
  expect(await heads(page)).toEqual(mine)
})

test('columns toggled in quick succession are all saved', async ({ page, signIn, testData }) => {
  await signIn('sales')
  await testData.customer()
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Email', exact: true })).toBeVisible()
  await page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')]
    const hiddenColumns = ['Email', 'Phone', 'City']
    for (const item of items)
      if (hiddenColumns.includes(item.textContent.replace('✓', ''))) item.click()
  })
  await page.keyboard.press('Escape')
  const remainingColumns = ['Customer Code', 'Name', 'Credit Limit', 'Status', 'Actions']
  await expect.poll(() => heads(page)).toEqual(remainingColumns)
  await page.goto('/customers')
  await expect(page).toHaveURL(/\?cols=customerCode,name,creditLimit,isActive$/)
  expect(await heads(page)).toEqual(remainingColumns)
})

test('columns of an address can be changed there without affecting the user’s own', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto('/customers')
  await tick(page, 'Email')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const own = /\?cols=customerCode,name,phone,city,creditLimit,isActive$/
  await expect(page).toHaveURL(own)

  await page.goto(`/customers?cols=customerCode,name&size=50`)
  expect(await heads(page)).toEqual(['Customer Code', 'Name', 'Actions'])
  await expect(page.getByLabel('Rows')).toHaveValue('50')
  await tick(page, 'Phone')
  await expect(page).toHaveURL(/cols=customerCode,name,phone&size=50$/)
  await page.goto(`/customers?cols=usual`)
  expect(await heads(page)).toContain('Email')
  await page.goto('/customers')
  await expect(page).toHaveURL(own)
  await expect(page.getByLabel('Rows')).toHaveValue('10')

  await page.goto(`/customers?cols=usual&open=${customerCode}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`/customers?cols=usual&open=${customerCode}&size=10`)
})

test('a saved view applies its columns and page size; other users keep their own', async ({
  page,
  signIn,
}) => {
  await signIn('manager')
  await page.goto('/vendors?f.isActive=true&cols=vendorCode,name&size=25')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name *').fill('Two columns')
  await dialog.getByRole('button', { name: 'Create View' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/vendors')
  await page.getByRole('button', { name: 'Two columns' }).click()
  await expect(page).toHaveURL(/cols=vendorCode,name/)
  await expect(page).toHaveURL(/size=25/)
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()
  await tick(page, 'City')
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeVisible()
  await page.goto('/vendors')
  await expect(page).toHaveURL(/\/vendors$/)
})

test('at 768 px the first column stays visible while a list scrolls sideways', async ({
  page,
  signIn,
  testData,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await signIn('manager')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?q=${customerCode}`)
  const link = page.getByRole('link', { name: customerCode })
  const box = page.locator('.table-scroll')
  const before = await link.boundingBox()
  await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  expect(await box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
  expect(await link.boundingBox()).toEqual(before)
  const head = page.getByRole('columnheader', { name: 'Customer Code' })
  const left = (await box.boundingBox())?.x ?? 0
  // After the column to select by.
  expect((await head.boundingBox())?.x).toBe(left + 40)
  await expectAccessible(page)
  await link.click()
  await expect(page.getByRole('dialog', { name: customerCode })).toBeVisible()
})

test('without write permission rows can still be selected and exported', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('viewer')
  const name = testData.code('Quiet')
  const codes = await Promise.all([testData.customer({ name }), testData.customer({ name })])
  await testData.customer()
  await page.goto(`/customers?q=${name}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await expect(bar.getByRole('button')).toHaveText(['Statements', 'Export', 'Clear'])
  await bar.getByRole('button', { name: 'Clear' }).click()
  const [first] = codes
  await page.getByRole('checkbox', { name: `Select ${first?.customerCode}` }).check()
  const saving = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await saving).path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain(first?.customerCode)
})

test('an empty list offers to create a record, a filtered one to clear the filters', async ({
  browser,
}) => {
  const program = await startProgram()
  const page = await firstPage(browser, program)
  const main = page.getByRole('main')
  for (const [address, sentence, buttons] of [
    [
      '/customers',
      'Add your first customer to take orders for them.',
      ['Add Customer', 'Import CSV'],
    ],
    ['/vendors', 'Add your first vendor to buy from them.', ['Add Vendor', 'Import CSV']],
    ['/skus', 'Add your first SKU to sell and buy it.', ['Add SKU', 'Import CSV']],
    ['/sales-orders', 'Enter the first order in Order Entry.', ['Create Sales Order']],
    ['/purchase-orders', 'Create the first purchase order.', ['Create Purchase Order']],
    ['/requisitions', 'Request goods: a manager approves, a buyer orders.', ['Create Requisition']],
    ['/returns', 'No returns yet.', ['Create RMA', 'Create RTV']],
    ['/ap-reports?tab=bills', 'No bills yet.', ['Enter bill']],
    ['/ar-reports?tab=payments', 'No payments yet.', ['Record Payment']],
  ] as const) {
    await page.goto(address)
    await expect(main.getByText(sentence)).toBeVisible()
    for (const name of buttons) {
      await expect(main.getByRole('button', { name, exact: true })).toHaveCount(1)
    }
    await main.getByPlaceholder('Search...', { exact: true }).first().fill('nothing has this')
    await expect(main.getByRole('button', { name: 'Clear filters' }).first()).toBeVisible()
    await expect(main.getByText(sentence)).toBeHidden()
    await expect(main.getByRole('button', { name: buttons[0], exact: true })).toHaveCount(1)
  }
  await page.goto('/customers')
  await main.getByRole('button', { name: 'Add Customer' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Customer' })
  await dialog.getByLabel('Customer Code *').fill('C-1')
  await dialog.getByLabel('Company Name *').fill('Acme')
  await dialog.getByLabel('Email *').fill('acme@example.com')
  await dialog.getByRole('button', { name: 'Create Customer', exact: true }).click()
  await expect(main.getByRole('link', { name: 'C-1' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Add Customer' })).toHaveCount(1)
  await page.context().close()
  await program.stop()
})
