import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/fixtures.ts'
import {
  openOrderEntry,
  orderEntry,
  fillOrder,
  createSku,
  enterCode,
} from '#e2e/journeys/fill-order-entry.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

const options = (page: Page) => page.locator('[role=listbox] [role=option]')
const highlighted = (page: Page) => page.locator('[role=listbox] [aria-selected=true]')

test('arrow keys move past the typed code, and Enter selects the highlighted choice', async ({
  page,
  testData,
}) => {
  const { item } = await openOrderEntry(page, testData)
  const longer = await createSku(testData, { sku: `${item.sku}-7`, name: 'Hex bolt, long' })
  const form = orderEntry(page)
  await form.sku(1).fill(item.sku)
  await expect(options(page)).toHaveCount(2)
  await expect(highlighted(page)).toContainText(`${item.sku} - Hex bolt`)
  await form.sku(1).press('ArrowDown')
  await expect(highlighted(page)).toContainText(longer.sku)
  await form.sku(1).press('Enter')
  await expect(form.sku(1)).toHaveValue(`${longer.sku} - Hex bolt, long ($10.00)`)
  await expect(form.quantity(1)).toBeFocused()
})

test('the typed code is highlighted wherever it is among the choices', async ({
  page,
  testData,
}) => {
  const { item } = await openOrderEntry(page, testData)
  for (const more of ['-1', '-2']) await createSku(testData, { sku: `${item.sku}${more}` })
  const form = orderEntry(page)
  await form.sku(1).fill(`${item.sku}-2`)
  await expect(highlighted(page)).toContainText(`${item.sku}-2 `)
  await form.sku(1).press('Tab')
  await expect(form.sku(1)).toHaveValue(new RegExp(`^${item.sku}-2 `))
})

test('↓ opens the list of an empty field and selects only on a further key', async ({
  page,
  testData,
}) => {
  await openOrderEntry(page, testData)
  const form = orderEntry(page)
  await form.customer.press('ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await expect(highlighted(page)).toHaveCount(0)
  await form.customer.press('Tab')
  await expect(form.customer).toHaveValue('')
  await expect(options(page)).toHaveCount(0)
  await form.customer.press('ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await form.customer.press('ArrowDown')
  const first = (await highlighted(page).textContent()) ?? ''
  await form.customer.press('Enter')
  const code = (await form.customer.inputValue()).split(' - ')[0] ?? ''
  expect(code).not.toBe('')
  expect(first).toContain(code)
  await expect(form.source).toBeFocused()
})

test('Alt+↓ opens the list of a SKU field to select and replace a SKU', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  await form.sku(2).press('Alt+ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await form.sku(2).press('ArrowDown')
  await form.sku(2).press('Enter')
  await expect(form.quantity(2)).toBeFocused()
  await expect(form.sku(2)).toHaveValue(/ - /)
  const chosen = await form.sku(1).inputValue()
  await expect(form.sku(2)).not.toHaveValue(chosen)
  await form.sku(1).press('Alt+ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await form.sku(1).press('Escape')
  await expect(form.sku(1)).toHaveValue(chosen)
  await form.sku(1).press('Alt+ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await form.sku(1).press('ArrowDown')
  await form.sku(1).press('Enter')
  await expect(form.sku(1)).toHaveValue(await form.sku(2).inputValue())
})

test('Undo reverts repeating an order and removing a short SKU', async ({ page, testData }) => {
  const { form, customer, item } = await fillOrder(page, testData, '9', { stock: 4 })
  const other = await createSku(testData, { name: 'Washer' })
  await enterCode(form.sku(2), other.sku)
  await expect(form.sku(2)).toHaveValue(/Washer/)
  await testData.made('/api/orders/create', {
    customerId: customer.id,
    items: [{ skuId: other.id, quantity: 3 }],
  })
  await form.validate.click()
  await page.getByRole('button', { name: `Remove line ${item.sku}` }).click()
  await expect(form.sku(1)).toHaveValue(/Washer/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(form.sku(1)).toHaveValue(new RegExp(item.sku))
  await expect(form.sku(1)).toBeFocused()
  await expect(form.quantity(1)).toHaveValue('9')
  await expect(form.sku(2)).toHaveValue(/Washer/)

  await page.keyboard.press('Control+Shift+O')
  await expect(form.sku(1)).toHaveValue(/Washer/)
  await expect(form.quantity(1)).toHaveValue('3')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(form.sku(1)).toHaveValue(new RegExp(item.sku))
  await expect(form.quantity(1)).toHaveValue('9')
  await expect(form.sku(2)).toHaveValue(/Washer/)
})

test('Enter on an ambiguous prefix selects nothing and shows a message', async ({
  page,
  testData,
}) => {
  await openOrderEntry(page, testData)
  const stem = testData.code('AB')
  for (const end of ['1', '2']) await createSku(testData, { sku: `${stem}${end}` })
  const form = orderEntry(page)
  await form.sku(1).fill(stem)
  await expect(options(page)).toHaveCount(2)
  await form.sku(1).press('Enter')
  await expect(form.sku(1)).toHaveValue(stem)
  await expect(page.getByRole('alert').filter({ hasText: stem })).toHaveText(
    `2 match “${stem}”. Choose one with ↓`,
  )
  await form.sku(1).press('ArrowDown')
  await form.sku(1).press('Enter')
  await expect(form.sku(1)).toHaveValue(new RegExp(`^${stem}[12] - `))
})
