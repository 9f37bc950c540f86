import type { Customer } from '#features/customers/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import { expect, test } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import { everyScreen, lists, settingsWithList } from '../screens.ts'

// Text from people that would run as code if it reached a page as HTML. Whatever ran would be an
// error in the console, which fails the test, or an element that the text has.

const text = '"><img src=x onerror=hit()>'
const link = 'javascript:hit()'

test('no screen runs the text of records as code @crawl', async ({ page, signIn, testData }) => {
  test.setTimeout(600_000)
  const place = { address: text, city: text, phone: text, notes: text, contactName: text }
  const customer: Customer = await testData.customer({
    ...place,
    name: text,
    billingAddress: text,
    contactRole: text,
    website: link,
    documentNote: text,
    creditLimit: '1000.00',
  })
  const vendor = await testData.made<Vendor>('/api/vendors', {
    ...place,
    vendorCode: testData.code('V'),
    name: text,
    email: 'orders@vendor.example',
    website: link,
  })
  const sku = await createSku(testData, { name: text, description: text, category: text })
  const { order } = await testData.made<{ order: { orderNumber: string } }>('/api/orders/create', {
    customerId: customer.id,
    customerPO: text,
    shippingAddress: text,
    notes: text,
    items: [{ skuId: sku.id, quantity: 1 }],
  })
  const comment = { entity: 'customer', entityId: customer.id, text }
  await testData.made('/api/comments', comment)
  await signIn('admin')
  const records = [
    `/customers?open=${customer.customerCode}`,
    `/customers?open=${customer.customerCode}&tab=activity`,
    `/customers?edit=${customer.customerCode}`,
    `/vendors?open=${vendor.vendorCode}`,
    `/skus?open=${sku.sku}`,
    `/sales-orders?open=${order.orderNumber}`,
    `/sales-orders?open=${order.orderNumber}&full=1`,
  ]
  for (const address of [
    ...everyScreen,
    ...lists.map(([each]) => each),
    ...settingsWithList,
    ...records,
  ]) {
    await page.goto(address)
    await expect(page.locator('h1').first()).toBeAttached()
    if (address.includes(`open=${customer.customerCode}`)) {
      await expect(page.getByText(text).first()).toBeAttached()
    }
    await expect(page.locator('img[src="x"]'), address).toHaveCount(0)
    await expect(page.locator('a[href^="javascript:"]'), address).toHaveCount(0)
  }
})
