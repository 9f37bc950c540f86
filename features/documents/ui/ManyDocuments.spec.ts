import { expect, expectAccessible } from '#e2e/fixtures.ts'
import { createShippedOrder } from '#e2e/journeys/create-shipped-order.ts'
import {
  configureCompany,
  createOverdueCustomer,
  createReminder,
  test,
} from '#e2e/mail-server-fixture.ts'
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
