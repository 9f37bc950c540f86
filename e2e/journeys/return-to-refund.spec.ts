import type { Locator, Page } from '@playwright/test'
import type { Invoice } from '#features/receivables/contract.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import { createSku } from './fill-order-entry.ts'
import { type TestData, expect, expectAccessible, expectToast, test } from '../fixtures.ts'

/** A shipped order of five at 10.00. */
async function createShippedOrder(testData: TestData) {
  const fields = { customerCode: testData.code('RJ'), name: testData.code('Northwind') }
  const customer = await testData.customer({ ...fields, creditLimit: '1000.00' })
  const item = await createSku(testData)
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 5 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await testData.made(`/api/sales-orders/${order.id}/ship`, {})
  return { order, item, customer }
}

/** Pays the invoice of an order except for an amount; returns a function that pays the rest. */
async function payPartially(
  testData: TestData,
  page: Page,
  { id, rest: unpaidAmount }: { id: number; rest: string },
) {
  const answer = await page.request.get(`/api/invoices?salesOrderId=${id}`)
  const [invoice] = (await answer.json()) as Invoice[]
  const { id: invoiceId = 0, customerId = 0, openAmount = '0' } = invoice ?? {}
  const pay = (amount: string) =>
    testData.made('/api/payments', {
      customerId,
      amount,
      method: 'ach',
      applications: [{ invoiceId, amount }],
    })
  await pay(decimal((cents(openAmount) - cents(unpaidAmount)) as Cents))
  return () => pay(unpaidAmount)
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** The number in a dialog's title, without the badge beside it. */
const numberOf = async (dialog: Locator) =>
  (await dialog.getByRole('heading').first().innerText()).split('\n')[0] ?? ''
const runMenuItem = async (page: Page, of: string, item: string | RegExp) => {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a return goes from request to credit and refund, each step by a different user', async ({
  page,
  testData,
  signIn,
}) => {
  const { order, item } = await createShippedOrder(testData)
  await signIn('sales')
  await page.goto(`/returns?new=rma:${order.orderNumber}`)
  const dialog = page.getByRole('dialog', { name: 'Create RMA' })
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Reason *').fill('Too many')
  await dialog.getByLabel(`Quantity ${item.sku}`).fill('2')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('button', { name: 'Create RMA' }).click()
  await expectToast(page, 'Success', 'Return created successfully')
  await expect(dialog).toHaveCount(0)
  const found = `/returns?q=${order.orderNumber}`
  await page.goto(found)
  const code = await page.getByRole('link', { name: /^RMA-/ }).innerText()

  await signIn('manager')
  await page.goto(found)
  await runMenuItem(page, code, 'Approve')
  await expectToast(page, 'Success', `${code} is approved`)

  await signIn('warehouse')
  await page.goto(found)
  await runMenuItem(page, code, /^Receive/)
  await page.getByRole('button', { name: 'Record receipt' }).click()
  await expectToast(page, 'Success', `${code} is received`)

  await signIn('finance')
  await page.goto(found)
  await runMenuItem(page, code, /^Complete/)
  await page.getByRole('button', { name: 'Complete return' }).click()
  await expectToast(page, 'Success', `${code} is completed`)
  await page.goto(`/returns?open=${code}&tab=credit`)
  await page.getByRole('link', { name: /^CM-/ }).click()
  const memo = page.getByRole('dialog', { name: /^CM-/ })
  await expect(memo.getByRole('link', { name: code })).toBeVisible()
  await expectAccessible(page)
  const number = await numberOf(memo)
  await page.getByRole('button', { name: `Actions for ${number}` }).click()
  const unpaid = page.getByRole('menuitem', { name: /^Refund/ })
  await expect(unpaid).toBeDisabled()
  await expect(unpaid).toContainText(/INV-\d+ is not paid\. Apply the credit first/)
  await page.keyboard.press('Escape')
  // With 10.80 of the invoice unpaid, 10.80 of the 21.60 is refundable.
  const payRemainder = await payPartially(testData, page, { id: order.id, rest: '10.80' })
  await page.reload()
  await runMenuItem(page, number, /^Refund/)
  const half = page.getByRole('dialog', { name: `Refund from ${number}` })
  await expect(half.getByLabel('Amount *')).toHaveValue('10.80')
  await half.getByLabel('Amount *').fill('10.81')
  await half.getByLabel('Reason *').fill('They asked for the money')
  await half.getByRole('button', { name: 'Request refund' }).click()
  await expect(half.getByText('Must be at most $10.80').first()).toBeVisible()
  await expectAccessible(page)
  await payRemainder()
  await page.reload()
  await runMenuItem(page, number, /^Refund/)
  const refundDialog = page.getByRole('dialog', { name: `Refund from ${number}` })
  await expect(refundDialog.getByLabel('Amount *')).toHaveValue('21.60')
  await refundDialog.getByLabel('Reason *').fill('They asked for the money')
  await expectAccessible(page)
  await refundDialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(page.getByText(/^REF-\d+ awaits release by another person$/)).toBeVisible()
  const refund = await memo.getByRole('link', { name: /^REF-/ }).innerText()

  await signIn('manager')
  await page.goto(`/ar-reports?tab=refunds&q=${refund}`)
  await expect(rowOf(page, refund)).toContainText('Awaiting release')
  await expectAccessible(page)
  await page.getByRole('link', { name: refund }).click()
  const details = page.getByRole('dialog', { name: refund })
  await expect(details.getByText('They asked for the money').first()).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Release refund' }).click()
  await expectToast(page, 'Success', `${refund} released: $21.60 is refunded`)
  await expect(details.getByText(/^Paid$/i).first()).toBeVisible()
  await details.getByRole('link', { name: 'Journal entry' }).click()
  await expect(rowOf(page, `Refund ${refund}`).first()).toContainText('$21.60')
})

