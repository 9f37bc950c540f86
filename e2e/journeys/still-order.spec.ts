import type { Page } from '@playwright/test'
import { type TestData, expect, expectToast, test } from '../app.ts'
import { answerLate, countMoves, lateAnswer, movesOf } from '../screens/moves.ts'
import { begin, desk, enterCode } from './order-desk.ts'

// No layout shifts while an order is typed, validated and created, however late responses are.
// Takes a minute: `npm run crawl`.

const widths = [360, 768, 1280, 1920]

for (const width of widths) {
  test(`no layout shifts while an order is validated and created at ${width} @crawl`, async ({
    page,
    signIn,
    given,
  }) => {
    await signIn()
    const form = await lateDesk({ page, given, width })
    await form.validate.click()
    await expect(form.panel.getByText('Approved')).toBeVisible()
    const validated = await movesAfter(page)
    await form.create.click()
    await expect(page.getByText(/^Last order SO-/)).toBeVisible()
    const created = await movesAfter(page)
    expect({ validated, created }).toEqual({ validated: [], created: [] })
  })

  test(`no layout shifts while an order is rejected at ${width} @crawl`, async ({
    page,
    signIn,
    given,
  }) => {
    await signIn()
    const form = await lateDesk({ page, given, width }, { credit: '5.00', stock: 1 })
    await form.validate.click()
    await expectToast(page, 'Order Validated', 'Order has validation issues')
    await expect(form.panel.getByText('Requires Attention')).toBeVisible()
    expect(await movesAfter(page)).toEqual([])
  })
}

type Place = { page: Page; given: TestData; width: number }

/** Opens the order form filled in, with all responses delayed. */
async function lateDesk({ page, given, width }: Place, fields = {}) {
  await page.setViewportSize({ width, height: 800 })
  await countMoves(page)
  const { customer, item } = await begin(page, given, fields)
  await answerLate(page)
  const form = desk(page)
  await enterCode(form.customer, customer.customerCode)
  await expect(form.customer).toHaveValue(/Northwind/)
  await enterCode(form.sku(1), item.sku)
  await expect(form.sku(1)).toHaveValue(/Hex bolt/)
  await form.quantity(1).fill('2')
  await expect(page.getByText('No orders yet.')).toBeVisible()
  expect(await movesAfter(page)).toEqual([])
  return form
}

/** The layout shifts after the last delayed response. */
async function movesAfter(page: Page): Promise<string[]> {
  await lateAnswer(page)
  return movesOf(page)
}
