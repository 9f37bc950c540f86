import type { Locator, Page } from '@playwright/test'
import type { Sku } from '#features/skus/contract.ts'
import { expect, expectAccessible, expectToast, test, type TestData } from '#e2e/fixtures.ts'
import { paste } from '#e2e/keyboard-user.ts'
import {
  createSku,
  enterCode,
  fillOrder,
  openOrderEntry,
  orderEntry,
} from '#e2e/journeys/fill-order-entry.ts'

// The order as a grid: closed addresses, lines of 36 px, totals in sight, and 500 lines.

test.setTimeout(180_000)

test.beforeEach(async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn('sales')
})

const heightOf = async (box: Locator) => (await box.boundingBox())?.height

test('addresses have one line each until they are opened, and their marks stay', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  const shipping = page.getByRole('textbox', { name: 'Shipping address' })
  const mark = page.getByText('typed', { exact: true })
  await expect(shipping).toHaveAttribute('title', /1 Main Street\s+Austin/)
  expect(await heightOf(shipping)).toBe(36)
  const open = page.getByRole('button', { name: 'Open addresses and notes' })
  await expect(open).toHaveAttribute('aria-expanded', 'false')
  await open.click()
  expect(await heightOf(shipping)).toBeGreaterThanOrEqual(72)
  await shipping.fill('Dock 4\nAustin')
  await expect(mark).toBeVisible()
  await page.getByRole('button', { name: 'Close addresses and notes' }).click()
  expect(await heightOf(shipping)).toBe(36)
  await expect(mark).toBeVisible()
  await expectAccessible(page)
  // Typing opens them again, and so does a click.
  await page.getByRole('textbox', { name: 'Notes' }).fill('Ring twice')
  expect(await heightOf(shipping)).toBeGreaterThanOrEqual(72)
  await expect(form.quantity(1)).toHaveValue('2')
})

test('a fault in a closed address opens it, and has the focus', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData)
  const message = 'Must be at most 300 characters'
  await page.route('**/api/orders/validate', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Invalid',
        status: 422,
        detail: 'One field is not valid',
        code: 'invalid',
        errors: [{ path: 'billingAddress', message }],
      },
    }),
  )
  await form.validate.click()
  await expectToast(page, 'Validation Failed', '422: One field is not valid')
  const billing = page.getByRole('textbox', { name: 'Billing address' })
  await expect(billing).toBeFocused()
  await expect(billing).toHaveAccessibleDescription(message)
  await expect(billing).toHaveAttribute('aria-invalid', 'true')
  expect(await heightOf(billing)).toBeGreaterThanOrEqual(72)
  await billing.fill('Box 9')
  await expect(page.getByText(message)).toHaveCount(0)
  expect(await heightOf(billing)).toBeGreaterThanOrEqual(72)
})

test('on a phone the closed addresses name the mark of a typed one', async ({ page, testData }) => {
  await page.setViewportSize({ width: 390, height: 760 })
  await fillOrder(page, testData)
  const toggle = page.getByRole('button', { name: /^Shipping, addresses, notes/ })
  await expect(toggle).toHaveText('Shipping, addresses, notes · Standard · 1 Main Street')
  await toggle.click()
  await page.getByRole('textbox', { name: 'Shipping address' }).fill('Dock 4')
  await toggle.click()
  await expect(toggle).toHaveText('Shipping, addresses, notes · typed · Standard · Dock 4')
})

for (const width of [1440, 1280]) {
  test(`a line is 36 px high, and holds all its columns: ${width} px`, async ({
    page,
    testData,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const { form } = await fillOrder(page, testData)
    const line = page.getByRole('row').filter({ has: form.sku(1) })
    await expect(line).toContainText('Tier 2')
    expect(await heightOf(line)).toBe(36)
    const box = await line.boundingBox()
    for (const cell of await line.getByRole('gridcell').all()) {
      const inner = await cell.boundingBox()
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(
        (box?.x ?? 0) + (box?.width ?? 0),
      )
    }
  })
}

/** The baseline of the text of a cell, from the top of the window. Runs in the page. */
function baselineOf(cell: Element): number {
  const mark = document.createElement('span')
  mark.style.display = 'inline-block'
  cell.append(mark)
  const { bottom } = mark.getBoundingClientRect()
  mark.remove()
  return bottom
}

test('the price of a line, its source and the total are on one baseline', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  const line = page.getByRole('row').filter({ has: form.sku(1) })
  await expect(line).toContainText('Tier 2')
  const cells = ['price', 'source', 'total'].map((name) => line.locator(`[data-cell=${name}]`))
  const baselines = await Promise.all(cells.map((cell) => cell.evaluate(baselineOf)))
  expect(Math.max(...baselines) - Math.min(...baselines)).toBeLessThanOrEqual(1)
})

/** An order of twelve lines, each for one of a SKU at $8.00; the last SKU has no stock. */
async function pasteTwelveLines(page: Page, testData: TestData) {
  const { customer } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  const skus: Sku[] = []
  for (let place = 1; place <= 12; place += 1) {
    const currentStock = place < 12 ? 100 : 0
    skus.push(await createSku(testData, { currentStock, tier2Price: '8.00' }))
  }
  await enterCode(form.customer, customer.customerCode)
  await paste(form.sku(1), skus.map(({ sku }) => `${sku}\t1`).join('\r\n'))
  await expect(page.getByText('12 items', { exact: true })).toBeVisible()
  return form
}

/** Expects elements to be in sight as a whole, wherever the page is scrolled to. */
async function expectInSight(page: Page, all: readonly Locator[]) {
  for (const part of [0, 0.5, 1]) {
    await page.evaluate((share) => scrollTo(0, document.body.scrollHeight * share), part)
    for (const each of all) await expect(each).toBeInViewport({ ratio: 1 })
  }
}

