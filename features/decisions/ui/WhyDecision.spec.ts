import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { createOrder } from '#e2e/journeys/create-order.ts'
import { fillOrder } from '#e2e/journeys/fill-order-entry.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

test('a clerk answers a customer who asks about a price, before and after the order', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { form, customer, item } = await fillOrder(page, testData)
  const agreed = { customerId: customer.id, skuId: item.id, contractPrice: '7.25' }
  await testData.made('/api/contract-pricing', { ...agreed, minimumQuantity: 10 })
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()

  await form.panel.getByRole('button', { name: 'Why? Price, line 1' }).click()
  const why = page.getByRole('dialog', { name: 'Why? Price, line 1' })
  await expect(why).toContainText(
    'The customer’s level is Tier 2, and no contract price applies: $8.00.',
  )
  await expect(why.getByRole('table')).toBeHidden()
  await why.getByText('All prices considered').click()
  const rows = why.getByRole('row')
  await expect(rows.filter({ hasText: 'Contract price from 10 units' })).toContainText(
    'Needs 10 units; the order has 2 units',
  )
  await expect(rows.filter({ hasText: 'Tier 2 price' })).toContainText('Applied')
  await expect(rows.filter({ hasText: 'Standard price' })).toContainText(
    'The price of the customer’s level comes first',
  )
  const settings = why.getByRole('region', { name: 'Settings used' })
  await expect(settings).toContainText('Margin below')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(why).toBeHidden()
  await expect(form.panel.getByRole('button', { name: 'Why? Price, line 1' })).toBeFocused()

  await form.create.click()
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  const answer = await page.request.get(`/api/sales-orders?customerId=${customer.id}`)
  const [order] = (await answer.json()) as SalesOrder[]
  // The contract of a later day changes nothing about the reason of this order.
  await testData.made('/api/contract-pricing', { ...agreed, contractPrice: '5.00' })
  await page.goto(`/sales-orders?open=${order?.orderNumber}&tab=lines`)
  await page.getByRole('button', { name: 'Why? Price, line 1' }).click()
  await expect(why).toContainText('no contract price applies: $8.00.')
  await expect(why).toContainText(/Decision record \d+: created by/)
})

test('an order has the price that was shown, although it fell meanwhile, and says why', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { form, customer, item } = await fillOrder(page, testData)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const agreed = { customerId: customer.id, skuId: item.id, contractPrice: '7.25' }
  await testData.made('/api/contract-pricing', agreed)
  await form.create.click()
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  const answer = await page.request.get(`/api/sales-orders?customerId=${customer.id}`)
  const [order] = (await answer.json()) as SalesOrder[]
  await page.goto(`/sales-orders?open=${order?.orderNumber}&tab=lines`)
  await page.getByRole('button', { name: 'Why? Price, line 1' }).click()
  const why = page.getByRole('dialog', { name: 'Why? Price, line 1' })
  await expect(why).toContainText('$8.00')
  await expect(why).toContainText(/Decision record \d+: created by/)
})

test('an order that was refused, because fewer units were counted meanwhile, says why', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { form, item } = await fillOrder(page, testData, '6', { stock: 10 })
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const { sku, name, cost, price } = item
  await testData.changed(`/api/skus/${item.id}`, { sku, name, cost, price, currentStock: 4 })
  await form.create.click()
  const notices = page.getByRole('region', { name: /^Notifications/ })
  await expect(notices).toContainText('Order Creation Failed')
  await form.panel.getByRole('button', { name: 'Why? Stock' }).click()
  const why = page.getByRole('dialog', { name: 'Why? Stock' })
  await expect(why).toContainText('2 short')
  await expect(why).toContainText(/Decision record \d+: not created by /)
})

