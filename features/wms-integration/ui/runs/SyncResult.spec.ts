import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, expectToastDetail } from '#e2e/fixtures.ts'
import { test } from '#e2e/warehouse-fixture.ts'

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
