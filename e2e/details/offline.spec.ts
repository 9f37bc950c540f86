import { expect, test } from '../fixtures.ts'

// A lost connection loses neither the program nor typed text. Only these tests and those of offline
// orders allow the service worker, because every other test would fetch all files.

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

test('without a connection the program opens with the last list, and tells its age', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer({ customerCode: testData.code('OF') })
  await signIn('admin')
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
  const hasKey = page.waitForResponse('**/api/user/offline-key')
  await page.goto('/customers')
  await hasKey
  await page.goto(`/customers?q=${customerCode}`)
  await expect(page.getByRole('row').filter({ hasText: customerCode })).toBeVisible()
  await expect(async () => {
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: customerCode })).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: customerCode })).toBeVisible({
      timeout: 5000,
    })
  }).toPass()
  const age = /^No connection to the server\. This list was read on /
  await expect(page.getByText(age)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^No connection to the server/)).toHaveCount(0)
})

test('a record that was read from the device is read again with the connection', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const { id, customerCode } = await testData.customer({ customerCode: testData.code('OF') })
  await signIn('admin')
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
  const hasKey = page.waitForResponse('**/api/user/offline-key')
  await page.goto('/customers')
  await hasKey
  const address = `/customers?q=${customerCode}&open=${customerCode}`
  const record = page.getByRole('dialog').or(page.getByRole('main'))
  await expect(async () => {
    await context.setOffline(false)
    await page.goto(address)
    await expect(record.getByText('Northwind Supplies').first()).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(/This record was read on /)).toBeVisible({ timeout: 5000 })
  }).toPass()
  const renamed = { customerCode, name: 'Southwind Supplies', email: 'orders@northwind.example' }
  await testData.changed(`/api/customers/${id}`, renamed)
  await context.setOffline(false)
  await expect(record.getByText('Southwind Supplies').first()).toBeVisible()
  await expect(page.getByText(/This record was read on /)).toHaveCount(0)
})

test('the program can be installed', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(address ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  expect(answer.headers()['content-security-policy']).toContain("manifest-src 'self'")
  const manifest = (await answer.json()) as { display: string; icons: { src: string }[] }
  expect(manifest.display).toBe('standalone')
  for (const { src } of manifest.icons) {
    expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//)
  }
  const worker = await page.request.get('/service-worker.js')
  expect(worker.headers()['cache-control']).toBe('no-store')
})

test('a new version waits until the user loads it, and typed text survives', async ({
  page,
  signIn,
}) => {
  await signIn('sales')
  await page.goto('/order-entry')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
  const po = page.getByRole('textbox', { name: 'Customer PO' })
  await po.fill('4500118822')
  // Another address of the worker is another version of it.
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?next'))
  await expect(
    page.getByText('A new version is ready. Save your work, then load it.'),
  ).toBeVisible()
  await expect(po).toHaveValue('4500118822')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Load new version' }).click()
  await reloaded
  await expect(po).toHaveValue('4500118822')
})
