import { expect, expectAccessible, expectToast, test } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import { createTestRecords } from '../screens.ts'

// A record as a page: the same details as in the dialog over its list.

test('a sales order is a page with its next step, its lines and its summary', async ({
  page,
  signIn,
  testData,
}) => {
  const { id: customerId, name } = await testData.customer({ creditLimit: '1000.00' })
  const item = await createSku(testData)
  const { order } = await testData.made<{ order: { orderNumber: string } }>('/api/orders/create', {
    customerId,
    items: [{ skuId: item.id, quantity: 2 }],
  })
  await signIn('admin')
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  const dialog = page.getByRole('dialog', { name: 'Sales Order Details' })
  await dialog.getByRole('button', { name: 'Open as a page' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/[?&]full=1/)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(`${order.orderNumber} · ${name}`)
  await expect(title).toBeFocused()
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Lines/)
  await expect(page.getByRole('cell', { name: new RegExp(item.sku) }).first()).toBeVisible()
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary.getByRole('heading', { level: 2 })).toHaveText(['Overview', 'Timeline'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start processing' }).click()
  await expectToast(page, 'Success', `${order.orderNumber} is processing`)
  await expect(page.getByRole('button', { name: 'Mark shipped…' })).toBeVisible()
  await page.keyboard.press('o')
  await expect(dialog).toBeVisible()
  await expect(page).not.toHaveURL(/full=1/)
  await page.keyboard.press('o')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(title).toHaveText('Sales Orders')
  await expect(page).toHaveURL(/\/sales-orders$/)
})

test('the address of a record’s page opens it, and a role sees only what it may do', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode, name } = await testData.customer({})
  await signIn('viewer')
  await page.goto(`/customers?open=${customerCode}&full=1`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${customerCode}${name}`)
  await expect(page.getByRole('button', { name: 'New order' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Credit')
  await expectAccessible(page)
  // The keys of any page work, and those of the hidden list do not.
  await page.keyboard.press('x')
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page).toHaveURL('/vendors')
})

test('on a phone the totals of lines stay in sight, and a shade says that there is more', async ({
  page,
  signIn,
  testData,
}) => {
  const { purchase } = await createTestRecords(testData)
  await signIn('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/purchase-orders?open=${purchase}&full=1`)
  const lines = page.getByRole('region', { name: 'Lines', exact: true })
  const total = lines.getByRole('columnheader').last()
  for (const cell of [total, lines.locator('tfoot td').last()]) {
    await expect(cell).toHaveCSS('position', 'sticky')
    await cell.scrollIntoViewIfNeeded()
    await expect(cell).toBeInViewport({ ratio: 0.9 })
  }
  expect(await lines.evaluate((each) => each.scrollLeft)).toBe(0)
  await expect(lines).toHaveCSS('background-image', /linear-gradient/)
})

test('on a phone the title of a record has its whole number, and its badge is below', async ({
  page,
  signIn,
  testData,
}) => {
  const { order } = await createTestRecords(testData)
  await signIn('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/sales-orders?open=${order}&full=1`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText(`${order} · `)
  const badge = page.locator('[data-record-page] header .badge').first()
  const [above, below] = [await title.boundingBox(), await badge.boundingBox()]
  expect(above?.height).toBeLessThanOrEqual(40)
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  // The number is in the first line.
  const lines = await title.evaluate((heading, code) => {
    const range = document.createRange()
    const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode()
    if (!text) return 0
    range.setStart(text, 0)
    range.setEnd(text, code.length)
    return range.getClientRects().length
  }, order)
  expect(lines).toBe(1)
})

test('on a phone the page of a record fits the screen', async ({ page, signIn, testData }) => {
  const { customerCode } = await testData.customer({})
  await signIn('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/customers?open=${customerCode}&full=1`)
  await expect(page.getByRole('button', { name: 'New order' })).toBeVisible()
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide).toBe(false)
  await expectAccessible(page)
})