test('an invoice is credited without a return, and the credit is applied to it', async ({
  page,
  testData,
  signIn,
}) => {
  const { order, item, customer } = await createShippedOrder(testData)
  await signIn('finance')
  await page.goto(`/sales-orders?open=${order.orderNumber}&tab=invoices`)
  await page.getByRole('dialog').getByRole('link', { name: /^INV-/ }).click()
  const invoice = page.getByRole('dialog', { name: /^INV-/ })
  await expect(invoice.getByRole('link', { name: order.orderNumber })).toBeVisible()
  const number = await numberOf(invoice)
  await runMenuItem(page, number, /^Credit/)
  const form = page.getByRole('dialog', { name: `Credit ${number}` })
  await form.getByLabel(`Credit ${item.sku}`).fill('6')
  await form.getByLabel('Reason *').fill('Broken on the way')
  await form.getByRole('button', { name: 'Create credit memo' }).click()
  await expect(form.getByText(/Only 5 of .* can still be credited/).first()).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel(`Credit ${item.sku}`).fill('1')
  await form.getByRole('button', { name: 'Create credit memo' }).click()
  await expect(page.getByText(/^CM-\d+ of \$10\.80 created$/)).toBeVisible()
  await invoice.getByRole('tab', { name: 'Credit memos' }).click()
  await invoice.getByRole('link', { name: /^CM-/ }).click()
  const memo = page.getByRole('dialog', { name: /^CM-/ })
  const credit = await numberOf(memo)
  await runMenuItem(page, credit, /^Apply/)
  const apply = page.getByRole('dialog', { name: `Apply ${credit}` })
  await expect(apply.getByLabel(`Amount ${number}`)).toHaveValue('10.80')
  await apply.getByRole('button', { name: 'Apply' }).click()
  await expectToast(page, 'Success', `${credit} applied`)
  await page.goto(`/ar-reports?tab=memos&f.customerCode=${customer.customerCode}`)
  await expect(rowOf(page, credit)).toContainText('$0.00')
  await expectAccessible(page)
  await page.goto(`/ar-reports?open=${number}`)
  await invoice.getByRole('tab', { name: 'Applications' }).click()
  await expect(rowOf(page, credit)).toContainText('$10.80')
  await runMenuItem(page, number, /^Write off/)
  const writeOffDialog = page.getByRole('dialog', { name: `Write off ${number}` })
  await writeOffDialog.getByLabel('Amount *').fill('4.20')
  await writeOffDialog.getByLabel('Reason *').fill('Not worth a reminder')
  await writeOffDialog.getByRole('button', { name: 'Write off' }).click()
  await expectToast(page, 'Success', `${number} written off`)
  const lost = rowOf(page, 'Not worth a reminder')
  await expect(lost.getByRole('link', { name: 'Journal entry' })).toBeVisible()
  await lost.getByRole('button', { name: 'Reverse' }).click()
  const back = page.getByRole('dialog', { name: 'Reverse' })
  await back.getByLabel('Reason *').fill('They paid after all')
  await back.getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText(new RegExp(`^\\$[\\d.]+ of ${number} is open again$`))).toBeVisible()
  await expect(lost).toContainText('Reversed')
})
