import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { openOrderEntry, orderEntry, fillOrder, enterCode } from '#e2e/journeys/fill-order-entry.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('the title, the fields, and one item of quantity 1', async ({ page, testData }) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  await expect(page.getByRole('heading', { name: 'Order Entry', level: 1 })).toBeVisible()
  await expect(page.getByText('Create new customer orders with validation')).toBeVisible()
  await expect(form.source).toHaveValue('web')
  await expect(form.source.getByRole('option')).toHaveText([
    'Web',
    'Phone',
    'CSV',
    'EDI',
    'API',
    'Mobile app',
  ])
  for (const name of ['Customer PO', 'Shipping address', 'Billing address', 'Notes']) {
    await expect(page.getByRole('textbox', { name })).toHaveValue('')
  }
  await expect(form.quantity(1)).toHaveValue('1')
  await expect(form.sku(2)).toHaveCount(0)

  await enterCode(form.customer, customer.customerCode)
  await expect(form.customer).toHaveValue(`${customer.customerCode} - Northwind Supplies`)
  await expect(page.getByText('Tier 2 · Net 30 · $1,000.00 available')).toBeVisible()
  const addresses = '1 Main Street\nAustin'
  await expect(page.getByRole('textbox', { name: 'Shipping address' })).toHaveValue(addresses)
  await expect(page.getByRole('textbox', { name: 'Billing address' })).toHaveValue(addresses)
  await enterCode(form.sku(1), item.sku)
  await expect(form.sku(1)).toHaveValue(`${item.sku} - Hex bolt ($10.00)`)
  const line = page.getByRole('row').filter({ has: form.sku(1) })
  await expect(line).toContainText('$8.00')
  await expect(line).toContainText('Tier 2')
})

test('Add Item adds an empty item; an item can be removed while there are others', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  await expect(form.sku(2)).toBeVisible()
  await expect(form.removes).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Item' }).click()
  await expect(form.sku(2)).toBeFocused()
  await expect(form.removes).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove line 2' }).click()
  await expect(form.removes).toHaveCount(0)
  await expectToast(page, 'Line removed', 'Empty line')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(form.removes).toHaveCount(2)
})

test('an order is validated and created, and the form resets', async ({ page, testData }) => {
  const { form, customer, item } = await fillOrder(page, testData)
  await expect(form.create).toBeDisabled()
  await form.source.selectOption('Phone')
  await form.po.fill(testData.code('PO'))
  await page.getByRole('textbox', { name: 'Notes' }).fill('Ring twice')
  await form.validate.click()
  await expectToast(page, 'Order Validated', 'Order passed all validations')
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const credit = form.part('Credit Check')
  await expect(credit.getByRole('term')).toHaveText(['Available credit', 'Order total'])
  await expect(credit.getByRole('definition')).toHaveText(['$1,000.00', '$32.28'])
  await expect(credit.getByRole('alert')).toHaveCount(0)
  await expect(form.part('Stock Check')).toContainText('100 available · 2 requested')
  await expect(form.part('Stock Check').getByText(/short/)).toHaveCount(0)
  const sums = form.part('Pricing Summary')
  await expect(sums.getByRole('term')).toHaveText(['Subtotal', 'Tax', 'Shipping', 'Total'])
  const amounts = ['$16.00', '$1.28', '$15.00', '$32.28']
  await expect(sums.getByRole('definition')).toHaveText(amounts)
  await expect(form.part('Line Items')).toContainText(`${item.sku}2 × $8.00 · Tier 2$16.00`)
  await expect(form.create).toBeFocused()

  await form.create.dblclick()
  const strip = page.getByText(/^Last order SO-/)
  await expect(strip).toBeVisible()
  await expect(form.customer).toBeFocused()
  await expect(form.customer).toHaveValue('')
  await expect(form.quantity(1)).toHaveValue('1')
  await expect(form.sku(1)).toHaveValue('')
  await expect(form.sku(2)).toHaveCount(0)
  await expect(form.source).toHaveValue('web')
  for (const name of ['Customer PO', 'Shipping address', 'Billing address', 'Notes']) {
    await expect(page.getByRole('textbox', { name })).toHaveValue('')
  }
  await expect(form.create).toBeDisabled()
  await expect(form.panel.getByText('Not validated yet')).toBeVisible()
  const answer = await page.request.get(`/api/sales-orders?customerId=${customer.id}&limit=10`)
  const orders = (await answer.json()) as SalesOrder[]
  expect(orders.map(({ totalAmount }) => totalAmount)).toHaveLength(1)
  await expectToast(page, 'Order Created', `Order ${orders[0]?.orderNumber} created successfully`)

  await page.getByRole('button', { name: 'Repeat', exact: true }).click()
  await expect(form.sku(1)).toHaveValue(/Hex bolt/)
  await expect(form.quantity(1)).toHaveValue('2')
})

