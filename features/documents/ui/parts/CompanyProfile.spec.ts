import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectToast,
  firstPage,
  startProgram,
  test,
  type TestData,
} from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20">' +
  '<rect width="80" height="20"/></svg>'

test('an administrator completes the profile, which the first steps lead to', async ({
  browser,
}) => {
  const program = await startProgram()
  const page = await firstPage(browser, program)
  await page.goto('/')
  await page.getByRole('link', { name: 'Company profile for documents' }).click()
  const incomplete = page.getByText('The company profile is incomplete')
  await expect(incomplete).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Company name').fill('Northwind Parts')
  await page.getByLabel('Office address').fill('1 Main Street\nColumbus, OH 43215')
  await page.getByLabel('Phone').fill('(614) 555-0142')
  await page.getByLabel('Checks payable to').fill('Northwind Parts')
  await page.getByLabel('Accent color', { exact: true }).fill('#ffee00')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(
    page.getByText('Too light to read on white paper. Choose a darker color').first(),
  ).toBeVisible()
  await page.getByLabel('Accent color', { exact: true }).fill('#1f4e79')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expectToast(page, 'Success', 'Company profile updated successfully')
  await expect(incomplete).toHaveCount(0)
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expectToast(page, 'Success', 'Logo saved successfully')
  await expect(page.getByRole('img', { name: 'Logo of Northwind Parts' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(page.getByRole('heading', { name: 'Logo' })).toBeFocused()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'First steps, 1 of 6 done' })).toBeVisible()
  await page.context().close()
  await program.stop()
})

test('who may not change the profile sees it read-only', async ({ page, signIn }) => {
  await signIn('sales')
  await page.goto('/company-profile')
  await expect(page.getByLabel('Company name')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save profile' })).toHaveCount(0)
  await expectAccessible(page)
})

test('an unknown field is an error at its input while it is typed, and after saving', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/company-profile')
  const dialog = await openTexts(page, 'Purchase order')
  const below = dialog.getByLabel('Text below the lines')
  await below.fill('Deliver {order.numbr}')
  const mistake = 'Unknown field {order.numbr} at position 9'
  await expect(dialog.getByRole('status').filter({ hasText: mistake })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save texts' }).click()
  await expect(below).toHaveAccessibleDescription(mistake)
  await expect(dialog.getByRole('status').filter({ hasText: mistake })).toHaveCount(0)
  await expectAccessible(page)
  await below.fill('For {company.name}')
  await expect(dialog.getByText('Unknown field')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save texts' }).click()
  await expectToast(page, 'Success', 'Texts updated successfully')
  // The history of the profile may show it, too.
  await expect(page.getByText('For {company.name}').first()).toBeVisible()
})

test('the page of the latest record shows a text while it is typed, and nothing is saved', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const [earlier, latest] = [await createOrder(testData), await createOrder(testData)]
  await page.goto('/company-profile')
  const dialog = await openTexts(page, 'Order confirmation')
  const sheet = pageOf(dialog, latest.number)
  await expect(sheet).toContainText(latest.customer)
  const above = dialog.getByLabel('Text above the lines')
  await above.fill('Dear {customer.name},')
  await expect(sheet).toContainText(`Dear ${latest.customer},`)
  await dialog.getByLabel('Text below the lines').fill('Your order {order.number}')
  await expect(sheet).toContainText(`Your order ${latest.number}`)
  await above.fill('Hello {customer.nam}')
  await expect(dialog.getByText('Unknown field {customer.nam} at position 7')).toBeVisible()
  await expect(sheet).toContainText(`Dear ${latest.customer},`)
  await expect(sheet).not.toContainText('Hello')
  await above.fill('Hello {customer.name}')
  await dialog.getByRole('button', { name: 'Earlier record' }).click()
  await expect(pageOf(dialog, earlier.number)).toContainText(`Hello ${earlier.customer}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Your order {order.number}')).toHaveCount(0)
})

test('the page is beside the form and scrolls by keys; on a phone it is below, scaled', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { number } = await createOrder(testData)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/company-profile')
  const dialog = await openTexts(page, 'Order confirmation')
  const sheet = pageOf(dialog, number)
  await expect(sheet.getByRole('heading', { name: 'Order Confirmation' })).toBeVisible()
  const message = dialog.getByRole('textbox', { name: 'Email message' })
  const box = async (place: Locator) => {
    const found = await place.boundingBox()
    if (!found) throw new Error('It is not on the screen')
    return found
  }
  const form = await box(message)
  expect((await box(sheet)).x).toBeGreaterThan(form.x + form.width)
  await sheet.focus()
  await page.keyboard.press('End')
  await expect.poll(() => sheet.evaluate((region) => region.scrollTop)).toBeGreaterThan(50)
  await page.setViewportSize({ width: 390, height: 844 })
  const proportionOf = (region: Element) => {
    const [paper] = region.children
    if (!paper || paper.scrollWidth > paper.clientWidth) return 0
    return paper.clientHeight / paper.clientWidth
  }
  // Letter paper is 1.29 times as high as wide. A single order is on one page.
  await expect.poll(() => sheet.evaluate(proportionOf)).toBeCloseTo(1.29, 1)
  const [field, below] = [await box(message), await box(sheet)]
  expect(below.y).toBeGreaterThan(field.y + field.height)
  expect(below.x + below.width).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})

test('the page of the latest invoice shows the company profile while it is typed', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { id, customer } = await createOrder(testData)
  await testData.made(`/api/sales-orders/${id}/process`, {})
  await testData.made(`/api/sales-orders/${id}/ship`, {})
  await page.goto('/company-profile')
  await page.getByRole('button', { name: 'Preview latest invoice' }).click()
  const sheet = page.getByRole('region', { name: /^Printed page of Invoice INV-/ })
  await expect(sheet).toContainText(customer)
  await page.getByLabel('Company name').fill('Northwind Parts')
  await expect(sheet).toContainText('Northwind Parts')
  await page.getByLabel('Bank details').fill('First Bank, account 12345')
  await expect(sheet).toContainText('First Bank, account 12345')
  await expectAccessible(page)
})

test('without a record the texts are shown alone, and a sentence says why', async ({ browser }) => {
  const program = await startProgram()
  const page = await firstPage(browser, program)
  await page.goto('/company-profile')
  const dialog = await openTexts(page, 'Invoice')
  const sentence = 'There is no invoice yet, so no page is shown. Fields are not filled in.'
  await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Earlier record' })).toHaveCount(0)
  await dialog.getByLabel('Text above the lines').fill('Dear {customer.name},')
  const above = dialog.getByRole('region', { name: 'Above the lines' })
  await expect(above).toContainText('Dear {customer.name},')
  await page.context().close()
  await program.stop()
})

async function openTexts(page: Page, kind: string): Promise<Locator> {
  await page.getByRole('button', { name: `Edit the texts: ${kind}` }).click()
  return page.getByRole('dialog', { name: `Texts: ${kind}` })
}

const pageOf = (dialog: Locator, number: string) =>
  dialog.getByRole('region', { name: `Printed page of Order ${number}` })

/** An order of three bolts for a new customer: its id and number, and the customer's name. */
async function createOrder(testData: TestData) {
  const name = testData.code('Northwind')
  const customer = await testData.customer({ name, creditLimit: '1000.00' })
  const bolt = { sku: testData.code('PS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const sku = await testData.made<Sku>('/api/skus', { ...bolt, currentStock: 20 })
  const items = [{ skuId: sku.id, quantity: 3 }]
  const body = { customerId: customer.id, items }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  return { id: order.id, number: order.orderNumber, customer: name }
}
