import { expect, test } from '../fixtures.ts'
import { dialogBoxes, differences, holdCall, listBoxes } from './skeleton-boxes.ts'
import { createManyRecords } from './many-records.ts'
import { waitUntilStable } from './press-controls.ts'
import { lists } from '../screens.ts'

// Loading skeletons have the same size as the data. A page has ten rows and a skeleton five, so
// only parts that can be equal are compared: the card's position and width, its toolbar, the column
// headers, the first row, and the footer, for which the skeleton reserves ten rows. For a dialog:
// its outer box, title and close button.

/** Lists of more than one page, compared down to their footer. */
const full = ['/customers', '/skus', '/sales-orders', '/purchase-orders']

/** Skeletons of the screen outside its list. */
const skeletonsOutsideList = 'main .skeleton:not(section.card:has([role=toolbar]) *)'

for (const [path, call] of lists) {
  test(`${path}: lists replace their skeleton in place @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    await createManyRecords(testData, ['Acme'])
    const bad: string[] = []
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const release = await holdCall(page, new RegExp(`${call}\\?`))
      // Filter for single-line rows: those of other tests may be taller.
      await page.goto(full.includes(path) ? `${path}?q=Acme` : path)
      await expect(page.getByRole('main').getByLabel('Loading').first()).toBeVisible()
      // The rest of the screen must have loaded by then, however slow it was.
      await expect(page.locator(skeletonsOutsideList)).toHaveCount(0)
      await waitUntilStable(page)
      const isFull = full.includes(path) && width === 1280
      const before = await page.evaluate(listBoxes, isFull)
      await release()
      await expect(page.getByRole('main').getByLabel('Loading')).toHaveCount(0)
      const after = await page.evaluate(listBoxes, isFull)
      bad.push(...differences(before, after).map((each) => `${width}: ${each}`))
    }
    expect(bad).toEqual([])
  })
}

const records = [
  ['customer', 'customers'],
  ['vendor', 'vendors'],
  ['sku', 'skus'],
  ['order', 'sales-orders'],
  ['purchase', 'purchase-orders'],
] as const

for (const [kind, rooms] of records) {
  test(`${rooms}: record details replace their skeleton in place @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    const world = await createManyRecords(testData, ['Acme', 'Bolts'])
    const bad: string[] = []
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const release = await holdCall(page, new RegExp(`/api/${rooms}[/?]`))
      await page.goto(`/${rooms}?open=${world[kind]}`)
      await expect(page.getByRole('dialog').getByLabel('Loading')).toBeVisible()
      const before = await page.evaluate(dialogBoxes)
      await release()
      await expect(page.getByRole('dialog').getByLabel('Loading')).toHaveCount(0)
      const after = await page.evaluate(dialogBoxes)
      bad.push(...differences(before, after).map((each) => `${width}: ${each}`))
    }
    expect(bad).toEqual([])
  })
}