test('insufficient credit requires attention, with amounts in red', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData, '2', { credit: '20.00' })
  await form.validate.click()
  await expectToast(page, 'Order Validated', 'Order has validation issues')
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  await expect(toast).toHaveAttribute('data-tone', 'danger')
  await expect(form.panel.getByText('Requires Attention')).toBeVisible()
  const credit = form.part('Credit Check')
  const advice = 'Pay $12.28 in advance, or raise the limit by $12.28.'
  await expect(credit.getByRole('definition')).toHaveText(['$20.00', '$32.28', advice])
  await expect(credit.getByRole('alert')).toContainText('Order is $12.28 over the available $20.00')
  await expect(form.create).toBeDisabled()
})

test('an incomplete form names what is missing', async ({ page, testData }) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  await form.validate.click()
  await expectToast(page, 'Incomplete Order', 'Please select a customer and add at least one item')
  await expect(page.getByText('Please select a customer', { exact: true })).toBeVisible()
  await expect(page.getByText('Please select a SKU')).toBeVisible()
  await expect(form.customer).toBeFocused()
  await enterCode(form.customer, customer.customerCode)
  await expect(page.getByText('Please select a customer', { exact: true })).toHaveCount(0)
  await enterCode(form.sku(1), item.sku)
  await form.quantity(1).fill('0')
  await form.validate.click()
  await expect(page.getByText('Quantity must be at least 1')).toBeVisible()
  await expect(form.quantity(1)).toBeFocused()
})

test('Ctrl+Shift+Enter without an approval shows an error', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData)
  await form.quantity(1).press('Control+Shift+Enter')
  await expectToast(page, 'Order Not Validated', 'Please validate the order before creating it')
})

test('a server rejection shows a toast and an error at the field', async ({ page, testData }) => {
  const { form, item } = await fillOrder(page, testData)
  const { sku, name, cost, price } = item
  await testData.changed(`/api/skus/${item.id}`, { sku, name, cost, price, isActive: false })
  await form.validate.click()
  const sentence = `SKU ${item.sku} is inactive`
  await expectToast(page, 'Validation Failed', `422: ${sentence}`)
  await expect(page.getByRole('row').getByText(sentence)).toBeVisible()
})

test('any edit revokes the approval', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData)
  await form.validate.click()
  await expect(form.create).toBeEnabled()
  await page.getByRole('textbox', { name: 'Notes' }).fill('ring twice')
  await expect(form.panel.getByText('Changed since validation')).toBeVisible()
  await expect(form.create).toBeDisabled()
})

