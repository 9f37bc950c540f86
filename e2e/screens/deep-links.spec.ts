import type { Page } from '@playwright/test'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import { expect, expectToast, test } from '../fixtures.ts'

// Addresses that open a record or its form: permissions, missing records, and copied links.

const forms = [
  ['/customers', 'Edit Customer', 'customer'],
  ['/vendors', 'Edit Vendor', 'vendor'],
  ['/skus', 'Edit SKU', 'SKU'],
  ['/sales-orders', 'Edit Sales Order', 'sales order'],
  ['/purchase-orders', 'Edit Purchase Order', 'purchase order'],
  ['/requisitions', 'Edit Requisition', 'requisition'],
] as const

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('a form without permission names the roles that have it', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('viewer')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?edit=${customerCode}`)
  await expect(dialog(page, 'Edit Customer')).toContainText('You do not have permission for this')
  await expect(page.getByLabel('Company Name *')).toHaveCount(0)
  for (const [path, title] of forms.slice(1)) {
    await page.goto(`${path}?edit=NOPE`)
    await expect(dialog(page, title)).toContainText('You do not have permission for this')
  }
  await page.goto('/skus?edit=NOPE&tab=count')
  await expect(dialog(page, 'Adjust stock for NOPE')).toContainText(
    'You do not have permission for this',
  )
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the form of a missing record shows a notice', async ({ page, signIn }) => {
  await signIn('admin')
  for (const [path, , noun] of forms) {
    await page.goto(`${path}?edit=NOPE`)
    await expect(dialog(page, 'NOPE')).toContainText(`There is no ${noun} NOPE.`)
  }
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('finance edits a vendor’s terms by link', async ({ page, signIn, testData }) => {
  await signIn('finance')
  const vendorCode = testData.code('V')
  await testData.made<Vendor>('/api/vendors', { vendorCode, name: 'Acme', email: 'a@example.com' })
  await page.goto(`/vendors?edit=${vendorCode}`)
  await expect(dialog(page, 'Edit Vendor').getByLabel('Payment Terms')).toBeEnabled()
})

test('a code opens its record in any case, with one query by code', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('viewer')
  const customerCode = testData.code('Z')
  const { name } = await testData.customer({ customerCode })
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto(`/customers?q=nothing-has-this&open=${customerCode.toLowerCase()}`)
  await expect(dialog(page, customerCode.toLowerCase())).toContainText(name)
  const exact = `customerCode=${customerCode.toLowerCase()}`
  expect(requestedUrls.filter((url) => url.includes(exact))).toHaveLength(1)
})

test('a link opens an order whatever characters its number has', async ({
  page,
  signIn,
  testData,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin')
  const { id: customerId } = await testData.customer()
  const vendorCode = testData.code('V')
  const email = 'a@example.com'
  const vendor = await testData.made<Vendor>('/api/vendors', { vendorCode, name: 'Acme', email })
  const sale = { orderNumber: `${testData.code('SO')} A&B 10%`, customerId, totalAmount: '10.00' }
  await testData.made<SalesOrder>('/api/sales-orders', sale)
  const purchase = { orderNumber: `${testData.code('PO')} A&B 10%`, vendorId: vendor.id }
  await testData.made<PurchaseOrder>('/api/purchase-orders', { ...purchase, totalAmount: '10.00' })
  for (const [path, number, title] of [
    ['/sales-orders', sale.orderNumber, 'Sales Order Details'],
    ['/purchase-orders', purchase.orderNumber, 'Purchase Order Details'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: `Actions for ${number}` }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expectToast(page, 'Copied', 'The link opens exactly what you see')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).searchParams.get('open')).toBe(number)
    await page.goto(link)
    await expect(dialog(page, title)).toContainText(number)

    await page.getByRole('button', { name: `Actions for ${number}` }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
    expect((await waiting).suggestedFilename()).toBe(`${path.slice(1)}.csv`)
  }
})