test('the reasons of credit, stock and tax are read with the keyboard alone', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { form } = await fillOrder(page, testData, '2', { credit: '20.00' })
  await form.validate.click()
  await expect(form.panel.getByText('Requires Attention')).toBeVisible()
  await form.panel.getByRole('button', { name: 'Why? Credit' }).focus()
  await page.keyboard.press('Enter')
  const credit = page.getByRole('dialog', { name: 'Why? Credit' })
  await expect(credit).toContainText('Credit limit exceeded by $12.28')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(credit.getByRole('definition').first()).toHaveText('$20.00')
  await page.keyboard.press('Escape')
  await expect(credit).toBeHidden()

  await form.panel.getByRole('button', { name: 'Why? Stock' }).press('Enter')
  const stock = page.getByRole('dialog', { name: 'Why? Stock' })
  await expect(stock).toContainText('Everything that was ordered is available.')
  await page.keyboard.press('Escape')
  await expect(stock).toBeHidden()

  await form.panel.getByRole('button', { name: 'Why? Tax' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Why? Tax' })).toContainText('8% of each line')
})

test('a placed order says why its tax, credit and stock were so, also after they changed', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { order, customer, item } = await createOrder(testData)
  const { customerCode, name, email } = customer
  const terms = { customerCode, name, email, creditLimit: '50.00' }
  await testData.changed(`/api/customers/${customer.id}`, terms)
  const { sku, cost, price } = item
  await testData.changed(`/api/skus/${item.id}`, {
    sku,
    name: item.name,
    cost,
    price,
    currentStock: 3,
  })
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  const answerTo = (topic: string) => page.getByRole('dialog', { name: `Why? ${topic}` })
  const open = async (topic: string, facts: string) => {
    await page.getByRole('button', { name: `Why? ${topic}` }).press('Enter')
    await expect(answerTo(topic)).toContainText(/Decision record \d+: created by root, /)
    await answerTo(topic).getByText(facts, { exact: true }).press('Enter')
    return answerTo(topic)
  }
  const close = async (topic: string) => {
    await page.keyboard.press('Escape')
    await expect(answerTo(topic)).toBeHidden()
  }

  const tax = await open('Tax', 'What the tax is based on')
  await expect(tax).toContainText(
    'No location is known, so the default rate applies: 8% of each line. Shipping is not taxed.',
  )
  await expect(tax.getByRole('definition')).toHaveText([
    '8%',
    'Not known',
    'No',
    '$30.00',
    '$2.40',
    '$15.00',
    '$15.00, free from $500.00',
    '0.0800 (default)',
  ])
  await expectAccessible(page)
  await close('Tax')

  const credit = await open('Credit', 'Credit at the time')
  await expect(credit).toContainText('$47.40 is within the available credit of $1,000.00.')
  await expect(credit).toContainText('Credit limit$1,000.00')
  await expect(credit).toContainText('Open orders$0.00')
  await expect(credit).toContainText('Available credit$1,000.00')
  await expect(credit).toContainText('Amount checked$47.40')
  await close('Credit')

  const stock = await open('Stock', 'Stock at the time')
  await expect(stock).toContainText('Everything that was ordered is available.')
  const counted = stock.getByRole('row').filter({ hasText: sku })
  await expect(counted.getByRole('cell')).toHaveText([sku, '9', '3', 'Never counted'])
  await expectAccessible(page)
  await close('Stock')
})

test('an order shows why it is on hold, and every decision since', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const customer = await testData.customer({
    customerCode: testData.code('WH'),
    creditLimit: '1000.00',
  })
  const sku = { sku: testData.code('WS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const { id: skuId } = await testData.made<{ id: number }>('/api/skus', {
    ...sku,
    currentStock: 9,
  })
  const body = { customerId: customer.id, items: [{ skuId, quantity: 3 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/hold`, { reason: 'credit' })
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await page.getByRole('button', { name: 'Why? Hold' }).click()
  await expect(page.getByRole('dialog', { name: 'Why? Hold' })).toContainText(
    'The order is on hold for credit. It takes no stock and no credit until it is released.',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Decisions' }).click()
  const decisions = page.getByRole('listitem').filter({ hasText: /decision record \d+/ })
  await expect(decisions).toHaveCount(2)
  await expect(decisions.first()).toContainText('Put on hold · On hold for credit')
  await expect(decisions.last()).toContainText('Created · Approved')
  await decisions.last().getByRole('button', { name: 'Why? Price' }).click()
  const prices = page.getByRole('dialog', { name: 'Why? Price' })
  await expect(prices).toContainText('The price of one line was decided.')
  await prices.getByText('All prices considered').click()
  await expect(prices.getByRole('listitem')).toContainText(
    'Line 1: No contract price applies: the standard price of $10.00.',
  )
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})

test('a manager decides an order again, as then and as now, and reads every difference', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const customer = await testData.customer({
    customerCode: testData.code('RP'),
    creditLimit: '1000.00',
  })
  const sku = { sku: testData.code('RS'), name: 'Hex nut', cost: '1.00', price: '10.00' }
  const { id: skuId } = await testData.made<{ id: number }>('/api/skus', {
    ...sku,
    currentStock: 9,
  })
  const body = { customerId: customer.id, items: [{ skuId, quantity: 3 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  const agreed = { customerId: customer.id, skuId, contractPrice: '7.00' }
  await testData.made('/api/contract-pricing', agreed)
  await page.goto(`/sales-orders?open=${order.orderNumber}&tab=lines`)
  await page.getByRole('button', { name: 'Why? Price, line 1' }).click()
  const why = page.getByRole('dialog', { name: 'Why? Price, line 1' })
  await why.getByRole('button', { name: 'Decide again as then' }).click()
  await expect(why.getByRole('status')).toHaveText(
    'Recalculated with the original data: same result, same hash.',
  )
  await expect(why.getByRole('table')).toBeHidden()

  await why.getByRole('button', { name: 'Decide again as now' }).focus()
  await page.keyboard.press('Enter')
  await expect(why.getByRole('status')).toContainText(
    'Recalculated with today’s data: the result is different.',
  )
  const rows = why.getByRole('table').last().getByRole('row')
  await expect(rows.filter({ hasText: 'the price was' })).toContainText(
    'the price was $10.00 and is $7.00 now.',
  )
  await expect(rows.filter({ hasText: 'The subtotal' })).toContainText(
    'The subtotal was $30.00 and is $21.00 now.',
  )
  await expectAccessible(page)
})
