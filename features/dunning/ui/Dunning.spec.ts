import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

/** Creates a customer with two long-overdue invoices, of 200.00 and 80.00. */
async function createOverdueCustomer(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('DU'),
    name: testData.code('Northwind'),
    creditLimit: '1000.00',
    paymentTerms: 'COD',
  })
  const order = (totalAmount: string) =>
    testData.made<SalesOrder>('/api/sales-orders', {
      orderNumber: testData.code('DO'),
      customerId: customer.id,
      status: 'delivered',
      orderDate: '2026-01-02',
      shipDate: '2026-01-05',
      totalAmount,
    })
  await order('200.00')
  await order('80.00')
  return customer
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a dunning run proposes, skips an unticked invoice, and writes a printable letter', async ({
  page,
  testData,
  signIn,
}) => {
  const customer = await createOverdueCustomer(testData)
  await signIn('finance')
  await page.goto(`/ar-reports?tab=collections&q=${customer.customerCode}`)
  await expect(rowOf(page, customer.customerCode)).toContainText('First reminder')
  await page.goto('/ar-reports?tab=reminders')
  await page.getByRole('button', { name: 'Send Reminders' }).click()
  const run = page.getByRole('dialog', { name: 'Send Reminders' })
  const own = run.getByRole('group', { name: customer.name })
  await expect(own).toContainText('First reminder')
  await expectAccessible(page)
  const ticks = await run.getByRole('checkbox', { name: /·/ }).count()
  await own.getByRole('checkbox', { name: /\$80\.00/ }).uncheck()
  await expect(run.getByText(new RegExp(`invoices?, \\$`))).toBeVisible()
  expect(ticks).toBeGreaterThan(0)
  await run.getByRole('button', { name: 'Create reminders' }).click()
  await expect(page.getByText(/^\d+ reminders? created$/)).toBeVisible()
  const written = page.getByRole('dialog', { name: 'Reminders created' })
  const line = written.getByRole('listitem').filter({ hasText: customer.name })
  await expect(line).toContainText('$200.00')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-sheet')).toContainText('$200.00')
  await page.emulateMedia({ media: null })
  await expectAccessible(page)
  await written.getByRole('button', { name: 'Close' }).last().click()
  await page.goto(`/ar-reports?tab=reminders&f.customerCode=${customer.customerCode}`)
  await rowOf(page, customer.customerCode).getByRole('link', { name: /^DUN-/ }).click()
  const letter = page.getByRole('dialog', { name: /^DUN-/ })
  await expect(letter.getByText('Our records show')).toBeVisible()
  await expectAccessible(page)
  await letter.getByRole('link', { name: /^INV-/ }).click()
  const invoice = page.getByRole('dialog', { name: /^INV-/ })
  await invoice.getByRole('tab', { name: 'Activity' }).click()
  await expect(invoice.getByText(/DUN-/)).toBeVisible()
})

test("finance blocks a customer's credit and clears it, with a reason", async ({
  page,
  testData,
  signIn,
}) => {
  const { customerCode } = await createOverdueCustomer(testData)
  await signIn('finance')
  await page.goto(`/customers?open=${customerCode}`)
  const ask = async (item: RegExp) => {
    const actions = page.getByRole('dialog').getByRole('button', { name: /^Actions for/ })
    await actions.click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await ask(/^Block credit/)
  const block = page.getByRole('dialog', { name: `Block ${customerCode}` })
  await block.getByLabel('Reason *').fill('Their bank called')
  await expectAccessible(page)
  await block.getByRole('button', { name: 'Block credit' }).click()
  await expectToast(page, 'Success', `Credit for ${customerCode} is blocked`)
  await ask(/^Clear credit/)
  const clear = page.getByRole('dialog', { name: `Clear the credit of ${customerCode}` })
  await clear.getByLabel('Reason *').fill('They paid')
  await clear.getByRole('button', { name: 'Clear credit' }).click()
  await expectToast(page, 'Success', `Credit for ${customerCode} is no longer blocked`)
})
