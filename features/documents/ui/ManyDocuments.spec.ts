import type { Page } from '@playwright/test'
import { expect, expectAccessible, type TestData } from '#e2e/fixtures.ts'
import { createShippedOrder } from '#e2e/journeys/create-shipped-order.ts'
import {
  configureCompany,
  createOverdueCustomer,
  createReminder,
  test,
} from '#e2e/mail-server-fixture.ts'
import type { Invoice } from '#features/receivables/contract.ts'
import { pagesIn } from '../server/testing.ts'

test('selected invoices are saved as one PDF, and each is emailed once', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await configureCompany(testData)
  const address = `${testData.code('many').toLowerCase()}@northwind.example`
  const { customerCode, id: customerId } = await createOverdueCustomer(testData, address)
  await signIn('finance')
  const found = await page.request.get(`/api/invoices?customerId=${customerId}`)
  const [invoice] = (await found.json()) as { invoiceNumber: string }[]
  await page.goto(`/ar-reports?tab=invoices&f.customerCode=${customerCode}`)
  await page.getByRole('checkbox', { name: `Select ${invoice?.invoiceNumber}` }).check()
  await page.getByRole('button', { name: 'Save or email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invoices: 1' })
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'One PDF' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^Invoices \d{4}-\d\d-\d\d\.pdf$/)
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  const [text] = await pagesIn(Buffer.concat(parts))
  expect(text).toContain(invoice?.invoiceNumber)
  await expect(dialog.getByText('1 of 1 documents saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Email each' }).click()
  await expect(dialog.getByText('1 of 1 documents queued.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Email each' }).click()
  const skipped = '0 of 1 documents queued. 1 document had been sent before.'
  await expect(dialog.getByText(skipped)).toBeVisible()
  const arrived = () => post.receivedEmails.filter(({ to }) => to.includes(address)).length
  await expect.poll(arrived).toBe(1)
})

test('selected reminders are saved as one PDF', async ({ page, testData, signIn }) => {
  await configureCompany(testData)
  const address = `${testData.code('letter').toLowerCase()}@northwind.example`
  await signIn('finance')
  const written = await createReminder(testData, address, page.request)
  const { customerCode } = written.customer
  await page.goto(`/ar-reports?tab=reminders&f.customerCode=${customerCode}`)
  await page.getByRole('checkbox', { name: `Select ${written.letterNumber}` }).check()
  await page.getByRole('button', { name: 'Save or email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reminders: 1' })
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'One PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^Reminders \d{4}-\d\d-\d\d\.pdf$/)
  await expect(dialog.getByText('1 of 1 documents saved.')).toBeVisible()
})

test('selected credit memos are saved as one PDF', async ({ page, testData, signIn }) => {
  await configureCompany(testData)
  const { customer } = await createShippedOrder(testData)
  await signIn('finance')
  const found = await page.request.get(`/api/invoices?customerId=${customer.id}&limit=1`)
  const [invoice] = (await found.json()) as { id: number }[]
  const body = { invoiceId: invoice?.id, goods: '3.00', reason: 'Late' }
  const memo = await testData.made<{ creditMemoNumber: string }>('/api/credit-memos', body)
  await page.goto(`/ar-reports?tab=memos&f.customerCode=${customer.customerCode}`)
  await page.getByRole('checkbox', { name: `Select ${memo.creditMemoNumber}` }).check()
  await page.getByRole('button', { name: 'Save or email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Credit memos: 1' })
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'One PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^Credit memos /)
  await expect(dialog.getByText('1 of 1 documents saved.')).toBeVisible()
})

const count = 12

/** Opens the dialog for twelve invoices of a new customer, and returns them. */
async function openTwelveInvoices(page: Page, testData: TestData, email: string) {
  const fields = { customerCode: testData.code('ST'), name: testData.code('Northwind'), email }
  const customer = await testData.customer({ ...fields, paymentTerms: 'COD' })
  for (let place = 0; place < count; place += 1) {
    await testData.made('/api/sales-orders', {
      orderNumber: testData.code('STO'),
      customerId: customer.id,
      status: 'delivered',
      orderDate: '2026-01-02',
      shipDate: '2026-01-05',
      totalAmount: `${20 + place}.00`,
    })
  }
  const found = await page.request.get(`/api/invoices?customerId=${customer.id}`)
  await page.goto(`/ar-reports?tab=invoices&f.customerCode=${customer.customerCode}&size=25`)
  await expect(page.getByText(`Showing 1 to ${count} of ${count} entries`)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('button', { name: 'Save or email' }).click()
  const invoices = (await found.json()) as Invoice[]
  return { invoices, dialog: page.getByRole('dialog', { name: `Invoices: ${count}` }) }
}

/** A promise that a test resolves, to hold a call back until then. */
function createHold() {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  return { held, release: () => release() }
}

test('Stop ends a file of many invoices, and a second try saves it', async ({
  page,
  testData,
  signIn,
}) => {
  await configureCompany(testData)
  await signIn('finance')
  const { dialog } = await openTwelveInvoices(page, testData, 'stop@northwind.example')
  const { held, release } = createHold()
  await page.route('**/api/document-files?*', async (route) => {
    await held
    // The page has given it up already.
    await route.abort().catch(() => undefined)
  })
  await dialog.getByRole('button', { name: 'One PDF' }).click()
  await expect(dialog.getByText('0 of 12 documents processed.')).toBeVisible()
  await expect(dialog.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  const stopped = 'Stopped after 0 of 12 documents. No file was saved.'
  await expect(dialog.getByText(stopped)).toBeVisible()
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'One PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^Invoices /)
  await expect(dialog.getByText('12 of 12 documents saved.')).toBeVisible()
})

test('Stop ends the emailing of many invoices, and a second try sends only the others', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await configureCompany(testData)
  const address = `${testData.code('stop').toLowerCase()}@northwind.example`
  await signIn('finance')
  const { invoices, dialog } = await openTwelveInvoices(page, testData, address)
  const { held, release } = createHold()
  await page.route('**/api/sendings', async (route) => {
    await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Email each' }).click()
  // The first ten are with the server when Stop is pressed; the last two are never sent to it.
  await dialog.getByRole('button', { name: 'Stop' }).click()
  release()
  const stopped = 'Stopped. 10 of 12 documents queued. Start again to send only the others.'
  await expect(dialog.getByText(stopped)).toBeVisible()
  await dialog.getByRole('button', { name: 'Email each' }).click()
  const rest = '2 of 12 documents queued. 10 documents had been sent before.'
  await expect(dialog.getByText(rest)).toBeVisible()
  const numbersSent = () =>
    post.receivedEmails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => /^Subject: .*?(INV-\d+)/m.exec(text)?.[1] ?? [])
      .toSorted()
  const numbers = invoices.map(({ invoiceNumber }) => invoiceNumber).toSorted()
  await expect.poll(numbersSent).toEqual(numbers)
})
