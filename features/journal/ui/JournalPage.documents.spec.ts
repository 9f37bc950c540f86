import type { Page } from '@playwright/test'
import { expect, expectAccessible, type TestData, test } from '#e2e/fixtures.ts'
import { createVendor } from '#e2e/journeys/create-purchase-order.ts'
import { createShippedOrder } from '#e2e/journeys/create-shipped-order.ts'
import type { VendorBill } from '#features/payables/contract.ts'

/** A posted bill over 30.00 of a vendor of its own. */
async function createBill(testData: TestData) {
  const vendor = await createVendor(testData)
  const bill = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('JB'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
  })
  await testData.made(`/api/vendor-bills/${bill.id}/release`, { reason: 'Agreed' })
  return { vendor, bill }
}

const linesOf = (page: Page, account: string) => page.getByRole('row').filter({ hasText: account })

test('an invoice and a bill open from the journal, which comes back with its filters', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer } = await createShippedOrder(testData)
  const { vendor, bill } = await createBill(testData)
  await signIn('finance')
  await page.goto(`/journal?f.account=1100&f.customerCode=${customer.customerCode}`)
  const receivable = linesOf(page, '1100 Accounts receivable')
  await expect(receivable).toHaveCount(1)
  const invoice = receivable.getByRole('link', { name: /^Invoice INV-\d+$/ })
  await expect(invoice).toBeVisible()
  await expectAccessible(page)
  const [, number = ''] = ((await invoice.textContent()) ?? '').split(' ')
  await invoice.click()
  await expect(page).toHaveURL(new RegExp(`/ar-reports\\?tab=invoices&open=${number}`))
  await expect(page.getByRole('dialog', { name: number })).toContainText(customer.customerCode)
  await page.goBack()
  await expect(page).toHaveURL(/\/journal\?f\.account=1100&f\.customerCode=/)
  await expect(receivable).toHaveCount(1)

  await page.goto(`/journal?f.account=2000&f.vendorCode=${vendor.vendorCode}`)
  const payable = linesOf(page, '2000 Accounts payable')
  await expect(payable).toHaveCount(1)
  await payable.getByRole('link', { name: `Bill ${bill.billNumber}` }).click()
  await expect(page).toHaveURL(new RegExp(`/ap-reports\\?tab=bills&open=${bill.id}`))
  await expect(page.getByRole('dialog', { name: `Bill ${bill.billNumber}` })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/journal\?f\.account=2000&f\.vendorCode=/)
  await expect(payable).toHaveCount(1)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
})

test('a manual entry opens from the journal on the tab of its list', async ({
  page,
  signIn,
  testData,
}) => {
  const reason = testData.code('RENT')
  await testData.made('/api/manual-entries', {
    postedOn: '2026-01-15',
    reason,
    lines: [
      { account: '6000', debit: '120.00' },
      { account: '1000', credit: '120.00' },
    ],
  })
  await signIn('finance')
  await page.goto(`/journal?f.account=6000&q=${reason}`)
  const line = linesOf(page, '6000 Operating expenses')
  await line.getByRole('link', { name: new RegExp(`^Journal entry JE-\\d+: ${reason}$`) }).click()
  await expect(page).toHaveURL(/\/journal\?tab=manual&open=\d+/)
  await expect(page.getByRole('dialog', { name: /^Journal entry JE-/ })).toContainText(reason)
})

test('a document is a link only for users who may open it', async ({ page, program, testData }) => {
  const { customer } = await createShippedOrder(testData)
  const { bill } = await createBill(testData)
  const role = testData.code('auditor')
  const permissions = ['ledger.read', 'receivables.read']
  await testData.made('/api/roles', { name: role, permissions })
  const username = role.toLowerCase()
  const password = 'the first password'
  await testData.made('/api/users', { username, email: `${username}@example.com`, password, role })
  const headers = { origin: program.url }
  const answer = await page.request.post('/api/login', { data: { username, password }, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(`/journal?f.account=1100&f.customerCode=${customer.customerCode}`)
  const receivable = linesOf(page, '1100 Accounts receivable')
  await expect(receivable.getByRole('link', { name: /^Invoice INV-\d+$/ })).toBeVisible()
  await page.goto(`/journal?f.account=2000&q=${bill.billNumber}`)
  const payable = linesOf(page, '2000 Accounts payable')
  await expect(payable).toContainText(`Bill ${bill.billNumber}`)
  await expect(payable.getByRole('link', { name: `Bill ${bill.billNumber}` })).toHaveCount(0)
})
