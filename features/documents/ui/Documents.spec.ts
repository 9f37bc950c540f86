import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, type TestData } from '#e2e/fixtures.ts'
import {
  companyAddress,
  companyName,
  configureCompany,
  createOverdueCustomer,
  test,
} from '#e2e/mail-server-fixture.ts'
import type { LetterDetails } from '#features/dunning/contract.ts'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'

/** Creates a shipped order of three bolts, with its customer and invoice. */
async function createShippedOrder(testData: TestData) {
  const email = `${testData.code('pay').toLowerCase()}@northwind.example`
  const fields = { customerCode: testData.code('DC'), name: testData.code('Northwind'), email }
  const customer = await testData.customer({ ...fields, creditLimit: '1000.00' })
  const sku = { sku: testData.code('DS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 20 })
  const items = [{ skuId: item.id, quantity: 3 }]
  const body = { customerId: customer.id, items }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await testData.made(`/api/sales-orders/${order.id}/ship`, {})
  return { order, customer, item, email }
}

/** Returns the name of the downloaded file and checks that it is a PDF. */
async function savedBy(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const stream = await download.createReadStream()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  expect(Buffer.concat(parts).subarray(0, 5).toString()).toBe('%PDF-')
  return download.suggestedFilename()
}

const openSent = (page: Page) => page.getByRole('tab', { name: 'Documents' }).click()

test('every document is offered as a PDF on its record', async ({ page, testData, signIn }) => {
  await configureCompany(testData)
  await signIn('admin')
  const { order, customer, item } = await createShippedOrder(testData)
  const number = order.orderNumber
  const filed = `${number} ${customer.customerCode} ${order.orderDate}`
  await page.goto(`/sales-orders?open=${number}`)
  const pdf = () => page.getByRole('dialog').getByRole('link', { name: 'PDF' }).click()
  expect(await savedBy(page, pdf)).toBe(`Order ${filed}.pdf`)
  for (const [item, name] of [
    ['Order confirmation as PDF', 'Order'],
    ['Packing slip as PDF', 'Packing slip'],
    ['Pick list as PDF', 'Pick list'],
  ]) {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Actions for ${number}` })
      .click()
    const choose = () => page.getByRole('menuitem', { name: item }).click()
    expect(await savedBy(page, choose)).toBe(`${name} ${filed}.pdf`)
  }
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await page.getByRole('link', { name: /^INV-/ }).first().click()
  const invoice = page.getByRole('dialog', { name: /^INV-/ })
  const ofInvoice = () => invoice.getByRole('link', { name: 'PDF' }).click()
  expect(await savedBy(page, ofInvoice)).toMatch(/^Invoice INV-\d+ \S+ \d{4}-\d\d-\d\d\.pdf$/)
  const items = [{ skuId: item.id, quantity: 1 }]
  const body = { type: 'rma', originalOrderId: order.id, reason: 'Too many', items }
  const goods = await testData.made<GoodsReturn>('/api/returns', body)
  await page.goto(`/returns?open=${goods.returnNumber}`)
  const returned = `Return form ${goods.returnNumber} ${customer.customerCode} `
  expect(await savedBy(page, pdf)).toContain(returned)
  const vendor = await testData.made<Vendor>('/api/vendors', {
    vendorCode: testData.code('DV'),
    name: testData.code('Acme'),
    email: 'office@acme.example',
  })
  const bought = await testData.made<PurchaseOrder>('/api/purchase-orders', {
    orderNumber: testData.code('PO'),
    vendorId: vendor.id,
    items: [{ skuId: item.id, quantity: 1, unitPrice: '1.00' }],
  })
  await page.goto(`/purchase-orders?open=${bought.orderNumber}`)
  const ordered = `${bought.orderNumber} ${vendor.vendorCode} ${bought.orderDate}`
  expect(await savedBy(page, pdf)).toBe(`Purchase order ${ordered}.pdf`)
  await page.goto(`/customers?open=${customer.customerCode}&tab=receivables`)
  const ofAccount = () => page.getByRole('button', { name: /PDF/ }).click()
  expect(await savedBy(page, ofAccount)).toMatch(/^Statement .+\.pdf$/)
  await page.getByLabel('Type').selectOption('open')
  await expect(page.getByRole('region', { name: 'Open items' })).toContainText('INV-')
  expect(await savedBy(page, ofAccount)).toMatch(/^Open items .+\.pdf$/)
})

test('credit memos and reminders are PDFs too', async ({ page, testData, signIn }) => {
  await configureCompany(testData)
  await signIn('admin')
  const customer = await createOverdueCustomer(testData, 'pay@northwind.example')
  const found = await page.request.get(`/api/invoices?customerId=${customer.id}`)
  const [invoice] = (await found.json()) as { id: number }[]
  const memo = await testData.made<{ creditMemoNumber: string }>('/api/credit-memos', {
    invoiceId: invoice?.id,
    goods: '10.00',
    tax: '0.00',
    reason: 'Scratched',
  })
  const pdf = () => page.getByRole('dialog').getByRole('link', { name: 'PDF' }).click()
  await page.goto(`/ar-reports?tab=memos&open=${memo.creditMemoNumber}`)
  expect(await savedBy(page, pdf)).toContain(`Credit memo ${memo.creditMemoNumber} `)
  const letters = [{ customerId: customer.id, invoiceIds: [invoice?.id] }]
  const [letter] = await testData.made<LetterDetails[]>('/api/dunning/letters', { letters })
  await page.goto(`/ar-reports?tab=reminders&open=${letter?.letterNumber}`)
  expect(await savedBy(page, pdf)).toContain(`First reminder ${letter?.letterNumber} `)
})

test('a bulk send of reminders retries the rejected ones', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await configureCompany(testData)
  const addressOf = (name: string) => `${testData.code(name).toLowerCase()}@northwind.example`
  const [good, bad] = [addressOf('good'), addressOf('bad')]
  post.refused.add(bad)
  const customer = await createOverdueCustomer(testData, good)
  const other = await createOverdueCustomer(testData, bad)
  await signIn('finance')
  await page.goto('/ar-reports?tab=reminders')
  await page.getByRole('button', { name: 'Send Reminders' }).click()
  const run = page.getByRole('dialog', { name: 'Send Reminders' })
  await run.getByRole('button', { name: 'Create reminders' }).click()
  const written = page.getByRole('dialog', { name: 'Reminders created' })
  await written.getByRole('button', { name: 'Send all' }).click()
  const line = (name: string) => written.getByRole('listitem').filter({ hasText: name })
  await expect(line(customer.name)).toContainText('Sent')
  await expect(line(other.name)).toContainText('No such mailbox')
  await expectAccessible(page)
  post.refused.delete(bad)
  await written.getByRole('button', { name: /^Retry \d+$/ }).click()
  await expect(line(other.name)).toContainText('Sent')
  for (const address of [good, bad]) {
    expect(post.receivedEmails.filter(({ to }) => to.includes(address))).toHaveLength(1)
  }
})

test('a document is emailed, and the tab Sent shows when it left', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await configureCompany(testData)
  await signIn('admin')
  const { order, customer, email } = await createShippedOrder(testData)
  const file = `Order ${order.orderNumber} ${customer.customerCode} ${order.orderDate}.pdf`
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await page.getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send order confirmation' })
  await expect(dialog.getByLabel('To *')).toHaveValue(email)
  await expect(dialog.getByText(`Attached: ${file}`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('To *').fill('nobody')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText(/Must be email addresses/).first()).toBeVisible()
  await dialog.getByLabel('To *').fill(email)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expectToast(page, 'Success', `The message to ${email} is queued`)
  await openSent(page)
  await expect(page.getByText('Sent', { exact: true }).last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sent file' })).toBeVisible()
  await expect
    .poll(() => post.receivedEmails.find(({ to }) => to.includes(email))?.text)
    .toContain(file)
  await expectAccessible(page)
  const sent = () => page.getByRole('link', { name: 'Sent file' }).click()
  expect(await savedBy(page, sent)).toBe(file)
})

test('shows the rejection of the mail server, and retries', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await configureCompany(testData)
  await signIn('admin')
  const { order, email } = await createShippedOrder(testData)
  post.refused.add(email)
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await page.getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send order confirmation' })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await openSent(page)
  await expect(page.getByText('Failed', { exact: true })).toBeVisible()
  await expect(page.getByText(/No such mailbox/)).toBeVisible()
  await expectAccessible(page)
  post.refused.delete(email)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Success', 'The message is queued again')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect.poll(() => post.receivedEmails.some(({ to }) => to.includes(email))).toBe(true)
})

test('without a sender the email button shows the reason, at 360 px too', async ({
  page,
  testData,
  signIn,
}) => {
  await testData.changed('/api/settings', { companyName, companyAddress, mailSender: '' })
  await signIn('admin')
  const { order } = await createShippedOrder(testData)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  const button = page.getByRole('button', { name: 'Send by email' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/can enter it in Settings/)
  await button.click({ force: true })
  await expect(page.getByRole('dialog', { name: 'Send order confirmation' })).toHaveCount(0)
  await expectAccessible(page)
})

test('an invoice without a sender leads to the company profile instead of being sent', async ({
  page,
  testData,
  signIn,
}) => {
  await configureCompany(testData)
  const { order, item } = await createShippedOrder(testData)
  await testData.changed('/api/settings', { companyName: '' })
  await testData.changed(`/api/skus/${item.id}`, { ...item, name: 'Bolt \u0628\u0631\u063a\u064a' })
  await signIn('admin')
  const openInvoice = async () => {
    await page.goto(`/sales-orders?open=${order.orderNumber}&tab=invoices`)
    await page.getByRole('link', { name: /^INV-/ }).first().click()
  }
  await openInvoice()
  const notice = page.getByRole('status').filter({ hasText: 'The document has no sender' })
  await expect(notice.getByRole('link', { name: 'Company profile' })).toBeVisible()
  const button = page.getByRole('dialog', { name: /^INV-/ }).getByRole('button', {
    name: 'Send by email',
  })
  await expect(button).toHaveAccessibleDescription(/Complete the company profile/)
  await button.click()
  await expect(page).toHaveURL(/\/company-profile$/)
  await page.getByLabel('Company name').fill(companyName)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expectToast(page, 'Success', 'Company profile updated successfully')
  await expectAccessible(page)
  await openInvoice()
  await button.click()
  const sending = page.getByRole('dialog', { name: /^Send invoice/i })
  await expect(sending.getByText('The PDF will show empty boxes')).toBeVisible()
  await expectAccessible(page)
})
