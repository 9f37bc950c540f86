import { expect, expectAccessible, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'
import { createSku, enterCode, openOrderEntry, orderEntry } from '#e2e/journeys/fill-order-entry.ts'
import { createKeyboardUser, pointers } from '#e2e/keyboard-user.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

// A SKU that costs $10.00 and is sold for $12.00, with a minimum margin of 20%: $12.50 would do.

test.beforeEach(async ({ testData }) => {
  await testData.changed('/api/settings', { marginBelow: 'hold', minimumMarginPercent: 20 })
})
test.afterEach(async ({ testData }) => {
  await testData.changed('/api/settings', { marginBelow: 'accept', minimumMarginPercent: 0 })
})

test('an order below the margin is on hold, and says that a manager may release it', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const hands = await createKeyboardUser(page, true)
  const { customer } = await openOrderEntry(page, testData)
  const { sku } = await createSku(testData, { cost: '10.00', price: '12.00' })
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await expect(form.customer).toHaveValue(/Northwind/)
  await enterCode(form.sku(1), sku)
  await form.quantity(1).fill('5')
  await expect(form.sku(1)).toHaveValue(/Hex bolt/)
  await hands.press('Control+Enter')
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const hold = form.part('Hold')
  await expect(hold).toContainText('The order will be created on hold.')
  await expect(hold.getByRole('term')).toHaveText(['Hold for margin'])
  await expect(hold.getByRole('definition')).toHaveText(['Ask admin or manager to release it.'])
  // The price that would do says what the SKU costs, which this role does not see.
  await expect(form.panel).not.toContainText('12.50')
  await expectAccessible(page)
  await hands.activate(hold.getByRole('button', { name: 'Why? Hold' }))
  const why = page.getByRole('dialog', { name: 'Why? Hold' })
  const tooLow = 'A price is below cost, or leaves less than the minimum margin.'
  await expect(why).toContainText(tooLow)
  await hands.press('Escape')
  await expect(why).toBeHidden()
  await hands.press('Control+Enter')
  await expectToastDetail(page, 'It is on hold until its margin is released')
  expect(await pointers(page)).toBe(0)

  const answer = await page.request.get(`/api/sales-orders?customerId=${customer.id}`)
  const [order] = (await answer.json()) as SalesOrder[]
  const orderNumber = order?.orderNumber ?? ''
  expect(order).toMatchObject({ displayStatus: 'on hold', totalAmount: '79.80' })
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  const release = page.getByRole('menuitem', { name: /^Release hold/ })
  await page.goto(`/sales-orders?open=${orderNumber}`)
  await expect(details).toContainText('To releaseAsk admin or manager to release it.')
  await hands.activate(details.getByRole('button', { name: `Actions for ${orderNumber}` }))
  await expect(release).toBeDisabled()
  await expect(release).toContainText('You do not have permission for this')
  await hands.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)

  await signIn('manager')
  await page.goto(`/sales-orders?open=${orderNumber}`)
  await expect(details).toContainText(
    'To releaseRaise the price of line 1 to $12.50, or ask admin or manager to release it. ' +
      'The margin is checked again at release.',
  )
  await hands.activate(details.getByRole('button', { name: 'Why? Hold' }))
  await expect(why).toContainText(tooLow)
  await hands.press('Escape')
  await expect(why).toBeHidden()
  await expectAccessible(page)
  await hands.activate(details.getByRole('button', { name: `Actions for ${orderNumber}` }))
  await release.press('Enter')
  await expectToast(page, 'Success', `${orderNumber} is released`)
  await expect(details.getByText('To release', { exact: true })).toHaveCount(0)
  await hands.openTab('Decisions')
  const decisions = details.getByRole('listitem').filter({ hasText: /decision record \d+/ })
  await expect(decisions.first()).toContainText('Released · Approved')
  await expect(decisions.last()).toContainText('Created · On hold for margin')
  await hands.activate(decisions.first().getByRole('button', { name: 'Why? Hold' }))
  await expect(why).toContainText('The order is no longer on hold for margin.')
  expect(await pointers(page)).toBe(0)
})
