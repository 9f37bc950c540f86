import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, type TestData, test } from '#e2e/fixtures.ts'
import { createHexBolt } from '#e2e/journeys/create-hex-bolt.ts'

const form = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

test('an entered stock is posted as an adjustment with its reason', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('warehouse')
  const { sku } = await createHexBolt(testData, { currentStock: 30 })
  await page.goto(`/skus?q=${sku}`)
  await expect(page.getByRole('button', { name: `Edit ${sku}` })).toBeDisabled()
  await page.getByRole('button', { name: `Actions for ${sku}` }).click()
  await page.getByRole('menuitem', { name: 'Adjust stock' }).click()
  const dialog = form(page, `Adjust stock for ${sku}`)
  await expect(dialog.getByLabel('Counted Stock *')).toHaveAccessibleDescription(
    'The difference is posted as an adjustment. A later warehouse count overrides it',
  )
  await dialog.getByLabel('Counted Stock *').fill('28')
  await dialog.getByLabel('Reason').fill('Two broken')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Adjust stock' }).click()
  await expectToast(page, 'Success', 'SKU updated successfully')
  await expect(dialog).toHaveCount(0)
  await page.goto(`/skus?open=${sku}&tab=movements`)
  const moves = page.getByRole('dialog', { name: new RegExp(sku) })
  await expect(moves.getByRole('row').nth(1)).toContainText('Adjusted')
  await expect(moves.getByRole('row').nth(1)).toContainText('−2')
  await expect(moves.getByRole('row').nth(1)).toContainText('28')
  await expect(moves.getByRole('row').nth(1)).toContainText('Two broken')
  await expect(moves.getByText('On hand: 28 · minimum')).toBeVisible()
  await moves.getByRole('button', { name: 'Show as table' }).press('Enter')
  const chart = moves.getByRole('region', { name: 'On hand as a table' })
  await expect(chart.getByRole('row').nth(1)).toHaveText(/\+3030$/)
  await expect(chart.getByRole('row').nth(2)).toHaveText(/−228$/)
  await expectAccessible(page)
  await moves.getByRole('button', { name: 'Show as chart' }).click()
  await expect(moves.getByText('On hand (EA)', { exact: true })).toBeVisible()
  await expect(moves.getByText(/^Minimum: \d+$/)).toBeVisible()
  await expect(moves.getByText('Now', { exact: true })).toBeVisible()
  // All movements are of today, so there are no days to compare.
  await expect(moves.getByLabel(/^Compare with/)).toHaveCount(0)
})

/** A SKU that moved one, nine and ten days ago: counted from 30 to 25 to 40. */
async function createMovedSku(page: Page, testData: TestData) {
  const { id, sku } = await createHexBolt(testData, { currentStock: 30, minimumStock: 20 })
  for (const currentStock of [25, 40]) {
    await testData.made(`/api/skus/${id}/adjust`, { currentStock, stockReason: 'Count' })
  }
  // The movements are newest first.
  await page.route(`**/api/skus/${id}/moves?*`, async (route) => {
    const response = await route.fetch()
    const moves = (await response.json()) as object[]
    const daysAgo = [1, 9, 10]
    const json = moves.map((move, index) => {
      const occurredAt = new Date(Date.now() - (daysAgo[index] ?? 0) * 86_400_000).toISOString()
      return { ...move, occurredAt }
    })
    await route.fulfill({ response, json })
  })
  return sku
}

/** The shares of the width of the chart's points, in tenths. */
async function widthsOf(chart: Locator) {
  const widths = await chart
    .locator('[data-place]')
    .evaluateAll((places) => places.map((place) => place.getBoundingClientRect().width))
  const total = widths.reduce((sum, width) => sum + width, 0)
  return widths.map((width) => Math.round((10 * width) / total))
}

test('the stock chart has a true axis of time, and a line at the minimum', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('warehouse')
  const sku = await createMovedSku(page, testData)
  await page.goto(`/skus?open=${sku}&tab=movements`)
  const chart = page.getByRole('figure')
  await expect(chart).toContainText('On hand: 40 · minimum 20')
  expect(await widthsOf(chart)).toEqual([1, 8, 1])
  await expect(chart.getByText('Minimum: 20', { exact: true })).toBeVisible()
  // The axis ends at 40, so the minimum is in its middle.
  const drawing = chart.getByRole('img')
  const middle = await drawing.evaluate((svg) => {
    const { top, height } = svg.getBoundingClientRect()
    const line = svg.querySelector('path[stroke-dasharray]')?.getBoundingClientRect()
    return line && Math.round((100 * (line.top - top)) / height)
  })
  expect(middle).toBe(50)
})

