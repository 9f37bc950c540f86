import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/fixtures.ts'
import { openOrderEntry, orderEntry, enterCode } from '#e2e/journeys/fill-order-entry.ts'
import type { Customer } from '#features/customers/contract.ts'
import type { SalesOrder, SalesOrderDetails } from '#features/sales-orders/contract.ts'

test.setTimeout(180_000)

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

const shipping = (page: Page) => page.getByRole('textbox', { name: 'Shipping address' })
const billing = (page: Page) => page.getByRole('textbox', { name: 'Billing address' })
const acme = '1 Main Street\nAustin'
const zenith = '2 Oak Road\nDallas'

/** Opens Order Entry with one customer selected, and creates a second one. */
async function beginWithTwo(page: Page, testData: Parameters<typeof openOrderEntry>[1]) {
  const { customer, item } = await openOrderEntry(page, testData)
  const other = await testData.customer({
    customerCode: testData.code('CU'),
    name: 'Zenith Works',
    address: '2 Oak Road',
    city: 'Dallas',
    creditLimit: '1000.00',
  })
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await expect(shipping(page)).toHaveValue(acme)
  return { customer, other, item, form }
}

async function orderOf(page: Page, customer: Customer): Promise<SalesOrderDetails> {
  const list = await page.request.get(`/api/sales-orders?customerId=${customer.id}&limit=10`)
  const [order] = (await list.json()) as SalesOrder[]
  return (await page.request.get(`/api/sales-orders/${order?.id}`)).json() as Promise<never>
}

test('an order ships to the address of the customer selected last', async ({ page, testData }) => {
  const { customer, other, item, form } = await beginWithTwo(page, testData)
  await enterCode(form.customer, other.customerCode)
  await expect(form.customer).toHaveValue(/Zenith/)
  await expect(shipping(page)).toHaveValue(zenith)
  await expect(billing(page)).toHaveValue(zenith)
  await enterCode(form.sku(1), item.sku)
  await form.validate.click()
  await form.create.click()
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  const order = await orderOf(page, other)
  expect([order.shippingAddress, order.billingAddress]).toEqual([zenith, zenith])
  const list = await page.request.get(`/api/sales-orders?customerId=${customer.id}&limit=10`)
  expect(await list.json()).toEqual([])
})

test('selecting a customer with the mouse fills in its addresses', async ({ page, testData }) => {
  const { other, form } = await beginWithTwo(page, testData)
  await form.customer.fill(other.customerCode)
  await page.getByRole('option', { name: /Zenith/ }).click()
  await expect(shipping(page)).toHaveValue(zenith)
  await expect(billing(page)).toHaveValue(zenith)
})

test('clearing the customer clears its addresses, and typed text remains', async ({
  page,
  testData,
}) => {
  const { other, form } = await beginWithTwo(page, testData)
  await billing(page).fill('Box 9')
  await form.customer.fill('')
  await expect(shipping(page)).toHaveValue('')
  await expect(billing(page)).toHaveValue('Box 9')
  await enterCode(form.customer, other.customerCode)
  await expect(shipping(page)).toHaveValue(zenith)
  await expect(billing(page)).toHaveValue('Box 9')
})

test('an address typed for another customer is marked, warned about, and replaceable', async ({
  page,
  testData,
}) => {
  const { customer, other, form } = await beginWithTwo(page, testData)
  await shipping(page).fill('1 Main Street, dock 4')
  await expect(page.getByText('typed', { exact: true })).toBeVisible()
  await enterCode(form.customer, other.customerCode)
  await expect(shipping(page)).toHaveValue('1 Main Street, dock 4')
  await expect(page.getByText(`for ${customer.customerCode}`, { exact: true })).toBeVisible()
  const sentence =
    `The shipping address was entered for ${customer.customerCode}. ` +
    `This order is for ${other.customerCode}.`
  await expect(form.panel.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: `Use the address of ${other.customerCode}` }).click()
  await expect(shipping(page)).toHaveValue(zenith)
  await expect(form.panel.getByText(sentence)).toHaveCount(0)
})

test('a typed address of another customer causes a warning, and is replaceable', async ({
  page,
  testData,
}) => {
  const { customer, form } = await beginWithTwo(page, testData)
  const road = testData.code('Elm')
  const owner = await testData.customer({
    customerCode: testData.code('CU'),
    address: road,
    city: 'Reno',
  })
  await shipping(page).fill(`${road.toUpperCase()}, Reno.`)
  const sentence =
    `The shipping address belongs to ${owner.customerCode} · ${owner.name}. ` +
    `This order is for ${customer.customerCode}.`
  await expect(form.panel.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: `Use the address of ${customer.customerCode}` }).click()
  await expect(shipping(page)).toHaveValue(acme)
  await expect(form.panel.getByText(sentence)).toHaveCount(0)
})

test('a restored draft still knows which addresses its customer filled in', async ({
  page,
  testData,
}) => {
  const { customer, other, form } = await beginWithTwo(page, testData)
  await billing(page).fill('Box 9')
  await page.reload()
  await expect(form.customer).toHaveValue(new RegExp(customer.customerCode))
  await expect(shipping(page)).toHaveValue(acme)
  await enterCode(form.customer, other.customerCode)
  await expect(shipping(page)).toHaveValue(zenith)
  await expect(billing(page)).toHaveValue('Box 9')
  await expect(page.getByText(`for ${customer.customerCode}`, { exact: true })).toBeVisible()
})
