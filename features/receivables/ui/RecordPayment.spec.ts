import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Payment } from '../contract.ts'

/** Creates a customer with a long-overdue invoice of 20.00. */
async function createOverdueCustomer(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('SE'),
    name: testData.code('Northwind'),
    paymentTerms: 'COD',
  })
  await testData.made<SalesOrder>('/api/sales-orders', {
    orderNumber: testData.code('SO'),
    customerId: customer.id,
    status: 'delivered',
    orderDate: '2026-01-02',
    shipDate: '2026-01-05',
    totalAmount: '20.00',
  })
  return customer
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const item = (page: Page, name: RegExp) => page.getByRole('menuitem', { name })
const form = (page: Page) => page.getByRole('dialog', { name: 'Record Payment' })
const openMenu = (page: Page, code: string) =>
  page
    .getByRole('button', { name: `Actions for ${code}` })
    .last()
    .click()

test('a payment is recorded from an invoice, and from a row of a customer list', async ({
  page,
  testData,
  signIn,
}) => {
  const { customerCode, name } = await createOverdueCustomer(testData)
  await signIn('finance')
  await page.goto(`/ar-reports?tab=collections&q=${customerCode}`)
  await expect(rowOf(page, customerCode)).toContainText('$20.00')
  await openMenu(page, customerCode)
  await item(page, /^Record payment/).click()
  await expect(form(page).getByLabel('Customer *')).toHaveValue(`${customerCode} - ${name}`)
  await expect(form(page).getByLabel('Amount *')).toHaveValue('')
  await expect(form(page).getByText('$20.00 open')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)

  await page.goto(`/ar-reports?tab=invoices&f.customerCode=${customerCode}`)
  await page.getByRole('link', { name: /^INV-/ }).click()
  const invoice = page.getByRole('dialog', { name: /^INV-/ })
  const number = /INV-\d+/.exec((await invoice.getByRole('heading').first().innerText()) ?? '')?.[0]
  await openMenu(page, String(number))
  await item(page, /^Record payment/).click()
  await expect(form(page).getByLabel('Customer *')).toHaveValue(`${customerCode} - ${name}`)
  await expect(form(page).getByLabel('Amount *')).toHaveValue('20.00')
  await expect(form(page).getByLabel('Reference')).toHaveValue(String(number))
  await expectAccessible(page)
  await form(page).getByRole('button', { name: 'Record Payment' }).click()
  await expect(page.getByText(/^PAY-\d+ of \$20\.00 recorded$/)).toBeVisible()
  await expect(invoice.getByText(/^Paid$/i).first()).toBeVisible()
  await openMenu(page, String(number))
  await expect(item(page, /^Record payment/)).toContainText('It has no open amount')
})

test('prefilled payment fields reset when the customer changes; typed text remains', async ({
  page,
  testData,
  signIn,
}) => {
  const payer = await createOverdueCustomer(testData)
  const other = await createOverdueCustomer(testData)
  await signIn('finance')
  await page.goto(`/ar-reports?tab=invoices&f.customerCode=${payer.customerCode}`)
  await rowOf(page, payer.name)
    .getByRole('button', { name: /^Actions for INV-/ })
    .click()
  await item(page, /^Record payment/).click()
  const [customer, amount] = [
    form(page).getByLabel('Customer *'),
    form(page).getByLabel('Amount *'),
  ]
  const reference = form(page).getByLabel('Reference')
  const choose = async (code: string) => {
    await customer.fill(code)
    await page.getByRole('option').filter({ hasText: code }).click()
  }
  await expect(amount).toHaveValue('20.00')
  await expect(reference).toHaveValue(/^INV-/)
  await choose(other.customerCode)
  await expect(amount).toHaveValue('')
  await expect(reference).toHaveValue('')
  await choose(payer.customerCode)
  await expect(amount).toHaveValue('20.00')
  await expect(reference).toHaveValue(/^INV-/)

  await amount.fill('5.00')
  await expect(form(page).getByText('Replaces 20.00', { exact: true })).toBeVisible()
  await choose(other.customerCode)
  await expect(amount).toHaveValue('5.00')
  await expect(reference).toHaveValue('')
  await expect(form(page).getByText(`Entered for ${payer.customerCode}`)).toBeVisible()
  await amount.fill('6.00')
  await expect(form(page).getByText(`Entered for ${payer.customerCode}`)).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Record Payment' }).click()
  await expect(page.getByText(/^PAY-\d+ of \$6\.00 recorded$/)).toBeVisible()
  const query = `customerCode=${other.customerCode}`
  const payments = (await (await page.request.get(`/api/payments?${query}`)).json()) as Payment[]
  expect(payments.map((each) => [each.amount, each.reference ?? ''])).toEqual([['6.00', '']])
})

test('Undo reverses the applications of a payment', async ({ page, testData, signIn }) => {
  const { id: customerId, customerCode } = await createOverdueCustomer(testData)
  const { paymentNumber } = await testData.made<Payment>('/api/payments', {
    customerId,
    amount: '15.00',
    method: 'ach',
  })
  await signIn('finance')
  await page.goto(`/ar-reports?tab=payments&f.customerCode=${customerCode}&open=${paymentNumber}`)
  await expect(page.getByRole('dialog').getByText('1 of 1')).toBeVisible()
  await openMenu(page, paymentNumber)
  await item(page, /^Apply/).click()
  const apply = page.getByRole('dialog', { name: `Apply ${paymentNumber}` })
  await apply.getByRole('button', { name: 'Apply' }).click()
  await expectToast(page, 'Success', `${paymentNumber} applied`)
  const settled = page.getByRole('dialog').getByRole('row').filter({ hasText: 'INV-' })
  await expect(settled).toContainText('$15.00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', `Application of ${paymentNumber} reversed`)
  await expect(settled).toContainText('Reversed')
  await expect(page.getByRole('dialog').getByRole('definition').nth(1)).toHaveText('$15.00')
})

test('a check number that the customer used before shows a warning before it is recorded', async ({
  page,
  testData,
  signIn,
}) => {
  const { id, customerCode } = await createOverdueCustomer(testData)
  const check = { customerId: id, receivedOn: '2026-01-20', method: 'check', reference: '1042' }
  await testData.made<Payment>('/api/payments', { ...check, amount: '5.00' })
  await signIn('finance')
  await page.goto('/ar-reports?tab=payments&new=payment')
  await form(page).getByLabel('Customer *').fill(customerCode)
  await page.getByRole('option', { name: new RegExp(customerCode) }).click()
  await form(page).getByLabel('Method').selectOption('check')
  const warning = form(page).getByText('This check may already be recorded')
  await form(page).getByLabel('Reference').fill('1043')
  await expect(warning).toBeHidden()
  await form(page).getByLabel('Reference').fill('1042')
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await form(page).getByLabel('Amount *').fill('5.00')
  await form(page).getByRole('button', { name: 'Record Payment' }).click()
  await expect(page.getByText(/^PAY-\d+ of \$5\.00 recorded$/)).toBeVisible()
})
