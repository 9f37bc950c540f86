import { expect, expectToastDetail, test } from '#e2e/fixtures.ts'
import { openOrderEntry, orderEntry, fillOrder, enterCode } from '#e2e/journeys/fill-order-entry.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('a prepaid customer shows no credit figures, whatever the amount', async ({
  page,
  testData,
}) => {
  const fields = { paymentTerms: 'Prepaid', creditLimit: '0.00', name: 'Cash Corner' }
  const { customerCode } = await testData.customer({ customerCode: testData.code('CP'), ...fields })
  const { form } = await fillOrder(page, testData)
  await enterCode(form.customer, customerCode)
  await expect(form.customer).toHaveValue(/Cash Corner/)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const credit = form.part('Credit Check')
  await expect(credit.getByRole('definition').first()).toHaveText('Pays in advance')
  await expect(credit.getByRole('img')).toHaveCount(0)
  const hold = form.part('Hold')
  await expect(hold).toContainText(/Pay \$[\d,.]+ in advance, or ask .+ to release it unpaid/)
  await expect(hold.getByRole('button')).toHaveCount(0)
})

test('a prepaid customer shows its terms instead of credit', async ({ page, testData }) => {
  const { item } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  const terms = { paymentTerms: 'Prepaid', creditLimit: '0.00' }
  const { customerCode } = await testData.customer(terms)
  await enterCode(form.customer, customerCode)
  await expect(page.getByText('Prepaid · pays in advance')).toBeVisible()
  await enterCode(form.sku(1), item.sku)
  await form.validate.click()
  await expect(form.create).toBeEnabled()
})

test('an order over the credit says what it would take', async ({ page, testData }) => {
  const terms = { paymentTerms: 'Net 30', creditLimit: '0.00', name: 'No Credit Yet' }
  const { customerCode } = await testData.customer({ customerCode: testData.code('NC'), ...terms })
  const { form } = await fillOrder(page, testData)
  await enterCode(form.customer, customerCode)
  await expect(form.customer).toHaveValue(/No Credit Yet/)
  await form.validate.click()
  const advice = form.part('Credit Check').getByLabel('To release')
  await expect(advice).toContainText(/Pay \$[\d,.]+ in advance, or raise the limit by \$[\d,.]+/)
})

test('backorders show the units and what happens to them', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData, '9', { stock: 4 })
  const stock = form.part('Stock Check')
  await form.validate.click()
  await expect(stock).toContainText('Ships 4 now; 5 backordered')
  await page.getByRole('button', { name: 'Split backorder' }).click()
  const later = '5 units are backordered and ship automatically when in stock.'
  await expect(stock).toContainText(later)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  await expect(stock).toContainText(later)
  await form.create.click()
  await expectToastDetail(page, '5 units are backordered')
})
