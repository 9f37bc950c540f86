import type { Locator, Page } from '@playwright/test'
import { expect, expectToast, test } from '../fixtures.ts'
import { fillOrder } from '../journeys/fill-order-entry.ts'

// Notices that appear by themselves cover nothing the user needs next.

const notice = (page: Page) =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('It is not shown')
  return box
}

/** The overlap of two elements in square pixels. */
async function overlapOf(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the validation toast does not cover Create Order', async ({ page, signIn, testData }) => {
    await signIn('sales')
    const { form } = await fillOrder(page, testData)
    await form.validate.tap()
    await expectToast(page, 'Order Validated', 'Order passed all validations')
    await expect.poll(() => overlapOf(notice(page), form.create)).toBe(0)
    await form.create.tap()
    await expect(page.getByText('Order Created', { exact: true })).toBeVisible()
  })

  test('the first item is visible, no shortcuts are shown, fields do not zoom', async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('sales')
    const { form } = await fillOrder(page, testData)
    await page.evaluate(() => scrollTo(0, 0))
    expect((await boxOf(form.sku(1))).y).toBeLessThan(560)
    await expect(page.getByText(/Ctrl\+/).filter({ visible: true })).toHaveCount(0)
    await expect(form.sku(1)).toHaveCSS('font-size', '16px')
    const address = page.getByRole('textbox', { name: 'Shipping address' })
    await expect(address).toBeHidden()
    await page.getByRole('button', { name: /^Shipping, addresses, notes/ }).tap()
    await expect(address).toHaveValue(/1 Main Street/)
    const total = page.locator('.order-line [data-cell=total]').first()
    await expect(total).toHaveText('$16.00')
    const box = await boxOf(total)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
  })
})

for (const width of [1440, 1024]) {
  test(`a toast does not cover the save button of a form: ${width} px`, async ({
    page,
    signIn,
    testData,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn('admin')
    const code = testData.code('NO')
    await testData.customer({ customerCode: `${code}-1` })
    await testData.customer({ customerCode: `${code}-2` })
    await page.goto(`/customers?q=${code}`)
    await page.getByRole('button', { name: `Delete ${code}-1` }).click()
    await expect(notice(page)).toBeVisible()
    await page.getByRole('button', { name: `Edit ${code}-2` }).click()
    const update = page.getByRole('dialog').getByRole('button', { name: 'Update Customer' })
    await expect(update).toBeVisible()
    await expect.poll(() => overlapOf(notice(page), update)).toBe(0)
  })
}

test('the changes pill covers no column header, row or button', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const code = testData.code('PI')
  await testData.customer({ customerCode: `${code}-1` })
  await page.goto(`/customers?q=${code}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await testData.customer({ customerCode: `${code}-2` })
  const pill = page.getByRole('button', { name: /^1 update · Refresh \(R\)$/ })
  await expect(pill).toBeVisible()
  for (const width of [1440, 1024, 700, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const card = page.getByRole('region', { name: 'Customer List' })
    expect(await overlapOf(pill, card.getByRole('table'))).toBe(0)
    expect(await overlapOf(pill, card.getByRole('toolbar'))).toBe(0)
    for (const name of ['Import CSV', 'Add Customer']) {
      expect(await overlapOf(pill, card.getByRole('button', { name })), `${name} ${width}`).toBe(0)
    }
  }
})

test('the changes pill covers no figure of the dashboard and of a report', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const customer = await testData.customer()
  const figures = {
    '/': page.getByRole('region', { name: 'Figures' }),
    '/ar-reports': page.getByRole('group', { name: 'Total Receivables Balance', exact: true }),
  }
  for (const [path, figure] of Object.entries(figures)) {
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto(path)
    await expect(figure.getByRole('link').first()).toHaveText(/\d/)
    await testData.made('/api/sales-orders', {
      orderNumber: testData.code('PF'),
      customerId: customer.id,
      orderDate: '2026-01-02',
      totalAmount: '20.00',
    })
    const pill = page.getByRole('button', { name: /^\d+ updates? · Refresh \(R\)$/ })
    await expect(pill).toBeVisible()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overlapOf(pill, figure), `${path} ${width}`).toBe(0)
    }
  }
})
