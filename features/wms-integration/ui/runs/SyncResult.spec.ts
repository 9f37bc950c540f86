import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, expectToastDetail } from '#e2e/fixtures.ts'
import { failUntilPressed } from '#e2e/crawl/fail-calls-until-pressed.ts'
import { test, webhookSecret } from '#e2e/warehouse-fixture.ts'
import { sign } from '#platform/server/outbound/webhook-signature.ts'

// How the end of a sync is reported, including partial failures and an unreachable server.

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const runPath = /\/api\/wms\/runs\/\d+$/

test('a full sync with a failed part is reported as failed, with the part', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  await testData.customer()
  warehouse.faults.deadLocations = ['B']
  await page.goto('/wms-integration')
  await page.getByRole('button', { name: 'Full Sync' }).click()
  await expectToast(page, 'Sync Failed', 'Failed to complete WMS synchronization')
  await expectToastDetail(
    page,
    'Inventory Levels: Not counted: location B. Everything else was exchanged',
  )
  await page.goto('/wms-integration?tab=data-flow&f.state=partial')
  const runs = region(page, 'Runs')
  const row = runs.getByRole('row').filter({ hasText: 'Full Sync' }).first()
  await expect(row).toContainText('Ended with errors')
  await expect(row).toContainText('Inventory Levels: Not counted: location B')
  await expectAccessible(page)
  await page.goto('/wms-integration?tab=imports')
  const card = region(page, 'Import Inventory Data')
  await card.getByRole('button', { name: 'Import Inventory Data' }).click()
  const failed = 'Failed to complete WMS synchronization'
  await expectToast(page, 'Import Inventory Data Failed', failed)
  await expect(card.getByRole('status')).toContainText('Not counted: location B')
  warehouse.faults.deadLocations = []
})

test('a failed status request does not end a run', async ({ page, signIn, testData }) => {
  await signIn('manager')
  await testData.customer()
  await page.goto('/wms-integration')
  let lost = 0
  await page.route(runPath, async (route) => {
    lost += 1
    if (lost === 1) await route.abort()
    else if (lost === 2) await route.fulfill({ status: 502, body: 'Bad gateway' })
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Full Sync' }).click()
  await expectToast(page, 'Sync Completed', 'Full WMS synchronization completed successfully')
  expect(lost).toBeGreaterThan(2)
})

test("a run that no longer exists ends with the server's message", async ({ page, signIn }) => {
  await signIn('manager')
  await page.goto('/wms-integration')
  const detail = 'That run was not found'
  await page.route(runPath, (route) => route.fulfill({ status: 404, json: { detail } }))
  await page.getByRole('button', { name: 'Full Sync' }).click()
  await expectToast(page, 'Sync Failed', 'Failed to complete WMS synchronization')
  await expectToastDetail(page, detail)
})

test('after a minute without an answer, the run is reported as possibly still running', async ({
  page,
  signIn,
}) => {
  await page.clock.install()
  await signIn('manager')
  // The clock advances in jumps, so a toast that closes by itself could be missed.
  await page.request.put('/api/user/preferences', { data: { toastMs: 0 } })
  await page.goto('/wms-integration')
  await page.route(runPath, (route) => route.abort())
  await page.getByRole('button', { name: 'Full Sync' }).click()
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  await expect(async () => {
    await page.clock.runFor(10_000)
    const title = page.getByText('Server Not Reached', { exact: true })
    await expect(title).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(
    page.getByText('The server cannot be reached. The run may continue', { exact: true }),
  ).toBeVisible()
})

test('if the state of the exchange cannot be read, nothing stays in the loading state', async ({
  page,
  signIn,
}) => {
  await signIn('manager')
  await failUntilPressed(page, '**/api/wms/status', { status: 503, body: '' })
  await page.goto('/wms-integration')
  await expect(page.getByRole('alert')).toContainText(
    'The status of the data exchange could not be loaded',
  )
  for (const name of ['Customer Data', 'Sales Orders', 'Inventory Levels', 'Purchase Orders']) {
    await expect(region(page, name)).toContainText('Unknown')
  }
  await expect(region(page, 'Connection Health')).toContainText(
    'The connection settings could not be loaded.',
  )
  await expect(region(page, 'Export Status')).toContainText('could not be loaded')
  await expect(page.getByText('The status of the data exchange is unknown')).toBeVisible()
  await expect(page.locator('main [aria-label=Loading]')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(region(page, 'Customer Data')).toContainText('Last sync')
})

test('retry-all is enabled only if a problem can be retried', async ({ page, signIn }) => {
  await signIn('manager')
  const body = JSON.stringify({ type: 'goods.vanished', data: { what: 'A sack of nuts' } })
  const headers = sign(webhookSecret, { id: 'msg_for_good', body }, new Date())
  const options = { headers: { ...headers, 'content-type': 'application/json' }, data: body }
  expect((await page.request.post('/api/wms/webhook', options)).status()).toBe(422)
  await page.goto('/wms-integration')
  const row = page.getByRole('row').filter({ hasText: 'msg_for_good' })
  await expect(row).toBeVisible()
  const retryAll = page.getByRole('button', { name: 'Retry all failed' })
  await expect(retryAll).toBeDisabled()
  await expect(retryAll).toHaveAttribute('title', 'No open problem can be retried')
  // Other tests share this server and expect no open problems.
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await expect(row).toHaveCount(0)
})

test('secrets typed into the connection dialog are masked', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/wms-integration')
  await page.getByRole('button', { name: 'Change connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'WMS connection' })
  const way = dialog.getByLabel('Connection type')
  const isHidden = async (label: string) => {
    const field = dialog.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
  }
  await isHidden('Token')
  await isHidden('Webhook secret')
  await way.selectOption('Tryton 6.0 (stock module)')
  await isHidden('User and password')
  await way.selectOption('X12 files over SFTP')
  await isHidden('Password')
  await dialog.getByLabel('Password', { exact: true }).fill('not a key')
  await dialog.getByLabel('Signed in with').selectOption('Private key')
  const key = dialog.getByLabel('Private key', { exact: true })
  await expect(key).toHaveValue('')
  await key.fill('-----BEGIN KEY-----\nQUJD\n-----END KEY-----')
  await expect(key).toHaveValue('-----BEGIN KEY-----\nQUJD\n-----END KEY-----')
  await expectAccessible(page)
})
