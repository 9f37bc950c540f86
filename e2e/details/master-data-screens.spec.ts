import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '../fixtures.ts'

// Behavior that lists and forms of customers, vendors and SKUs share.

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a filter without a chip of its own is shown and can be removed', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const one = await testData.customer({ name: testData.code('Filtered') })
  const other = await testData.customer({ name: testData.code('Filtered') })
  await page.goto(`/customers?q=Filtered&f.name=${one.name}`)
  const chip = page.getByRole('button', { name: `Name: ${one.name} remove this filter` })
  await expect(chip).toBeVisible()
  await expect(page.getByRole('link', { name: other.customerCode })).toHaveCount(0)
  await expectAccessible(page)
  await chip.press('Enter')
  await expect(page.getByRole('link', { name: other.customerCode })).toBeVisible()
  await expect(chip).toHaveCount(0)
  await expect(page.getByLabel('Filter this list')).toBeFocused()
  await page.goBack()
  await expect(chip).toBeVisible()
})

test('disabled icons of a row show the reason', async ({ page, signIn, testData }) => {
  await signIn('viewer')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?q=${customerCode}`)
  const edit = page.getByRole('button', { name: `Edit ${customerCode}` })
  await expect(edit).toBeDisabled()
  await expect(edit).toHaveAccessibleDescription('You do not have permission for this')
  await expect(page.getByRole('button', { name: 'Add Customer' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Import CSV' })).toHaveCount(0)
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Edit Customer')).toHaveCount(0)
  await expectAccessible(page)
})

test('closing an import with pasted rows asks for confirmation', async ({ page, signIn }) => {
  await signIn('manager')
  await page.goto('/vendors?f.city=Nowhere')
  await page.getByRole('main').getByRole('button', { name: 'Import CSV' }).first().click()
  const rows = dialog(page, 'Import Vendors')
  await rows.getByLabel('Or paste the rows').fill('Vendor Code,Company Name,Email')
  await page.keyboard.press('Escape')
  await expect(rows.getByText('Discard changes?')).toBeVisible()
  await expectAccessible(page)
  await rows.getByRole('button', { name: 'Keep editing' }).click()
  await expect(rows.getByLabel('Or paste the rows')).toHaveValue(/^Vendor Code/)
  await page.keyboard.press('Escape')
  await rows.getByRole('button', { name: 'Discard' }).click()
  await expect(rows).toHaveCount(0)
  await expect(page).toHaveURL(/\/vendors\?f\.city=Nowhere$/)
})

test('changed terms show their effect on open documents, and the tab shows the aging', async ({
  page,
  signIn,
  testData,
}) => {
  const customer = await testData.customer({ creditLimit: '500.00', paymentTerms: 'COD' })
  await testData.made('/api/sales-orders', {
    orderNumber: testData.code('SO'),
    customerId: customer.id,
    status: 'delivered',
    orderDate: '2026-01-02',
    shipDate: '2026-01-05',
    totalAmount: '20.00',
  })
  await signIn('finance')
  await page.goto(`/customers?open=${customer.customerCode}&tab=receivables`)
  const ages = dialog(page, customer.customerCode).getByRole('region', { name: 'Aging' })
  await expect(ages).toContainText('Total$20.00')
  await expectAccessible(page)
  await page.goto(`/customers?edit=${customer.customerCode}`)
  const form = dialog(page, 'Edit Customer')
  const notice = form.getByText('This customer has open orders or an open balance')
  await expect(form.getByLabel('Bill To')).toHaveAccessibleDescription(
    'Defaults to the address above',
  )
  await expect(notice).toHaveCount(0)
  await form.getByLabel('Payment Terms').fill('Net 60')
  await expect(notice).toBeVisible()
  await expect(form.getByText('Existing invoices keep their terms and due dates.')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Update Customer' }).click()
  await expectToast(page, 'Success', 'Customer updated successfully')
})

test('scheduled and expired contract prices are marked as such', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const { id: customerId, customerCode } = await testData.customer()
  const priced = async (name: string, days: object) => {
    const sku = testData.code(name)
    const body = { sku, name, cost: '1.00', price: '2.00' }
    const { id: skuId } = await testData.made<{ id: number }>('/api/skus', body)
    await testData.made('/api/contract-pricing', {
      customerId,
      skuId,
      contractPrice: '1.50',
      ...days,
    })
    return page.getByRole('row').filter({ hasText: sku })
  }
  const over = await priced('OV', { effectiveDate: '2020-01-01', expirationDate: '2020-12-31' })
  const coming = await priced('CO', { effectiveDate: '2999-01-01' })
  await page.goto(`/customers?open=${customerCode}&tab=prices`)
  await expect(over).toContainText('Expired')
  await expect(coming).toContainText('Scheduled')
  await expectAccessible(page)
})

test('Back asks before discarding input', async ({ page, signIn }) => {
  await signIn('sales')
  await page.goto('/customers')
  await expect(page.getByRole('button', { name: 'Add Customer' })).toBeEnabled()
  await page.keyboard.press('n')
  const form = dialog(page, 'Create New Customer')
  const typed = form.getByLabel('Company Name *')
  const question = form.getByText('Discard changes?')
  await typed.fill('Typed')
  await page.goBack()
  await expect(question).toBeVisible()
  await form.getByRole('button', { name: 'Keep editing' }).click()
  await expect(typed).toHaveValue('Typed')
  await expect(page).toHaveURL('/customers?new=1')
  await page.goBack()
  await expect(question).toBeVisible()
  await form.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL('/customers')
})