test('short stock is amber, with options: use available, remove, or backorder', async ({
  page,
  testData,
}) => {
  const { form, item } = await fillOrder(page, testData, '9', { stock: 4 })
  await form.validate.click()
  const short = form.part('Stock Check').getByText('5 short')
  await expect(short).toHaveCSS('color', 'rgb(122, 74, 0)')
  await expect(short).toHaveCSS('background-color', 'rgb(251, 239, 211)')
  await expect(form.part('Stock Check')).toContainText('4 available · 9 requested')
  await expect(form.part('Stock Check')).toContainText('No supply on order')
  await expect(form.panel.getByText('Requires Attention')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Order Status' })).toBeFocused()
  await page.getByRole('button', { name: 'Split backorder' }).click()
  await expect(form.validate).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.panel.getByText('Approved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await form.validate.click()
  await page.getByRole('button', { name: `Use available (4) of ${item.sku}` }).click()
  await expect(form.quantity(1)).toHaveValue('4')
  await expect(form.quantity(1)).toBeFocused()
  await form.quantity(1).press('Control+Enter')
  await expect(form.panel.getByText('Approved')).toBeVisible()
})

test('a role that may not backorder sees the reason', async ({ page, testData, signIn }) => {
  await signIn('user')
  const { form } = await fillOrder(page, testData, '9', { stock: 4 })
  await form.validate.click()
  await expect(page.getByRole('button', { name: 'Split backorder' })).toBeDisabled()
  await expect(form.part('Stock Check')).toContainText('You do not have permission for this')
})

test('a repeated customer PO shows a warning', async ({ page, testData }) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const items = [{ skuId: item.id, quantity: 1 }]
  const body = { customerId: customer.id, customerPO: 'PO-77', items }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await form.po.fill('PO-78')
  await expect(page.getByText('PO already used on')).toBeHidden()
  // Case, blanks and leading zeros do not count.
  await form.po.fill('00po- 77')
  await expect(page.getByText('PO already used on')).toContainText(order.orderNumber)
  await form.po.fill('PO-77')
  await expect(page.getByText('PO already used on')).toContainText(order.orderNumber)
  await enterCode(form.sku(1), item.sku)
  await form.validate.click()
  await expect(form.create).toBeEnabled()
})

test('an order with a repeated customer PO is held if the setting says so', async ({
  page,
  testData,
}) => {
  await testData.changed('/api/settings', { customerPoAgain: 'hold' })
  const { customer, item } = await openOrderEntry(page, testData)
  const items = [{ skuId: item.id, quantity: 1 }]
  const body = { customerId: customer.id, customerPO: 'PO-78', items }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await form.po.fill('PO-78')
  const warning = page.getByText('This order will be created on hold')
  await expect(warning).toContainText(order.orderNumber)
  await enterCode(form.sku(1), item.sku)
  await form.validate.click()
  await form.create.click()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  const note = `Possible duplicate: PO PO-78 is already used on ${order.orderNumber}`
  await expect(page.getByRole('dialog').getByText(note)).toBeVisible()
  await testData.changed('/api/settings', { customerPoAgain: 'warn' })
})

test('shows the last orders of a customer, and repeats the latest', async ({ page, testData }) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const items = [{ skuId: item.id, quantity: 3 }]
  await testData.made('/api/orders/create', { customerId: customer.id, items })
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await expect(page.getByRole('link', { name: /^SO-/ })).toHaveCount(1)
  await form.source.press('Control+Shift+O')
  await expect(form.sku(1)).toHaveValue(new RegExp(item.sku))
  await expect(form.quantity(1)).toHaveValue('3')
})

test('prints the confirmation of the last order', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData)
  await form.quantity(1).press('Control+Enter')
  await expect(form.create).toBeEnabled()
  await form.quantity(1).press('Control+Enter')
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  await page.evaluate(() => {
    const watchedWindow = window as unknown as { printed: string }
    window.print = () =>
      (watchedWindow.printed = document.querySelector('.print-sheet')?.textContent ?? '')
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const printed = () => page.evaluate(() => (window as unknown as { printed?: string }).printed)
  await expect.poll(printed).toContain('Order Confirmation')
  expect(await printed()).toContain('Hex bolt')
})

test('a role that may not enter orders sees a message', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/order-entry')
  await expect(page.getByText('Your role cannot enter orders')).toBeVisible()
})

test('is accessible in both themes, and fits 360 px', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData, '9', { stock: 4, credit: '10.00' })
  await form.validate.click()
  await expect(form.panel.getByText('Requires Attention')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})
