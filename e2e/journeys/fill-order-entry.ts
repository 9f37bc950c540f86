import type { Locator, Page } from '@playwright/test'
import type { TestData } from '../fixtures.ts'
import { expect } from '@playwright/test'
import type { Sku } from '#features/skus/contract.ts'

export const orderEntry = (page: Page) => ({
  customer: page.getByRole('combobox', { name: 'Customer', exact: true }),
  source: page.getByRole('combobox', { name: 'Order source' }),
  po: page.getByRole('textbox', { name: 'Customer PO' }),
  sku: (line: number) => page.getByRole('combobox', { name: `SKU, line ${line}`, exact: true }),
  quantity: (line: number) =>
    page.getByRole('textbox', { name: `Quantity, line ${line}`, exact: true }),
  removes: page.getByRole('button', { name: /^Remove line \d+$/ }),
  validate: page.getByRole('button', { name: 'Validate Order' }),
  create: page.getByRole('button', { name: 'Create Order' }),
  panel: page.getByRole('region', { name: 'Validation', exact: true }),
  part: (name: string) => page.getByRole('region', { name, exact: true }),
})

/** Creates a customer and a SKU for one test, and opens the form with both filled in. */
export async function openOrderEntry(
  page: Page,
  testData: TestData,
  fields: { credit?: string; stock?: number } = {},
) {
  const { credit = '1000.00', stock = 100 } = fields
  const customer = await testData.customer({
    customerCode: testData.code('CU'),
    name: 'Northwind Supplies',
    address: '1 Main Street',
    city: 'Austin',
    creditLimit: credit,
    paymentTerms: 'Net 30',
    priceLevel: 'tier2',
  })
  const item = await createSku(testData, { currentStock: stock, tier2Price: '8.00' })
  await page.goto('/order-entry')
  await expect(orderEntry(page).customer).toBeFocused()
  return { customer, item }
}

export function createSku(testData: TestData, fields: object = {}): Promise<Sku> {
  const usual = { sku: testData.code('SK'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  return testData.made<Sku>('/api/skus', { ...usual, currentStock: 100, ...fields })
}

export async function enterCode(box: Locator, code: string): Promise<void> {
  await box.fill(code)
  await box.press('Enter')
}

export async function fillOrder(page: Page, testData: TestData, quantity = '2', fields = {}) {
  const made = await openOrderEntry(page, testData, fields)
  const form = orderEntry(page)
  await enterCode(form.customer, made.customer.customerCode)
  await enterCode(form.sku(1), made.item.sku)
  await form.quantity(1).fill(quantity)
  await expect(form.sku(1)).toHaveValue(/Hex bolt/)
  await expect(form.customer).toHaveValue(/Northwind/)
  return { ...made, form }
}
