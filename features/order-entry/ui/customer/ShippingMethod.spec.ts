import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { fillOrder } from '#e2e/journeys/fill-order-entry.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

// Two units at 8.00 are 16.00 plus 1.28 tax; with shipping the total is 32.28.

test('a pickup order pays no shipping, from Order Entry to its confirmation', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { form, customer } = await fillOrder(page, testData)
  const method = page.getByRole('combobox', { name: 'Shipping method' })
  await expect(method).toHaveValue('standard')
  await expect(method.getByRole('option')).toHaveText([
    'Standard',
    'Express',
    'Overnight',
    'Freight',
    'Customer pickup',
  ])
  const sums = page.getByLabel('Estimate')
  await expect(sums).toContainText('Total$32.28')
  await form.po.focus()
  await page.keyboard.press('Tab')
  await expect(method).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.sku(1)).toBeFocused()
  await form.validate.click()
  await expect(form.part('Pricing Summary')).toContainText('Shipping$15.00')
  await method.selectOption('Customer pickup')
  await expect(form.create).toBeDisabled()
  await expect(sums).toContainText('Total$17.28')
  await form.validate.click()
  await expect(form.part('Pricing Summary')).toContainText('Shipping$0.00')
  await expectAccessible(page)
  await form.create.click()
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  await expect(method).toHaveValue('standard')

  const query = `customerCode=${customer.customerCode}`
  const [order] = (await (
    await page.request.get(`/api/sales-orders?${query}`)
  ).json()) as SalesOrder[]
  expect(order).toMatchObject({ shippingMethod: 'pickup', totalAmount: '17.28' })
  await page.goto(`/sales-orders?open=${order?.orderNumber}`)
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(details).toContainText('Shipping MethodCustomer pickup')
  await details.getByRole('button', { name: `Actions for ${order?.orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Sales Order' })
  await edit.getByLabel('Shipping Method').selectOption('Freight')
  await edit.getByRole('button', { name: 'Update Sales Order' }).click()
  await expectToast(page, 'Success', 'Sales order updated successfully')
  await page.goto(`/sales-orders?open=${order?.orderNumber}`)
  await expect(details).toContainText('Shipping MethodFreight')
  await expect(details).toContainText('$32.28')
})
