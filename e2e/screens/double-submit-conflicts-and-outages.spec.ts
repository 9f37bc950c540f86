import type { Page } from '@playwright/test'
import type { Customer } from '#features/customers/contract.ts'
import { type TestData, expect, expectAccessible, expectToast, test } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import { createVendor } from '../journeys/create-purchase-order.ts'

// Nothing is duplicated, lost or overwritten by double clicks, a closed tab, a second tab or a lost
// connection.

type FilledForm = {
  path: string
  button: string
  list: string
  fill: (page: Page) => Promise<void>
}

/** Each form with its fields, and the list that must then contain one record. */
async function prepareForms(testData: TestData): Promise<FilledForm[]> {
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const { vendorCode } = await createVendor(testData)
  const { sku } = await createSku(testData)
  const [v, s, so, po, reason] = ['V', 'S', 'SO', 'PO', 'Why'].map((each) => testData.code(each))
  const typed = (fields: Record<string, string | undefined>) => async (page: Page) => {
    for (const [label, text] of Object.entries(fields)) {
      await page
        .getByRole('dialog')
        .getByLabel(label)
        .fill(text ?? '')
    }
  }
  const chosen = async (page: Page, label: string, code: string) => {
    const box = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true })
    await box.fill(code)
    await page.getByRole('option').filter({ hasText: code }).first().click()
  }
  return [
    {
      path: '/vendors?new=1',
      button: 'Create Vendor',
      list: `/api/vendors?q=${v}`,
      fill: typed({ 'Vendor Code *': v, 'Company Name *': 'Acme', 'Email *': 'a@acme.example' }),
    },
    {
      path: '/skus?new=1',
      button: 'Create SKU',
      list: `/api/skus?q=${s}`,
      fill: typed({
        'SKU Code *': s,
        'Product Name *': 'Bolt',
        'Cost *': '1.00',
        'Selling Price *': '2.00',
      }),
    },
    {
      path: '/sales-orders?new=1',
      button: 'Create Sales Order',
      list: `/api/sales-orders?q=${so}`,
      fill: async (page) => {
        await typed({ 'Order Number *': so })(page)
        await chosen(page, 'Customer *', customerCode)
      },
    },
    {
      path: '/purchase-orders?new=1',
      button: 'Create Purchase Order',
      list: `/api/purchase-orders?q=${po}`,
      fill: async (page) => {
        await typed({ 'Order Number *': po })(page)
        await chosen(page, 'Vendor *', vendorCode)
      },
    },
    {
      path: '/requisitions?new=1',
      button: 'Create Requisition',
      list: `/api/requisitions?q=${reason}`,
      fill: async (page) => {
        await typed({ 'Reason *': reason })(page)
        await chosen(page, 'SKU', sku)
      },
    },
  ]
}

const countOf = async (page: Page, list: string) => {
  const answer = await page.request.get(`${list}&limit=10`)
  return ((await answer.json()) as unknown[]).length
}

test('a double click or a double key press creates one record', async ({
  page,
  signIn,
  testData,
}) => {
  for (const by of ['double click', 'keys'] as const) {
    for (const { path, button, list, fill } of await prepareForms(testData)) {
      await test.step(`${path} by ${by}`, async () => {
        await signIn('admin')
        await page.goto(path)
        await fill(page)
        const dialog = page.getByRole('dialog')
        const create = dialog.getByRole('button', { name: button, exact: true })
        if (by === 'double click') await create.dblclick()
        else await page.keyboard.press('Control+Enter')
        if (by === 'keys') await page.keyboard.press('Control+Enter')
        await expect(dialog).toHaveCount(0)
        expect(await countOf(page, list)).toBe(1)
      })
    }
  }
})

test('a tab closed right after a delete has deleted, and the record can be restored', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { customerCode } = await testData.customer()
  const address = `/customers?q=${customerCode}`
  const other = await context.newPage()
  await other.goto(address)
  await other.getByRole('button', { name: `Delete ${customerCode}` }).click()
  await expect(other.getByText('No results found.')).toBeVisible()
  await other.close({ runBeforeUnload: false })
  await page.goto(address)
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click()
  await page.getByRole('button', { name: `Restore ${customerCode}` }).click()
  await expectToast(page, 'Success', `${customerCode} restored`)
  expect(await countOf(page, `/api/customers?q=${customerCode}`)).toBe(1)
})

