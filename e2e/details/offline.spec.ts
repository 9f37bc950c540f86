import { expect, test } from '../fixtures.ts'

// A lost connection loses neither the program nor typed text. Only this test allows the service
// worker, because every other test would fetch all files.

test.use({ serviceWorkers: 'allow' })

test('without a connection an unopened screen still opens, and the outage is shown', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
  await context.setOffline(true)
  const lost = page.getByText(/^The connection is lost/)
  await expect(lost).toBeVisible()
  await page.getByRole('link', { name: 'Vendors', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible()
  await expect(page.getByText('This list could not be loaded')).toBeVisible()
  await page.getByRole('link', { name: 'Order Entry' }).click()
  await page.getByRole('textbox', { name: 'Customer PO' }).fill('4500118822')
  await context.setOffline(false)
  await expect(lost).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Customer PO' })).toHaveValue('4500118822')
})

test('no API response is cached in the browser', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/customers')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const cachedPaths = await page.evaluate(async () => {
    const caches = await globalThis.caches.keys()
    const found = await Promise.all(
      caches.map(async (name) => (await globalThis.caches.open(name)).keys()),
    )
    return found.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cachedPaths).toContain('/index.html')
  expect(cachedPaths.filter((path) => path.startsWith('/api/'))).toEqual([])
})
