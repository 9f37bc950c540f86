import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, type TestData, test } from '#e2e/fixtures.ts'
import type { Vendor } from '../contract.ts'

const form = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

function vendorOf(testData: TestData, fields: Partial<Vendor> = {}): Promise<Vendor> {
  const usual = { name: 'Cascade Fasteners', email: 'orders@cascade.example' }
  return testData.made('/api/vendors', { ...usual, vendorCode: testData.code('V'), ...fields })
}

test('shows its title, card and columns', async ({ page, signIn, testData }) => {
  await signIn('purchasing')
  const vendor = await vendorOf(testData, { city: 'Tacoma', paymentTerms: 'Net 45' })
  await page.goto(`/vendors?q=${vendor.vendorCode}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible()
  await expect(page.getByText('Manage your vendor database')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Vendor List' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Vendor' })).toBeVisible()
  await expect(page).toHaveTitle('Vendors · Prizm')
  const current = page.getByRole('navigation').getByRole('link', { name: 'Vendors' })
  await expect(current).toHaveAttribute('aria-current', 'page')
  await expect(row(page, vendor.vendorCode)).toContainText('Net 45')
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads.filter(Boolean)).toEqual([
    'Vendor Code',
    'Name',
    'Email',
    'Phone',
    'City',
    'Payment Terms',
    'Status',
    'Actions',
  ])
  await expect(row(page, vendor.vendorCode)).toContainText('Active')
  await expectAccessible(page)
})

test('New PO in a row menu opens the order form with the vendor selected', async ({
  page,
  signIn,
  testData,
}) => {
  const vendor = await vendorOf(testData)
  const code = vendor.vendorCode
  await signIn('purchasing')
  await page.goto(`/vendors?q=${code}`)
  await page.getByRole('link', { name: code }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'New PO' }).click()
  const dialog = form(page, 'Create Purchase Order')
  const chosen = dialog.getByRole('combobox', { name: 'Vendor *' })
  await expect(chosen).toHaveValue(`${code} - Cascade Fasteners`)
  await dialog.getByRole('button', { name: 'Create Purchase Order', exact: true }).click()
  await expectToast(page, 'Success', 'Purchase order created successfully')
  await signIn('sales')
  await page.goto(`/vendors?q=${code}`)
  await page.getByRole('button', { name: `Actions for ${code}` }).click()
  await expect(page.getByRole('menuitem', { name: 'New PO' })).toContainText(
    'You do not have permission for this',
  )
})

test('the form has the labels of the specification', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/vendors')
  await page.getByRole('button', { name: 'Add Vendor' }).first().click()
  const dialog = form(page, 'Create New Vendor')
  for (const label of [
    'Vendor Code *',
    'Company Name *',
    'Email *',
    'Phone',
    'Address',
    'City',
    'State',
    'ZIP Code',
    'Country',
    'Payment Terms',
    'Active',
  ]) {
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible()
  }
  await expect(dialog.getByLabel('Vendor Code *')).toBeFocused()
  await expect(dialog.getByLabel('Active', { exact: true })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expectAccessible(page)
})

test('create and update show a toast and close the dialog', async ({ page, signIn, testData }) => {
  await signIn()
  const code = testData.code('V')
  await page.goto('/vendors?new=1')
  const dialog = form(page, 'Create New Vendor')
  await dialog.getByLabel('Vendor Code *').fill(code)
  await dialog.getByLabel('Company Name *').fill('Harbor Packaging')
  await dialog.getByLabel('Email *').fill('sales@harbor.example')
  await dialog.getByLabel('Payment Terms').fill('2/10 net 30 EOM')
  await dialog.getByLabel('Lead Time').fill('12')
  await dialog.getByRole('button', { name: 'Create Vendor', exact: true }).click()
  await expectToast(page, 'Success', 'Vendor created successfully')
  await expect(dialog).toBeHidden()

  await page.goto(`/vendors?q=${code}&cols=vendorCode,paymentTerms,leadTimeDays`)
  await expect(row(page, code)).toContainText('2/10 net 30 EOM')
  await expect(row(page, code)).toContainText('12 days')
  await page.getByRole('button', { name: `Edit ${code}` }).click()
  const edit = form(page, 'Edit Vendor')
  await edit.getByLabel('Lead Time').fill('')
  await edit.getByLabel('Payment Terms').fill('Net 60')
  await edit.getByRole('button', { name: 'Update Vendor' }).click()
  await expectToast(page, 'Success', 'Vendor updated successfully')
  await expect(edit).toBeHidden()
  await expect(row(page, code)).toContainText('Net 60')
  await expect(row(page, code)).not.toContainText('days')
})

test('a failed create or update shows a toast and keeps the input', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const first = await vendorOf(testData)
  const second = await vendorOf(testData)
  await page.goto('/vendors?new=1')
  const dialog = form(page, 'Create New Vendor')
  await dialog.getByLabel('Vendor Code *').fill(first.vendorCode.toLowerCase())
  await dialog.getByLabel('Company Name *').fill('Again')
  await dialog.getByLabel('Email *').fill('again@example.com')
  await dialog.getByRole('button', { name: 'Create Vendor', exact: true }).click()
  await expectToast(page, 'Error', 'Failed to create vendor')
  await expect(dialog.getByLabel('Vendor Code *')).toHaveAccessibleDescription('Already taken')

  await page.goto(`/vendors?edit=${second.vendorCode}`)
  const edit = form(page, 'Edit Vendor')
  await edit.getByLabel('Vendor Code *').fill(first.vendorCode)
  await edit.getByRole('button', { name: 'Update Vendor' }).click()
  await expectToast(page, 'Error', 'Failed to update vendor')
  await expect(edit.getByLabel('Vendor Code *')).toHaveValue(first.vendorCode)
})

test('deletes immediately and offers Undo', async ({ page, signIn, testData }) => {
  await signIn()
  const { vendorCode } = await vendorOf(testData)
  await page.goto(`/vendors?q=${vendorCode}`)
  await page.getByRole('button', { name: `Delete ${vendorCode}` }).click()
  await expectToast(page, 'Success', 'Vendor deleted successfully')
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', `${vendorCode} restored`)
  await expect(row(page, vendorCode)).toBeVisible()

  await page.getByRole('button', { name: `Delete ${vendorCode}` }).click()
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click()
  const bin = form(page, 'Recently deleted')
  await expectAccessible(page)
  await bin.getByRole('button', { name: `Restore ${vendorCode}` }).click()
  await expectToast(page, 'Success', `${vendorCode} restored`)
  await expect(bin.getByText(vendorCode)).toBeHidden()
})

test('a failed deletion shows the reason', async ({ page, signIn, testData }) => {
  await signIn()
  const { id, vendorCode } = await vendorOf(testData)
  await page.goto(`/vendors?q=${vendorCode}`)
  await expect(row(page, vendorCode)).toBeVisible()
  const origin = new URL(page.url()).origin
  await page.request.delete(`/api/vendors/${id}`, { headers: { origin } })
  await page.getByRole('button', { name: `Delete ${vendorCode}` }).click()
  await expectToast(page, 'Error', 'Failed to delete vendor')
  await expect(page.getByText('That vendor was not found', { exact: true })).toBeVisible()
})

test('bulk deactivate and delete show one toast each, with Undo', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const city = testData.code('Town')
  for (let count = 0; count < 12; count += 1) await vendorOf(testData, { city })
  await page.goto(`/vendors?f.city=${city}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await expect(page.getByText('10 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expectToast(page, 'Success', '12 deactivated')
  await expect(page.getByRole('row').filter({ hasText: 'Inactive' })).toHaveCount(10)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Inactive' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Success', '12 deleted')
  await expect(page.getByText('No results found.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()
})

test('a selection is exported with the columns shown', async ({ page, signIn, testData }) => {
  await signIn('viewer')
  const { vendorCode } = await vendorOf(testData, { paymentTerms: '2/10, net 30' })
  await page.goto(`/vendors?q=${vendorCode}&cols=vendorCode,paymentTerms,isActive`)
  await expect(row(page, vendorCode)).toBeVisible()
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('vendors.csv')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString('utf8').replace('\uFEFF', '').trim().split('\r\n')
  expect(lines).toEqual(['Vendor Code,Payment Terms,Status', `${vendorCode},"2/10, net 30",Active`])
})

test('details open by code, keep their tab in the address, and close on Back', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { vendorCode: code } = await vendorOf(testData, { taxId: '12-3456789' })
  await page.goto(`/vendors?q=${code}`)
  await page.getByRole('link', { name: code }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(code) })
  await expect(dialog.getByText('12-3456789')).toBeVisible()
  await expect(page).toHaveTitle(`${code} · Vendors · Prizm`)
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/tab=activity/)
  await expect(dialog.getByText('root created this')).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goto('/vendors?open=NOBODY')
  await expect(page.getByText('There is no vendor NOBODY')).toBeVisible()
})

test('finance edits a vendor’s terms and nothing else', async ({ page, signIn, testData }) => {
  await signIn('finance')
  const { vendorCode } = await vendorOf(testData, { city: 'Yakima' })
  await page.goto(`/vendors?q=${vendorCode}`)
  await expect(page.getByRole('button', { name: 'Add Vendor' }).first()).toBeDisabled()
  await page.getByRole('button', { name: `Edit ${vendorCode}` }).click()
  const dialog = form(page, 'Edit Vendor')
  await expect(dialog.getByLabel('City')).toBeDisabled()
  await expect(dialog.getByLabel('Payment Terms')).toBeFocused()
  await dialog.getByLabel('Payment Terms').fill('Net 90')
  await dialog.getByRole('button', { name: 'Update Vendor' }).click()
  await expectToast(page, 'Success', 'Vendor updated successfully')
  await expect(row(page, vendorCode)).toContainText('Net 90')
  await expect(row(page, vendorCode)).toContainText('Yakima')
})

test('the website of a vendor is a link; text that is no address stays text', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('purchasing')
  const { vendorCode } = await vendorOf(testData, { website: 'www.cascade.example' })
  await page.goto(`/vendors?open=${vendorCode}`)
  await expect(page.getByRole('link', { name: 'www.cascade.example' })).toHaveAttribute(
    'href',
    'https://www.cascade.example/',
  )
  const other = await vendorOf(testData, { website: 'none yet' })
  await page.goto(`/vendors?open=${other.vendorCode}`)
  await expect(page.getByText('none yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'none yet' })).toHaveCount(0)
})

test('nothing overflows at 360 px', async ({ page, signIn, testData }) => {
  await signIn()
  await page.setViewportSize({ width: 360, height: 740 })
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  const { vendorCode } = await vendorOf(testData, { name })
  for (const query of [`q=${vendorCode}`, `open=${vendorCode}`, 'new=1']) {
    await page.goto(`/vendors?${query}`)
    await expect(page.getByText(query === 'new=1' ? 'Details' : name).first()).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, query).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  }
})
