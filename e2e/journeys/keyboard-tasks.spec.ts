import { startSimulator } from '#wms-simulator/simulator.ts'
import { expect, expectToast, firstPage, startProgram, test } from '../fixtures.ts'
import { eventually } from '../eventually.ts'
import { givenSalesOrder, pointers, createKeyboardUser } from '../keyboard-user.ts'
import { orderEntry, createSku } from './fill-order-entry.ts'
import { createVendor, rowOf } from './create-purchase-order.ts'
import { webhookSecret } from '../warehouse-fixture.ts'

// Less frequent tasks than those of `keyboard-only.spec.ts`, also without a pointer.

for (const hasSingleKeys of [true, false]) {
  const how = hasSingleKeys ? 'with single keys' : 'with single keys off @crawl'

  test(`a new customer gets a contract price, ${how}`, async ({ page, testData, signIn }) => {
    const { sku } = await createSku(testData)
    const code = testData.code('KN')
    await signIn('manager')
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await hands.goTo('c', 'Customers')
    if (hasSingleKeys) await hands.press('n')
    else await hands.command('>New customer')
    const form = page.getByRole('dialog', { name: 'Create New Customer' })
    await hands.write(form.getByLabel('Customer Code *'), code)
    await hands.write(form.getByLabel('Company Name *'), 'Northwind')
    await hands.write(form.getByLabel('Email *'), 'orders@northwind.example')
    await hands.press('Control+Enter')
    await expect(form).toHaveCount(0)
    await hands.command(`@${code}`, new RegExp(code))
    const details = page.getByRole('dialog', { name: new RegExp(code) })
    await expect(details).toBeVisible()
    await hands.openTab('Contract prices')
    await hands.activate(details.getByRole('button', { name: 'Add Contract Price' }))
    const price = page.getByRole('dialog', { name: 'Create New Contract Price' })
    await hands.write(price.getByLabel('SKU *'), sku)
    await hands.press('Enter')
    await expect(price.getByLabel('SKU *')).toHaveValue(/Hex bolt/)
    await hands.write(price.getByLabel('Contract Price *'), '1.75')
    await hands.press('Control+Enter')
    await expect(price).toHaveCount(0)
    await expect(rowOf(page, sku)).toContainText('$1.75')
    expect(await pointers(page)).toBe(0)
  })

  test(`an order over the credit limit goes to finance for a decision, ${how}`, async ({
    page,
    testData,
    signIn,
  }) => {
    const finance = await testData.account('finance')
    const customer = await testData.customer({
      customerCode: testData.code('KF'),
      creditLimit: '20.00',
    })
    const item = await createSku(testData)
    await signIn('sales')
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await hands.goTo('e', 'Order Entry')
    const form = orderEntry(page)
    await hands.write(form.customer, customer.customerCode)
    await hands.press('Enter')
    await expect(form.customer).toHaveValue(/Northwind/)
    await hands.write(form.sku(1), item.sku)
    await hands.press('Enter')
    await hands.write(form.quantity(1), '9')
    await hands.press('Control+Enter')
    await expect(form.panel).toContainText('over the available $20.00')
    await hands.activate(form.panel.getByRole('button', { name: 'Ask finance' }))
    await expectToast(
      page,
      'Finance was notified',
      'Finance will review the credit. Your order is saved under Drafts',
    )
    expect(await pointers(page)).toBe(0)

    const headers = { origin: new URL(page.url()).origin }
    const data = { username: finance.user.username, password: finance.password }
    expect((await page.request.post('/api/login', { data, headers })).ok()).toBe(true)
    const other = await createKeyboardUser(page, hasSingleKeys)
    await other.activate(page.getByRole('button', { name: /^Notifications/ }).first())
    const news = page.getByRole('link', {
      name: new RegExp(`Credit for .*${customer.customerCode}`),
    })
    await other.activate(news)
    const details = page.getByRole('dialog', { name: new RegExp(customer.customerCode) })
    await expect(details).toContainText('$20.00')
    expect(await pointers(page)).toBe(0)
  })

  test(`a SKU that runs out is reordered, ${how}`, async ({ page, testData, signIn }) => {
    const vendor = await createVendor(testData)
    const item = await createSku(testData, { currentStock: 2, minimumStock: 10 })
    const offer = { vendorId: vendor.id, skuId: item.id, unitPrice: '3.50' }
    await testData.made('/api/vendor-skus', offer)
    await signIn('purchasing')
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await hands.command('>Purchase Proposals')
    await hands.write(page.getByPlaceholder('Search...', { exact: true }), item.sku)
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
    await hands.activate(page.getByRole('button', { name: `Order… ${item.sku}` }))
    const dialog = page.getByRole('dialog', { name: `Order ${item.sku}` })
    await expect(dialog.getByLabel('Vendor *')).toHaveValue(new RegExp(vendor.vendorCode))
    await hands.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/^Draft orders: PO-/)).toBeVisible()
    expect(await pointers(page)).toBe(0)
  })

  test(`goods of an order are returned, ${how}`, async ({ page, testData, signIn }) => {
    const { item, order } = await givenSalesOrder(testData)
    await testData.made(`/api/sales-orders/${order.id}/process`, {})
    await testData.made(`/api/sales-orders/${order.id}/ship`, {})
    await signIn('sales')
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await hands.command('>New RMA')
    const dialog = page.getByRole('dialog', { name: 'Create RMA' })
    await hands.write(dialog.getByRole('combobox').first(), order.orderNumber)
    await expect(page.getByRole('option').first()).toBeVisible()
    await hands.press('Enter')
    await hands.activate(dialog.getByRole('button', { name: 'Next' }))
    await hands.write(dialog.getByLabel('Reason *'), 'Too many')
    await hands.write(dialog.getByLabel(`Quantity ${item.sku}`), '2')
    await hands.activate(dialog.getByRole('button', { name: 'Next' }))
    await hands.activate(dialog.getByRole('button', { name: 'Create RMA' }))
    await expectToast(page, 'Success', 'Return created successfully')
    expect(await pointers(page)).toBe(0)
  })

  test(`a warehouse problem is found and fixed, ${how}`, async ({ browser }) => {
    const warehouse = await startSimulator({ port: 0, token: 'T', secret: webhookSecret })
    const WMS_URL = `http://127.0.0.1:${warehouse.port}`
    const program = await startProgram({
      WMS_URL,
      WMS_TOKEN: 'T',
      WMS_WEBHOOK_SECRET: webhookSecret,
    })
    const page = await firstPage(browser, program)
    warehouse.faults.deadLocations = ['B']
    const hands = await createKeyboardUser(page, hasSingleKeys)
    await hands.goTo('w', 'WMS Integration')
    await hands.openTab('Imports')
    await hands.activate(page.getByRole('button', { name: 'Import Inventory Data' }))
    const file = page.getByRole('link', { name: 'Download the exchanged file' })
    await expect(file.first()).toBeVisible()
    await hands.openTab('Overview')
    const issues = page.getByRole('alert').filter({ hasText: 'Inventory Sync Issues:' })
    await expect(issues).toContainText('Connection timeout for location B')
    warehouse.faults.deadLocations = []
    await hands.activate(page.getByRole('button', { name: 'Retry all failed' }))
    await eventually(async (timeout) => {
      await hands.press('F5')
      await expect(page.getByText('Everything is synced').first()).toBeVisible({ timeout })
    })
    expect(await pointers(page)).toBe(0)
    await page.goto('about:blank')
    await page.context().close()
    await program.stop()
    await warehouse.close()
  })
}
