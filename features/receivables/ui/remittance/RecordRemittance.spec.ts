import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Invoice, Payment, PaymentDetails } from '../../contract.ts'

const totals = ['100.00', '200.00', '300.00', '400.00', '500.00']

/** Creates a customer with five overdue invoices, and returns them in the order of their totals. */
async function createDebtor(page: Page, testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('RM'),
    name: testData.code('Northwind'),
    paymentTerms: 'COD',
  })
  for (const totalAmount of totals) {
    await testData.made<SalesOrder>('/api/sales-orders', {
      orderNumber: testData.code('SO'),
      customerId: customer.id,
      status: 'delivered',
      orderDate: '2026-01-02',
      shipDate: '2026-01-05',
      totalAmount,
    })
  }
  const query = `customerId=${customer.id}&sort=total`
  const invoices = (await (await page.request.get(`/api/invoices?${query}`)).json()) as Invoice[]
  return { ...customer, numbers: invoices.map(({ invoiceNumber }) => invoiceNumber) }
}

const form = (page: Page) => page.getByRole('dialog', { name: 'Record Remittance' })
const row = (page: Page, place: number) => form(page).getByRole('row').nth(place)

async function choosePayer(page: Page, customerCode: string) {
  await page.goto('/ar-reports?tab=payments&new=remittance')
  await form(page).getByLabel('Customer *').fill(customerCode)
  await page.getByRole('option', { name: new RegExp(customerCode) }).click()
}

/** The recorded payment of a customer, with its applications. */
async function paymentOf(page: Page, customerId: number) {
  const read = async <A>(path: string) => (await (await page.request.get(path)).json()) as A
  const [payment] = await read<Payment[]>(`/api/payments?customerId=${customerId}`)
  return read<PaymentDetails>(`/api/payments/${payment?.id}`)
}

/** Pastes text into the focused field, as Ctrl+V does. */
async function paste(page: Page, text: string) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const options = { clipboardData, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options))
  }, text)
}

test('a remittance of five invoices is typed with 11 keys besides numbers and amounts', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('finance')
  const { id, customerCode, numbers } = await createDebtor(page, testData)
  await choosePayer(page, customerCode)
  await form(page).getByLabel('Amount *').fill('1500.00')
  await form(page).getByLabel('Invoice, row 1').focus()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  for (const [at, number] of numbers.entries()) {
    await expect(form(page).getByLabel(`Invoice, row ${at + 1}`)).toBeFocused()
    await page.keyboard.type(number.replace('INV-', ''))
    await press('Enter')
    await expect(form(page).getByLabel(`Amount, row ${at + 1}`)).toBeFocused()
    await page.keyboard.type(totals[at] ?? '')
    if (at < numbers.length - 1) await press('Enter')
  }
  await expect(form(page).getByText('Fully applied')).toBeVisible()
  await expectAccessible(page)
  await press('Control+Enter')
  await expect(page.getByText(/^PAY-\d+ of \$1,500\.00 recorded$/)).toBeVisible()
  expect(keys).toBeLessThanOrEqual(12)
  const { openAmount, applications } = await paymentOf(page, id)
  expect([openAmount, applications.map(({ amount }) => amount)]).toEqual(['0.00', totals])
})

test('pasted rows are matched, and what is wrong is said in the row', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('finance')
  const { id, customerCode, numbers } = await createDebtor(page, testData)
  const other = await createDebtor(page, testData)
  await choosePayer(page, customerCode)
  await form(page).getByLabel('Invoice, row 1').focus()
  const [first = '', second = '', third = ''] = numbers
  await paste(
    page,
    `Invoice\tPaid\n${first}\t100.00\n${second.replace('INV-', '')}\t195.00\n` +
      `${other.numbers[0]}\t5.00\nINV-999\t7.00\n${third}\t310.00\nTotal\t617.00`,
  )
  await expect(form(page).getByLabel('Amount *')).toHaveValue('617.00')
  await expect(row(page, 1)).toContainText(`${first}, due`)
  await expect(row(page, 2)).toContainText('$5.00 left')
  await expect(row(page, 3)).toContainText(`Belongs to customer ${other.customerCode}`)
  await expect(row(page, 4)).toContainText('No invoice has this number')
  await expect(row(page, 5)).toContainText('$10.00 stays unapplied')
  await expect(form(page).getByText('$22.00 stays unapplied')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(form(page).getByText('Please check these fields')).toBeVisible()
  await expectAccessible(page)

  await form(page).getByRole('button', { name: 'Remove row 4' }).click()
  await form(page).getByRole('button', { name: 'Remove row 3' }).click()
  await form(page).getByLabel('Short-pay reason, row 2').selectOption('freight')
  await form(page).getByLabel('Write off the rest, row 2').check()
  await expect(row(page, 2)).toContainText('$5.00 written off')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^PAY-\d+ of \$617\.00 recorded$/)).toBeVisible()
  const { openAmount, applications } = await paymentOf(page, id)
  expect(openAmount).toBe('22.00')
  expect(applications.map(({ amount, shortPayReason }) => [amount, shortPayReason])).toEqual([
    ['100.00', null],
    ['195.00', 'freight'],
    ['300.00', null],
  ])
})

test('a CSV file fills the rows, and the customer of a list is chosen already', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('finance')
  const { customerCode, name, numbers } = await createDebtor(page, testData)
  await page.goto(`/ar-reports?tab=collections&q=${customerCode}`)
  await page.getByRole('button', { name: `Actions for ${customerCode}` }).click()
  await page.getByRole('menuitem', { name: /^Record remittance/ }).click()
  await expect(form(page).getByLabel('Customer *')).toHaveValue(`${customerCode} - ${name}`)
  const buffer = Buffer.from(`Invoice No;Net\r\n${numbers[3]};400,00\r\n${numbers[4]};499,00\r\n`)
  const file = { name: 'remittance.csv', mimeType: 'text/csv', buffer }
  await form(page).getByLabel('CSV file').setInputFiles(file)
  await expect(row(page, 1)).toContainText(`${numbers[3]}, due`)
  await expect(row(page, 2)).toContainText('$1.00 left')
  await expect(form(page).getByText('The rows add up to $899.00')).toBeVisible()
})