for (const width of [1024, 390]) {
  test(`the total and what is decided are in sight at each line: ${width} px`, async ({
    page,
    testData,
  }) => {
    await page.setViewportSize({ width, height: 760 })
    const form = await pasteTwelveLines(page, testData)
    const estimate = page.getByLabel('Estimate')
    await expect(estimate).toContainText('Subtotal$96.00')
    const hint = page.locator('#order-create-hint')
    const inSight = [estimate, form.validate, form.create, hint]
    await expect(hint).toHaveText('Ctrl+Enter to validate, then again to create', {
      useInnerText: true,
    })
    await expectInSight(page, inSight)

    await form.validate.click()
    await expect(form.panel).toContainText('Requires Attention')
    await expect(hint).toHaveText('The order cannot be created yet. See why below', {
      useInnerText: true,
    })
    await expectInSight(page, inSight)

    await form.removes.last().click()
    await expect(page.getByText('11 items', { exact: true })).toBeVisible()
    await expect(estimate).toContainText('Subtotal$88.00')
    await form.validate.click()
    await expectToast(page, 'Order Validated', 'Order passed all validations')
    await expect(hint).toHaveText('Ctrl+Enter to create', { useInnerText: true })
    await expectInSight(page, inSight)
  })
}

test('the requested ship date is typed in short, and is on the order', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  const shipDate = page.getByRole('textbox', { name: 'Requested ship date' })
  await page.getByRole('combobox', { name: 'Shipping method' }).focus()
  await page.keyboard.press('Tab')
  await expect(shipDate).toBeFocused()
  await page.keyboard.type('soon')
  await page.keyboard.press('Enter')
  await expect(form.sku(1)).toBeFocused()
  await form.validate.click()
  await expect(shipDate).toBeFocused()
  await expect(shipDate).toHaveAccessibleDescription(/Ship date must be a date/)
  await shipDate.fill('2031-03-03')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Order Validated', 'Order passed all validations')
  const created = page.waitForResponse(
    (response) => response.url().endsWith('/api/orders/create') && response.status() === 201,
  )
  await page.keyboard.press('Control+Enter')
  const { order } = (await (await created).json()) as { order: { shipDate: string } }
  expect(order.shipDate).toBe('2031-03-03')
  await expect(shipDate).toHaveValue('')
  await expectAccessible(page)
})

test('the Enter path passes the ship date by, and a line shows the unit of its SKU', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  await form.po.focus()
  await page.keyboard.press('Enter')
  await expect(form.sku(1)).toBeFocused()
  await page.keyboard.press('Shift+Enter')
  await expect(form.po).toBeFocused()
  const line = page.getByRole('row').filter({ has: form.sku(1) })
  await expect(line.getByRole('gridcell', { name: 'EA', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 760 })
  await expect(line.getByText('EA', { exact: true })).toBeVisible()
})

test('500 lines: pasted in few requests, walked by key, totals and faults in sight', async ({
  page,
  testData,
}) => {
  const { customer } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  const series = testData.code('MANY')
  const records = Array.from({ length: 500 }, (_, index) => {
    const sku = `${series}-${1001 + index}`
    return { sku, name: 'Hex bolt', cost: '0.50', price: '1.00' }
  })
  await testData.made('/api/skus/upsert', { records })
  await enterCode(form.customer, customer.customerCode)
  let lookups = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/skus?')) lookups += 1
  })
  await paste(form.sku(1), records.map(({ sku }) => `${sku}\t1`).join('\r\n'))
  await expect(page.getByText('500 items', { exact: true })).toBeVisible()
  await expect(form.sku(500)).toHaveValue(`${series}-1500 - Hex bolt ($1.00)`)
  await expect(form.sku(250)).toHaveValue(`${series}-1250 - Hex bolt ($1.00)`)
  expect(lookups).toBeLessThanOrEqual(20)
  const estimate = page.getByLabel('Estimate')
  await expect(estimate).toContainText('$500.00')

  await form.quantity(499).focus()
  await page.keyboard.press('ArrowDown')
  await expect(form.quantity(500)).toBeFocused()
  await expect(form.quantity(500)).toBeInViewport()
  await page.keyboard.type('7')
  await expect(estimate).toContainText('$506.00')
  await expect(estimate).toBeInViewport()
  await expect(form.validate).toBeInViewport()
  await expect(form.panel.getByText('Not validated yet')).toBeInViewport()

  await form.quantity(480).fill('0')
  await form.customer.focus()
  await form.customer.press('Control+Enter')
  await expect(form.quantity(480)).toBeFocused()
  await expect(form.quantity(480)).toBeInViewport()
  await expect(form.quantity(480)).toHaveAccessibleDescription('Quantity must be at least 1')
})

test('digits alone take the series of the line above', async ({ page, testData }) => {
  const { customer } = await openOrderEntry(page, testData)
  const number = String(Date.now()).slice(-6)
  const [abr, fas, other] = [`ABR-${number}1`, `FAS-${number}2`, `ABR-${number}2`]
  for (const sku of [abr, fas, other]) await createSku(testData, { sku })
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await enterCode(form.sku(1), `${number}2`)
  await expect(page.getByRole('alert').filter({ hasText: '2 match' })).toBeVisible()
  await enterCode(form.sku(1), `ab${number}1`)
  await expect(form.sku(1)).toHaveValue(new RegExp(`^${abr} `))
  await form.quantity(1).press('Enter')
  await enterCode(form.sku(2), `${number}2`)
  await expect(form.sku(2)).toHaveValue(new RegExp(`^${other} `))
  await form.quantity(2).press('Enter')
  await enterCode(form.sku(3), `f${number}2`)
  await expect(form.sku(3)).toHaveValue(new RegExp(`^${fas} `))
})
