import { expect, expectToast, test } from '../fixtures.ts'
import { givenSalesOrder, pointers, createKeyboardUser } from '../keyboard-user.ts'
import { orderEntry } from './fill-order-entry.ts'
import { createPurchaseOrder, rowOf } from './create-purchase-order.ts'

// Daily tasks without a pointer, with single-letter keys on and off. The phone order has its own
// test, which counts its keys.

for (const hasSingleKeys of [true, false]) {
  const how = hasSingleKeys ? 'with single keys' : 'with single keys off @crawl'

  test(`an order is found by its customer PO, opened and repeated, ${how}`, async ({
    page,
    testData,
    signIn,
  }) => {
    const { customer, customerPO, item, order } = await givenSalesOrder(testData)
    await signIn('sales')
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await hands.command(customerPO, new RegExp(order.orderNumber))
    const details = page.getByRole('dialog', { name: /Sales Order Details/ })
    await expect(details).toContainText('Pending')
    await hands.openTab('Lines')
    await expect(details.getByRole('tabpanel')).toContainText(item.sku)
    await hands.press('Escape')
    await expect(details).toHaveCount(0)

    await hands.goTo('e', 'Order Entry')
    const form = orderEntry(page)
    await hands.write(form.customer, customer.customerCode)
    await hands.press('Enter')
    await expect(form.customer).toHaveValue(/Northwind/)
    await hands.press('Control+Shift+O')
    await expect(form.quantity(1)).toHaveValue('3')
    await hands.press('Control+Enter')
    await expect(form.create).toBeEnabled()
    await hands.press('Control+Enter')
    await expect(page.getByText(/^Last order SO-/)).toBeVisible()
    expect(await pointers(page)).toBe(0)
  })

  test(`purchase orders are approved in bulk and one is received, ${how}`, async ({
    page,
    testData,
    signIn,
  }) => {
    const { vendor, order, item } = await createPurchaseOrder(testData, { status: 'submitted' })
    const second = testData.code('PO')
    const items = [{ skuId: item.id, quantity: 2 }]
    const body = { orderNumber: second, vendorId: vendor.id, status: 'submitted', items }
    await testData.made('/api/purchase-orders', body)
    await signIn('manager')
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await hands.goTo('p', 'Purchase Orders')
    await hands.write(page.getByPlaceholder('Search...', { exact: true }), vendor.vendorCode)
    await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
    for (const code of [second, order.orderNumber]) {
      await hands.reach(page.getByRole('checkbox', { name: `Select ${code}` }))
      await hands.press('Space')
    }
    const bar = page.getByRole('region', { name: 'Selection' })
    if (hasSingleKeys) await hands.press('a')
    else await hands.activate(bar.getByRole('button', { name: 'Approve', exact: true }))
    await expectToast(page, 'Success', '2 approved')
    await hands.activate(page.getByRole('button', { name: `Actions for ${order.orderNumber}` }))
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.type('Rec')
    await expect(page.getByRole('menuitem', { name: 'Receive…' })).toBeFocused()
    await hands.press('Enter')
    const receiving = page.getByRole('dialog', { name: `Receive ${order.orderNumber}` })
    // The form is visible before its data is loaded.
    await expect(receiving.getByRole('button', { name: 'Record receipt' })).toBeVisible()
    await hands.press('Control+Enter')
    await expect(rowOf(page, order.orderNumber)).toContainText('Received')
    expect(await pointers(page)).toBe(0)
  })

  test(`aging is exported and a part payment recorded, ${how}`, async ({
    page,
    testData,
    signIn,
  }) => {
    const { customer, order } = await givenSalesOrder(testData)
    await testData.made(`/api/sales-orders/${order.id}/process`, {})
    await testData.made(`/api/sales-orders/${order.id}/ship`, {})
    await signIn('finance')
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await hands.goTo('i', 'Accounts Receivable')
    await hands.openTab('Aging')
    await expect(page.getByRole('heading', { name: 'Aging by Customer' })).toBeVisible()
    const saved = page.waitForEvent('download')
    await hands.activate(page.getByRole('button', { name: 'Export CSV' }))
    expect((await saved).suggestedFilename()).toMatch(/aging.*\d{4}-\d\d-\d\d\.csv$/)

    await hands.openTab('Payments')
    await hands.activate(page.getByRole('button', { name: 'Record Payment' }))
    const dialog = page.getByRole('dialog', { name: 'Record Payment' })
    await hands.write(dialog.getByLabel('Customer *'), customer.customerCode)
    await expect(
      page.getByRole('option').filter({ hasText: customer.customerCode }).first(),
    ).toBeVisible()
    await hands.press('Enter')
    await hands.write(dialog.getByLabel('Amount *'), '10.00')
    await hands.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    const row = rowOf(page, customer.customerCode).first()
    await expect(row).toContainText('$10.00')
    expect(await pointers(page)).toBe(0)
  })

  test(`packing slips are printed and the slow endpoint is found, ${how}`, async ({
    page,
    testData,
    signIn,
  }) => {
    const { customer, order } = await givenSalesOrder(testData)
    await testData.made(`/api/sales-orders/${order.id}/process`, {})
    await signIn('admin')
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await page.evaluate(() => {
      const watchedWindow = window as Window & { printed?: string }
      window.print = () => {
        watchedWindow.printed = document.querySelector('.print-sheet')?.textContent ?? ''
      }
    })
    await hands.goTo('s', 'Sales Orders')
    await hands.write(page.getByPlaceholder('Search...', { exact: true }), customer.customerCode)
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
    await hands.reach(page.getByRole('checkbox', { name: `Select ${order.orderNumber}` }))
    await hands.press('Space')
    const bar = page.getByRole('region', { name: 'Selection' })
    if (hasSingleKeys) await hands.press('p')
    else await hands.activate(bar.getByRole('button', { name: 'Print packing slips' }))
    const printed = () =>
      page.evaluate(() => (window as Window & { printed?: string }).printed ?? '')
    await expect.poll(printed).toContain(order.orderNumber)

    await hands.goTo('h', 'Health Check')
    const endpoints = page.getByRole('region', { name: 'API Endpoints' })
    await expect(endpoints).toContainText(/\d+ ms/)
    await hands.reach(endpoints.locator('[aria-label^="Checks for"] [tabindex="0"]').first())
    expect(await pointers(page)).toBe(0)
  })
}

