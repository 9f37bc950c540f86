import type { Page } from '@playwright/test'
import type { SalesOrder, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import { type TestData, expect, expectToast, test } from '../fixtures.ts'
import { pressSequence } from '../keyboard-user.ts'

// The phone order: counts keystrokes and types faster than the network responds.

const dataKeys = 50
const controlKeys = 16
const latencyMs = 150
const scannerGapMs = 5

// Counts keystrokes and lines, independent of the machine's speed.

/** Presses keys one by one and counts data keys and control keys. */
class Keyboard {
  data = 0
  control = 0
  readonly page: Page
  readonly gapMs: number

  constructor(page: Page, gapMs: number) {
    this.page = page
    this.gapMs = gapMs
  }

  async type(text: string): Promise<void> {
    for (const key of text) await this.strike(key)
    this.data += text.length
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.strike(key)
    this.control += keys.length
  }

  async pressSequence(...keys: string[]): Promise<void> {
    await pressSequence(this.page, ...keys)
    this.control += keys.length
  }

  private async strike(key: string): Promise<void> {
    await this.page.keyboard.press(key)
    await this.page.waitForTimeout(this.gapMs)
  }
}

/** Delays every server response. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    // The change stream never ends, so it cannot be delayed.
    if (route.request().url().includes('/api/changes')) return route.continue()
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, latencyMs))
    // Requests of the page may outlive it.
    if (!page.isClosed()) await route.fulfill({ response }).catch(() => undefined)
  })
}

async function createSkus(testData: TestData, codes: readonly string[], fields: object = {}) {
  const made: Sku[] = []
  for (const sku of codes) {
    const usual = { sku, name: `Part ${sku}`, cost: '1.00', price: '2.50', currentStock: 100 }
    made.push(await testData.made<Sku>('/api/skus', { ...usual, ...fields }))
  }
  return made
}

const customerBox = (page: Page) => page.getByRole('combobox', { name: 'Customer', exact: true })
const skuBox = (page: Page, line: number) =>
  page.getByRole('combobox', { name: `SKU, line ${line}`, exact: true })
const quantityBox = (page: Page, line: number) =>
  page.getByRole('textbox', { name: `Quantity, line ${line}`, exact: true })

async function orderWith(page: Page, customerPO: string): Promise<SalesOrderDetails> {
  const found = await page.request.get(`/api/sales-orders?customerPO=${customerPO}&limit=10`)
  const orders = (await found.json()) as SalesOrder[]
  expect(orders).toHaveLength(1)
  const answer = await page.request.get(`/api/sales-orders/${orders[0]?.id}`)
  return (await answer.json()) as SalesOrderDetails
}

test('five lines by phone: 66 keys at 20 ms without a pointer and without losses', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  await testData.customer({ customerCode: 'PH42', creditLimit: '100000.00' })
  const codes = ['PA101', 'PB202', 'PC303', 'PD404', 'PE505']
  await createSkus(testData, codes)
  await page.addInitScript(() => {
    const pointerCounter = window as unknown as { pointers: number }
    pointerCounter.pointers = 0
    addEventListener('pointerdown', () => (pointerCounter.pointers += 1), true)
  })
  await slowDown(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const keys = new Keyboard(page, 20)
  await keys.pressSequence('g', 'e')
  await keys.type('PH42')
  await keys.press('Enter')
  await keys.type('p')
  await keys.press('Enter')
  await keys.type('4500118822')
  await keys.press('Enter')
  for (const [index, code] of codes.entries()) {
    await keys.type(code)
    await keys.press('Enter')
    await keys.type(String(10 + index))
    await keys.press(index === codes.length - 1 ? 'Control+Enter' : 'Enter')
  }
  await keys.press('Control+Enter')

  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  const order = await orderWith(page, '4500118822')
  await expectToast(page, 'Order Created', `Order ${order.orderNumber} created successfully`)
  expect(order).toMatchObject({ customerCode: 'PH42', orderSource: 'phone', status: 'pending' })
  expect(order.items.map(({ sku, quantity }) => [sku, quantity])).toEqual(
    codes.map((code, index) => [code, 10 + index]),
  )
  await expect(customerBox(page)).toBeFocused()
  await expect(customerBox(page)).toHaveValue('')
  expect(keys).toMatchObject({ data: dataKeys, control: controlKeys })
  expect(await page.evaluate(() => (window as unknown as { pointers: number }).pointers)).toBe(0)
})

test('five lines by phone with short codes, the series from the line above', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const customerCode = testData.code('C').replace(/-(?=\d+$)/, '')
  await testData.customer({ customerCode, creditLimit: '100000.00' })
  const numbers = ['7001', '7002', '7003', '7004', '7005']
  await createSkus(
    testData,
    numbers.map((number) => `PQA-${number}`),
  )
  await createSkus(testData, ['PQB-7002', 'PQB-7004'])
  await slowDown(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const keys = new Keyboard(page, 20)
  await keys.pressSequence('g', 'e')
  await keys.type(customerCode.replace(/\D/g, ''))
  await keys.press('Enter')
  await keys.type('p')
  await keys.press('Enter')
  await keys.type('SHORT12345')
  await keys.press('Enter')
  for (const [index, number] of numbers.entries()) {
    await keys.type(index === 0 ? `pqa${number}` : number)
    await keys.press('Enter')
    await keys.type(String(10 + index))
    await keys.press(index === numbers.length - 1 ? 'Control+Enter' : 'Enter')
  }
  await keys.press('Control+Enter')
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  const order = await orderWith(page, 'SHORT12345')
  expect(order).toMatchObject({ customerCode, orderSource: 'phone' })
  expect(order.items.map(({ sku, quantity }) => [sku, quantity])).toEqual(
    numbers.map((number, index) => [`PQA-${number}`, 10 + index]),
  )
  expect(keys.control).toBe(controlKeys)
})

test('a scanner sends thirty codes at 5 ms per key: thirty lines, a repeat adds a unit', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const codes = Array.from({ length: 30 }, (_, index) => `SC-${1000 + index}`)
  await createSkus(testData, codes)
  await slowDown(page)
  await page.goto('/order-entry')
  await expect(customerBox(page)).toBeFocused()
  await skuBox(page, 1).focus()

  const scanned = [...codes, 'SC-1003'].map((code) => `${code}\n`)
  await page.keyboard.type(scanned.join(''), { delay: scannerGapMs })

  await expect(page.getByText('30 items')).toBeVisible()
  for (const [index, code] of codes.entries()) {
    await expect(skuBox(page, index + 1)).toHaveValue(`${code} - Part ${code} ($2.50)`)
    await expect(quantityBox(page, index + 1)).toHaveValue(code === 'SC-1003' ? '2' : '1')
  }
})

test('rejected for credit, rejected for stock, then created, by keyboard', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  await testData.customer({ customerCode: 'RF77', creditLimit: '500.00' })
  await createSkus(testData, ['RFA'], { price: '10.00', currentStock: 1000 })
  await createSkus(testData, ['RFB'], { price: '5.00', currentStock: 4 })
  await page.goto('/order-entry')
  await expect(customerBox(page)).toBeFocused()
  const keys = new Keyboard(page, 20)
  await keys.type('RF77')
  await keys.press('Enter', 'Enter')
  await keys.type('RF-PO')
  await keys.press('Enter')
  await keys.type('RFA')
  await keys.press('Enter')
  await keys.type('100')
  await keys.press('Control+Enter')

  const panel = page.getByRole('region', { name: 'Validation', exact: true })
  await expectToast(page, 'Order Validated', 'Order has validation issues')
  await expect(panel.getByText('Requires Attention')).toBeVisible()
  await expect(panel.getByRole('alert')).toContainText('over the available $500.00')

  await keys.type('4')
  await expect(panel.getByText('Changed since validation')).toBeVisible()
  await keys.press('Enter')
  await keys.type('RFB')
  await keys.press('Enter')
  await keys.type('9')
  await keys.press('Control+Enter')
  await expect(panel.getByText('5 short')).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveCount(0)

  await keys.type('4')
  await keys.press('Control+Enter')
  await expectToast(page, 'Order Validated', 'Order passed all validations')
  await expect(panel.getByText('Approved')).toBeVisible()
  await keys.press('Control+Enter')
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  const order = await orderWith(page, 'RF-PO')
  expect(order.items.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['RFA', 4],
    ['RFB', 4],
  ])
})
