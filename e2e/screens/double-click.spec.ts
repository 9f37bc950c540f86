import type { Page } from '@playwright/test'
import type { Customer } from '#features/customers/contract.ts'
import { expect, expectToast, expectToastDetail, test } from '../fixtures.ts'

test.setTimeout(180_000)

test.beforeEach(async ({ signIn }) => {
  await signIn('admin')
})

/** The second click of a double click at the same pointer position. */
async function clickAgain(page: Page) {
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/** Collects the restore calls that the page sends. */
function restoredTexts(page: Page): readonly string[] {
  const restored: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/restore')) restored.push(pathname)
  })
  return restored
}

test('a double click on delete deletes one record, although the next moves under it', async ({
  page,
  testData,
}) => {
  const word = testData.code('Twice')
  const make = (name: string) => testData.customer({ customerCode: testData.code('TW'), name })
  const first = await make(`${word} A`)
  const second = await make(`${word} B`)
  const bin = ({ customerCode }: Customer) =>
    page.getByRole('button', { name: `Delete ${customerCode}`, exact: true })
  await page.goto(`/customers?q=${word}&sort=name`)
  await expect(bin(second)).toBeVisible()
  await bin(first).click()
  await expect(bin(first)).toHaveCount(0)
  await clickAgain(page)
  await expectToast(page, 'Success', 'Customer deleted successfully')
  await expectToastDetail(page, first.customerCode)
  expect((await page.request.get(`/api/customers/${second.id}`)).status()).toBe(200)

  await bin(second).click()
  await expectToastDetail(page, second.customerCode)
  await page.keyboard.press('Control+z')
  await expect(bin(second)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(bin(first)).toBeVisible()
})

test('a double click on Undo restores one of two deleted records', async ({ page, testData }) => {
  const word = testData.code('Undone')
  const make = (name: string) => testData.customer({ customerCode: testData.code('TW'), name })
  const first = await make(`${word} A`)
  const second = await make(`${word} B`)
  const bin = ({ customerCode }: Customer) =>
    page.getByRole('button', { name: `Delete ${customerCode}`, exact: true })
  const restored = restoredTexts(page)
  await page.goto(`/customers?q=${word}&sort=name`)
  for (const customer of [first, second]) {
    await bin(customer).click()
    await expectToastDetail(page, customer.customerCode)
  }
  await page.getByRole('button', { name: 'Undo', exact: true }).dblclick()
  await expect(bin(second)).toBeVisible()
  expect(restored).toEqual([`/api/customers/${second.id}/restore`])
  await page.keyboard.press('Control+z')
  await expect(bin(first)).toBeVisible()
  expect(restored).toEqual([second, first].map(({ id }) => `/api/customers/${id}/restore`))
})

test('a double click on Restore restores one of two customers', async ({
  page,
  testData,
  program,
}) => {
  const word = testData.code('Deleted')
  const make = (name: string) => testData.customer({ customerCode: testData.code('TW'), name })
  const made = [await make(`${word} A`), await make(`${word} B`)]
  for (const { id, version } of made) {
    const headers = { origin: program.url, 'if-match': `"${version}"` }
    expect((await page.request.delete(`/api/customers/${id}`, { headers })).ok()).toBe(true)
  }
  await page.goto('/customers?view=deleted')
  const restore = page.getByRole('button', { name: /^Restore TW-/ })
  const [upper, lower] = [restore.nth(0), restore.nth(1)]
  const codes = await Promise.all([upper, lower].map((each) => each.getAttribute('aria-label')))
  const before = await restore.count()
  const restored = restoredTexts(page)
  await upper.click()
  await expect(upper).toHaveAccessibleName(codes[1] ?? '')
  await clickAgain(page)
  await expect(restore).toHaveCount(before - 1)
  expect(restored).toHaveLength(1)
  const statuses = made.map(async ({ id, customerCode }) => {
    const answer = await page.request.get(`/api/customers/${id}`)
    return [`Restore ${customerCode}`, answer.status()]
  })
  const expected = new Map([
    [codes[0], 200],
    [codes[1], 404],
  ])
  expect(new Map((await Promise.all(statuses)) as [string, number][])).toEqual(expected)
})
