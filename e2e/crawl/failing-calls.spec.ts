import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { plainScreens } from '../screens.ts'

// Fails every call of every screen in each possible way: the screen shows it, nothing throws, and
// `Try again` recovers. Takes minutes: `npm run crawl`.

test.setTimeout(600_000)

const html = { contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
const failures = [
  { name: 'a problem', status: 500, contentType: 'application/problem+json', body: '{}' },
  { name: 'a page of a proxy', status: 502, ...html },
] as const

/** Screens that make no other calls than the required ones before the user acts. */
const pagesWithoutCalls = [
  '/help',
  '/order-entry',
  '/settings',
  '/company-profile',
  '/unsent-orders',
]

const requiredCalls = ['/api/user', '/api/changes', '/api/settings']

/** Fails all calls except those for the signed-in user and the business. */
async function failAll(page: Page, failure: (typeof failures)[number]) {
  const { status, contentType, body } = failure
  await page.route('**/api/**', (route) =>
    requiredCalls.some((path) => new URL(route.request().url()).pathname === path)
      ? route.continue()
      : route.fulfill({ status, contentType, body }),
  )
}

for (const failure of failures) {
  test(`every screen survives ${failure.name} from every call @crawl`, async ({ page, signIn }) => {
    await signIn('admin')
    for (const path of plainScreens.filter((each) => !pagesWithoutCalls.includes(each))) {
      await test.step(path, async () => {
        await failAll(page, failure)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
        await expect(again.first()).toBeVisible()
        await expect(page.getByRole('main').getByRole('alert').first()).toContainText(/\w/)
        await expectAccessible(page)
        await page.unroute('**/api/**')
        await expect(async () => {
          for (const button of await again.all()) await button.click({ timeout: 2000 })
          await expect(again).toHaveCount(0, { timeout: 5000 })
        }).toPass()
      })
    }
  })
}

test('a call without a response is reported, and the input remains @crawl', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const code = testData.code('C')
  await page.goto('/customers?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create New Customer' })
  await dialog.getByLabel('Customer Code *').fill(code)
  await dialog.getByLabel('Company Name *').fill('Kept')
  await dialog.getByLabel('Email *').fill('kept@example.com')
  await page.route('**/api/customers', (route) => route.abort('timedout'))
  const create = dialog.getByRole('button', { name: 'Create Customer', exact: true })
  await create.click()
  await expect(page.getByText(/The server cannot be reached/).first()).toBeVisible()
  await expect(dialog.getByLabel('Company Name *')).toHaveValue('Kept')
  await page.unroute('**/api/customers')
  await create.click()
  await expect(dialog).toBeHidden()
})
