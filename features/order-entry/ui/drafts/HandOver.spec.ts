import { expect, expectAccessible, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'
import { fillOrder } from '#e2e/journeys/fill-order-entry.ts'
import { createKeyboardUser, pointers } from '#e2e/keyboard-user.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

test('a clerk hands an unfinished order over, and a colleague places it from the inbox', async ({
  page,
  testData,
  signIn,
}) => {
  const sales = await signIn('sales')
  const hands = await createKeyboardUser(page, true)
  const { form, customer, item } = await fillOrder(page, testData, '3')
  const po = testData.code('HAND')
  await hands.write(form.po, po)
  await hands.activate(page.getByRole('button', { name: /^Drafts/ }))
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.type('Move')
  await expect(page.getByRole('menuitem', { name: 'Move to Intake' })).toBeFocused()
  await hands.press('Enter')
  await expectToast(page, 'Success', 'Draft moved to Intake')
  await expect(form.customer).toHaveValue('')
  await expect(form.customer).toBeFocused()
  await expect(form.po).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Drafts', exact: true })).toBeVisible()
  const drafts = await page.request.get('/api/order-drafts')
  expect(await drafts.json()).toEqual([])
  expect(await pointers(page)).toBe(0)

  const manager = await signIn('manager')
  await page.goto(`/intake?q=${po}`)
  const row = page.getByRole('row').filter({ hasText: po })
  await expect(row).toContainText('Web')
  await expect(row).toContainText('Received')
  await hands.activate(row.getByRole('link').first())
  const message = page.getByRole('dialog', { name: /^Message #\d+$/ })
  await expect(message).toContainText(`Web · ${sales.user.username} · 1 line`)
  await expect(message.getByText('This message needs attention')).toHaveCount(0)
  const customerBox = message.getByRole('combobox', { name: 'Customer *' })
  await expect(customerBox).toHaveValue(`${customer.customerCode} - Northwind Supplies`)
  await expect(message.getByLabel('Customer PO')).toHaveValue(po)
  const line = message.getByRole('group', { name: 'Line 1' })
  await expect(line.getByRole('combobox', { name: 'SKU *' })).toHaveValue(`${item.sku} - Hex bolt`)
  await expect(line.getByLabel('Quantity *')).toHaveValue('3')
  await expectAccessible(page)
  await hands.activate(message.getByRole('button', { name: 'Assign to me' }))
  await expectToastDetail(page, '1 assigned to you')
  await expect(message.getByText(`Owner: ${manager.user.username}`)).toBeVisible()
  await hands.press('Control+Enter')
  await expect(page.getByText(/^Order created successfully: SO-/)).toBeVisible()
  await expect(message).toBeHidden()
  await expect(row).toContainText('Placed')
  expect(await pointers(page)).toBe(0)

  const answer = await page.request.get(`/api/sales-orders?customerId=${customer.id}`)
  const orders = (await answer.json()) as SalesOrder[]
  const placed = { customerPO: po, orderSource: 'web', subtotal: '24.00' }
  expect(orders).toMatchObject([placed])
})
