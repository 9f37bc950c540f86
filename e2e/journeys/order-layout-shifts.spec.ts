import type { Page } from '@playwright/test'
import { type TestData, expect, expectToast, test } from '../fixtures.ts'
import {
  delayResponses,
  startCountingShifts,
  waitForDelayedResponse,
  layoutShifts,
} from '../screens/layout-shifts.ts'
import { openOrderEntry, orderEntry, enterCode } from './fill-order-entry.ts'

// No layout shifts while an order is typed, validated and created, however late responses are.
// Takes a minute: `npm run crawl`.

const widths = [360, 768, 1280, 1920]

for (const width of widths) {
  test(`no layout shifts while an order is validated and created at ${width} @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn()
    const form = await openSlowOrderEntry({ page, testData, width })
    await form.validate.click()
    await expect(form.panel.getByText('Approved')).toBeVisible()
    const validated = await layoutShiftsAfter(page)
    await form.create.click()
    await expect(page.getByText(/^Last order SO-/)).toBeVisible()
    const created = await layoutShiftsAfter(page)
    expect({ validated, created }).toEqual({ validated: [], created: [] })
  })

  test(`no layout shifts while an order is rejected at ${width} @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn()
    const form = await openSlowOrderEntry({ page, testData, width }, { credit: '5.00', stock: 1 })
    await form.validate.click()
    await expectToast(page, 'Order Validated', 'Order has validation issues')
    await expect(form.panel.getByText('Requires Attention')).toBeVisible()
    expect(await layoutShiftsAfter(page)).toEqual([])
  })
}

type Place = { page: Page; testData: TestData; width: number }

/** Opens the order form filled in, with all responses delayed. */
async function openSlowOrderEntry({ page, testData, width }: Place, fields = {}) {
  await page.setViewportSize({ width, height: 800 })
  await startCountingShifts(page)
  const { customer, item } = await openOrderEntry(page, testData, fields)
  await delayResponses(page)
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await expect(form.customer).toHaveValue(/Northwind/)
  await enterCode(form.sku(1), item.sku)
  await expect(form.sku(1)).toHaveValue(/Hex bolt/)
  await form.quantity(1).fill('2')
  await expect(page.getByText('No orders yet.')).toBeVisible()
  expect(await layoutShiftsAfter(page)).toEqual([])
  return form
}

/** The layout shifts after the last delayed response. */
async function layoutShiftsAfter(page: Page): Promise<string[]> {
  await waitForDelayedResponse(page)
  return layoutShifts(page)
}
