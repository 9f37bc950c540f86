import type { Locator, Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'
import { createRecords } from '../journeys/create-record-of-each-kind.ts'
import { recordKinds } from '../record-kinds.ts'
import { openScreen } from '../screens/layout-shifts.ts'

// The page of every kind of record: one primary button and at most four more, no action twice, and
// the lines with their totals in the wide part.

/** Records shared by all tests of a worker, which only read them. */
let records: ReturnType<typeof createRecords> | undefined
function recordsOf(testData: TestData, page: Page): ReturnType<typeof createRecords> {
  records ??= createRecords(testData, page)
  return records
}

/** The accessible names of buttons. */
const namesOf = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()),
  )

/** The labels of the items of the open menu, without their keys. */
const labelsOf = (items: Locator) =>
  items.evaluateAll((all) => all.map((each) => each.querySelector('span')?.textContent ?? ''))

const withoutRepeats = (names: readonly string[]) => [...new Set(names)]

for (const { kind, pathOf, next, tab, texts = [], beside } of recordKinds) {
  test(`the page of ${kind} has at most five buttons, each once, and its lines first`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    const created = await recordsOf(testData, page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await openScreen(page, `${pathOf(created)}&full=1`)
    const record = page.locator('[data-record-page]')
    const panel = record.getByRole('tabpanel').first()
    await expect(panel).toBeVisible()

    const actions = record.getByRole('group', { name: 'Actions', exact: true })
    const menuButton = actions.getByRole('button', { name: /^Actions for / })
    await expect(menuButton).toBeVisible()
    const names = await namesOf(actions.locator('..').getByRole('button'))
    expect(names).toEqual(withoutRepeats(names))
    expect(names.filter((name) => name.startsWith('Copy'))).toEqual([])
    const buttons = (await namesOf(actions.getByRole('button'))).slice(0, -1)
    expect(buttons.length, buttons.join(', ')).toBeLessThanOrEqual(5)
    const primary = await namesOf(actions.locator('button.bg-accent'))
    expect(primary.length).toBeLessThanOrEqual(1)
    if (next !== undefined) expect(primary).toEqual(next === null ? [] : [next])
    if (primary.length > 0) expect(buttons[0]).toBe(primary[0])

    await menuButton.click()
    const items = page.getByRole('menuitem')
    await expect(items.filter({ hasText: 'Copy link' })).toBeVisible()
    const all = [...buttons, ...(await labelsOf(items))]
    expect(all).toEqual(withoutRepeats(all))
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)

    await expect(record.getByRole('tab').first()).toHaveText(tab)
    await expect(record.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true')
    for (const text of texts) await expect(panel).toContainText(text)
    const summary = record.getByRole('complementary', { name: 'Summary' })
    await expect(summary.locator(':scope > section > h2')).toHaveText([...beside])
    await expect(summary.getByRole('region', { name: 'Lines', exact: true })).toHaveCount(0)
    await expectAccessible(page)
  })
}

test('no lines of a document need to be scrolled sideways on its page at 1440 pixels', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const created = await recordsOf(testData, page)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const { kind, pathOf, tab } of recordKinds) {
    if (tab !== 'Lines') continue
    await openScreen(page, `${pathOf(created)}&full=1`)
    const record = page.locator('[data-record-page]')
    const lines = record.getByRole('region', { name: 'Lines', exact: true })
    await expect(lines).toBeVisible()
    const hidden = await lines.evaluate((each) => each.scrollWidth - each.clientWidth)
    expect(hidden, kind).toBeLessThanOrEqual(0)
  }
})

test('the link of a record’s page opens its page, from the menu and by its key', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin')
  const { invoice } = await recordsOf(testData, page)
  const number = invoice.invoiceNumber
  await openScreen(page, `/ar-reports?tab=invoices&open=${number}&full=1`)
  const copied = async () => {
    const text = await page.evaluate(() => navigator.clipboard.readText())
    const { searchParams } = new URL(text)
    return [searchParams.get('open'), searchParams.get('full')]
  }
  await page.getByRole('button', { name: `Actions for ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.poll(copied).toEqual([number, '1'])
  await page.evaluate(() => navigator.clipboard.writeText('https://prizm.example/?open=none'))
  await page.keyboard.press('Control+Shift+L')
  await expect.poll(copied).toEqual([number, '1'])
})

test('a page that its link opened leaves nothing of it in the address of the list', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const created = await recordsOf(testData, page)
  for (const { kind, pathOf } of recordKinds) {
    await openScreen(page, `${pathOf(created)}&full=1`)
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page, kind).not.toHaveURL(/open=|full=/)
  }
})

test('the keys of the list reach the next and the previous record from a page', async ({
  page,
  signIn,
  testData,
}) => {
  const name = testData.code('Neighbor')
  const [first, second] = [testData.code('NBA'), testData.code('NBB')]
  await testData.customer({ customerCode: first, name })
  await testData.customer({ customerCode: second, name })
  await signIn('admin')
  await openScreen(page, `/customers?q=${name}&sort=customerCode&open=${first}&full=1`)
  const record = page.locator('[data-record-page]')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(`${first}${name}`)
  await expect(record.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('j')
  await expect(title).toHaveText(`${second}${name}`)
  await expect(page).toHaveURL(/full=1/)
  await record.getByRole('button', { name: 'Previous record' }).click()
  await expect(title).toHaveText(`${first}${name}`)
})