test('the stock chart compares the last days with as many days before, also in its table', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('warehouse')
  const sku = await createMovedSku(page, testData)
  await page.goto(`/skus?open=${sku}&tab=movements`)
  const chart = page.getByRole('figure')
  await chart.getByLabel('Compare with the 5 days before').check()
  await expect(chart).toContainText('On hand: 40 · minimum 20 · last 5 days')
  await expect(chart.getByText('The 5 days before', { exact: true })).toBeVisible()
  // The start of the five days, the count of the days before, and that of yesterday.
  expect(await widthsOf(chart)).toEqual([2, 6, 2])
  const last = chart.getByRole('button', {
    name: /: Adjusted \+15, 40 on hand; [^;]*: 25 on hand$/,
  })
  await last.hover()
  await expect(chart.locator('.popover')).toHaveText(
    /: Adjusted \+15, 40 on hand; [^;]*: 25 on hand$/,
  )
  await expect(
    chart.getByRole('button', { name: /: 25 on hand; [^;]*: Adjusted −5, 25 on hand$/ }),
  ).toBeAttached()
  await expectAccessible(page)
  await chart.getByRole('button', { name: 'Show as table' }).click()
  const table = chart.getByRole('region', { name: 'On hand as a table' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Day',
    'Movement',
    'On hand',
    'Movement before',
    'On hand before',
  ])
  const cells = (row: number) => table.getByRole('row').nth(row).getByRole('cell')
  const aDay = /^\d+\/\d+\/\d{4}$/
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(cells(1)).toHaveText([aDay, '-', '25', '-', '30'])
  await expect(cells(2)).toHaveText([aDay, '-', '25', '−5', '25'])
  await expect(cells(3)).toHaveText([aDay, '+15', '40', '-', '25'])
  await expectAccessible(page)
  await chart.getByLabel('Compare with the 5 days before').uncheck()
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(cells(1)).toHaveText([aDay, '+30', '30'])
})

test('roles without permission cannot edit the stock or see the cost', async ({
  page,
  signIn,
  testData,
}) => {
  const { sku } = await createHexBolt(testData, { currentStock: 3 })
  await signIn('purchasing')
  await page.goto(`/skus?edit=${sku}`)
  const dialog = form(page, 'Edit SKU')
  await expect(dialog.getByLabel('Current Stock *')).toBeDisabled()
  await expect(dialog.getByLabel('Current Stock *')).toHaveAccessibleDescription(
    'Your role cannot change stock',
  )
  await dialog.getByLabel('Product Name *').fill('Renamed')
  await dialog.getByRole('button', { name: 'Update SKU' }).click()
  await expectToast(page, 'Success', 'SKU updated successfully')

  await signIn('sales')
  await page.goto(`/skus?q=${sku}`)
  await expect(row(page, sku)).toContainText('Renamed')
  await expect(page.getByRole('columnheader', { name: 'Cost' })).toBeHidden()
  await page.getByRole('link', { name: sku }).click()
  await expect(page.getByText('Price ladder')).toBeVisible()
  await expect(page.getByText('Margin')).toBeHidden()
})

test('imports a stock count from a CSV file', async ({ page, signIn, testData }) => {
  await signIn('warehouse')
  const sku = testData.code('CT')
  const form = { sku, name: 'Hex bolt', cost: '1.00', price: '2.00', currentStock: 9 }
  await testData.made('/api/skus', form)
  await page.goto(`/skus?q=${sku}`)
  await page.getByRole('button', { name: 'Import Count' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Stock Count' })
  const rows = `SKU,Counted,Reason\n${sku},7,Two damaged\n${sku}-X,1,\n`
  await dialog.getByLabel('Or paste the rows').fill(rows)
  await dialog.getByRole('button', { name: 'Use the pasted rows' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('2 rows: 1 new adjustment, 1 row with errors.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 1 correct adjustment' }).click()
  await expect(dialog.getByText('Import done')).toBeVisible()
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: sku })
  await expect(row).toContainText('7')
})