test('a busy or disabled control keeps the focus; closing returns it to the opener', async ({
  page,
  signIn,
  testData,
}) => {
  const customerCode = testData.code('KF')
  for (const n of [1, 2]) await testData.customer({ customerCode: `${customerCode}-${n}` })
  await signIn('admin')
  await page.goto(`/customers?q=${customerCode}&size=25`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  const press = async (name: string) => {
    await button(name).focus()
    await page.keyboard.press('Enter')
  }
  const file = page.waitForEvent('download')
  await press('Export CSV')
  await file
  await expect(button('Export CSV')).toBeFocused()

  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/customers?*', async (route) => {
    await held
    await route.continue()
  })
  await press('Refresh')
  await expect(button('Refresh')).toBeDisabled()
  await expect(button('Refresh')).toBeFocused()
  answer()
  await expect(button('Refresh')).toBeEnabled()
  await expect(button('Refresh')).toBeFocused()

  await press('Columns')
  await page.getByRole('menuitem', { name: 'Recently deleted' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Recently deleted' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button('Columns')).toBeFocused()

  await page.goto(`/ap-reports?tab=aging`)
  await page.getByRole('link', { name: /^Not due/ }).press('Enter')
  await expect(page.getByRole('tab', { selected: true })).toBeFocused()
})

test('the space bar presses the focused control, or previews the row of a focused link', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer()
  await signIn('admin')
  await page.goto(`/customers?q=${customerCode}`)
  const row = page.getByRole('checkbox', { name: `Select ${customerCode}` })
  const all = page.getByRole('checkbox', { name: 'Select this page' })
  const link = page.getByRole('link', { name: customerCode, exact: true })
  const preview = page.getByRole('region', { name: `Preview of ${customerCode}` })
  await link.press('Space')
  await expect(preview).toBeVisible()
  await expect(row).not.toBeChecked()
  await link.press('Space')
  await expect(preview).toHaveCount(0)
  await link.press('x')
  await expect(row).toBeChecked()
  await row.press('Space')
  await expect(row).not.toBeChecked()
  await all.press('Space')
  await expect(row).toBeChecked()
  await page.getByRole('button', { name: 'Columns' }).press('Space')
  await expect(page.getByRole('menu')).toBeVisible()
})

test('the menu item of the current screen reloads its data', async ({ page, signIn, testData }) => {
  await signIn('admin')
  await page.goto('/customers')
  const code = testData.code('ANEW')
  const row = page.getByRole('link', { name: code, exact: true })
  await expect(page.getByText(/^Showing /)).toBeVisible()
  await testData.customer({ customerCode: code })
  expect(await row.count()).toBe(0)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Customers' })
    .click()
  await expect(row).toBeVisible()
})