test('of two tabs that edit one customer the second gets a conflict', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { customerCode } = await testData.customer({ city: 'Austin' })
  const address = `/customers?q=${customerCode}`
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(address)
    await tab.getByRole('button', { name: `Edit ${customerCode}` }).click()
    await expect(tab.getByLabel('Company Name *')).toHaveValue('Northwind Supplies')
  }
  await page.getByLabel('Company Name *').fill('First')
  await page.getByRole('button', { name: 'Update Customer', exact: true }).click()
  await expectToast(page, 'Success', 'Customer updated successfully')
  await other.getByLabel('City').fill('Boise')
  await other.getByRole('button', { name: 'Update Customer', exact: true }).click()
  const conflictMessage = 'Someone else changed this record while you were editing'
  await expect(other.getByText(conflictMessage)).toBeVisible()
  await expect(other.getByLabel('City')).toHaveValue('Boise')
  await expect(other.getByLabel('Company Name *')).toHaveValue('First')
  const answer = await page.request.get(`/api/customers?q=${customerCode}&limit=2`)
  const [kept] = (await answer.json()) as Customer[]
  expect(kept).toMatchObject({ name: 'First', city: 'Austin' })
  await other.close()
})

test('during an outage the form keeps its input, and sends it once afterwards', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const code = testData.code('C')
  await page.goto('/customers?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create New Customer' })
  // The first user action loads the toast code.
  const toasts = page.waitForResponse(/Toaster/)
  await dialog.getByLabel('Customer Code *').click()
  await page.keyboard.insertText(code)
  await dialog.getByLabel('Company Name *').fill('Kept')
  await dialog.getByLabel('Email *').fill('kept@example.com')
  await toasts
  await context.setOffline(true)
  const create = dialog.getByRole('button', { name: 'Create Customer', exact: true })
  await create.click()
  await expect(page.getByText(/The server cannot be reached/).first()).toBeVisible()
  await expect(dialog.getByLabel('Company Name *')).toHaveValue('Kept')
  await context.setOffline(false)
  await create.click()
  await expect(dialog).toHaveCount(0)
  expect(await countOf(page, `/api/customers?q=${code}`)).toBe(1)
})

test('a part that fails to load shows an error, and loads on retry', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { customerCode } = await testData.customer()
  let isDown = true
  await page.route('**/ContractPricesTab-*.js', (route) =>
    isDown ? route.abort('connectionfailed') : route.continue(),
  )
  await page.goto(`/customers?open=${customerCode}`)
  const details = page.getByRole('dialog', { name: new RegExp(customerCode) })
  await details.getByRole('tab', { name: 'Contract prices' }).click()
  const failure = details.getByRole('alert').filter({ hasText: 'This section could not be loaded' })
  await expect(failure).toBeVisible()
  isDown = false
  await failure.getByRole('button', { name: 'Try again' }).click()
  // A browser that caches the failed import needs a page reload, which the screen requests.
  const part = details.getByRole('button', { name: 'Add Contract Price' })
  const reload = failure.getByRole('button', { name: 'Reload page' })
  await expect(part.or(reload)).toBeVisible()
  if (await reload.isVisible()) {
    await expect(failure).toContainText('Save what you entered, then reload the page')
    await expectAccessible(page)
    await reload.click()
  }
  await expect(part).toBeVisible()
  await expect(failure).toHaveCount(0)
})

test('Back waits while a form is saved, and does not navigate afterwards', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const code = testData.code('C')
  await page.goto('/help')
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await page.getByRole('button', { name: 'Add Customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Customer' })
  await dialog.getByLabel('Customer Code *').fill(code)
  await dialog.getByLabel('Company Name *').fill('Slow')
  await dialog.getByLabel('Email *').fill('slow@example.com')
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/customers', async (route) => {
    await held
    await route.continue()
  })
  const postRequest = page.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Create Customer', exact: true }).click()
  await postRequest
  await page.evaluate(() => history.back())
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('Discard changes?')).toHaveCount(0)
  await expect(page).toHaveURL(/customers\?new=1/)
  goOn()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/customers$/)
  expect(await countOf(page, `/api/customers?q=${code}`)).toBe(1)
})

test('Keep mine includes later input, and Keep editing returns the focus to the form', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { id, customerCode, name, email } = await testData.customer({ city: 'Boise' })
  await page.goto(`/customers?edit=${customerCode}`)
  const dialog = page.getByRole('dialog')
  const city = dialog.getByRole('textbox', { name: 'City' })
  await city.fill('Denver')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.locator('input:focus')).toHaveCount(1)
  await testData.changed(`/api/customers/${id}`, { customerCode, name, email, city: 'Austin' })
  await dialog.getByRole('button', { name: 'Update Customer' }).click()
  await expect(dialog.getByRole('row', { name: 'City Austin Denver' })).toBeVisible()
  await city.fill('Dallas')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(city).toHaveValue('Dallas')
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(city).toHaveValue('Austin')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(city).toHaveValue('Dallas')
})
