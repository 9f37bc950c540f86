import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast } from '#e2e/fixtures.ts'
import { failUntilPressed } from '#e2e/crawl/fail-calls-until-pressed.ts'
import { eventually } from '#e2e/eventually.ts'
import { test, webhookSecret } from '#e2e/warehouse-fixture.ts'
import type { WmsStatus } from '../contract.ts'
import { sign } from '#platform/server/outbound/webhook-signature.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the page shows the specified elements', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/wms-integration')
  await expect(page.getByRole('heading', { level: 1, name: 'WMS Integration' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Full Sync' })).toBeVisible()
  for (const name of ['Customer Data', 'Sales Orders', 'Inventory Levels', 'Purchase Orders']) {
    await expect(region(page, name)).toBeVisible()
  }
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Data Flow', 'Exports', 'Imports'])
  const health = region(page, 'Connection Health')
  await expect(health.getByText(/Every 15 minutes/)).toBeVisible()
  for (const way of ['API Connection', 'Sync Schedule', 'Real-time Webhook']) {
    await expect(health.getByText(way, { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  const current = page.getByRole('navigation').getByRole('link', { name: 'WMS Integration' })
  await expect(current).toHaveAttribute('aria-current', 'page')
})

test('a card shows the record count of its last run, and Synced or Error', async ({
  page,
  signIn,
}) => {
  await signIn('manager')
  const lastRuns = {
    customers: { recordsProcessed: 245, success: true, errors: [] },
    orders: { recordsProcessed: 89, success: false, errors: [] },
    inventory: { recordsProcessed: 1240, success: true, errors: ['Connection timeout'] },
    purchase_orders: { recordsProcessed: 34, success: true, errors: [] },
  }
  await page.route('**/api/wms/status', async (route) => {
    const response = await route.fetch()
    const real = (await response.json()) as WmsStatus
    const lastSync = '2026-03-02T14:00:00.000Z'
    const types = real.types.map((type) => ({ ...type, lastSync, ...lastRuns[type.dataType] }))
    await route.fulfill({ response, json: { ...real, types } })
  })
  await page.goto('/wms-integration')
  for (const [name, count, badge] of [
    ['Customer Data', '245', 'Synced'],
    ['Sales Orders', '89', 'Error'],
    ['Inventory Levels', '1240', 'Error'],
    ['Purchase Orders', '34', 'Synced'],
  ] as const) {
    await expect(region(page, name).getByText(count, { exact: true })).toBeVisible()
    await expect(region(page, name).getByText(badge, { exact: true })).toBeVisible()
  }
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

test('a full sync shows its progress and its result', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const { customerCode, name, email, id } = await testData.customer()
  await page.goto(`/customers?q=${customerCode}`)
  await expect(page.getByRole('row').filter({ hasText: customerCode })).toBeVisible()
  await page.getByRole('link', { name: 'WMS Integration' }).click()
  await testData.changed(`/api/customers/${id}`, { customerCode, name, email, city: 'Synced City' })
  const began = Date.now()
  await page.getByRole('button', { name: 'Full Sync' }).click()
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  await expectToast(page, 'Sync Completed', 'Full WMS synchronization completed successfully')
  expect(Date.now() - began).toBeGreaterThan(2900)
  await expect(region(page, 'Customer Data').getByText('Synced')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Synced City')).toBeVisible()
  await page.goForward()
  warehouse.faults.isDown = true
  await page.getByRole('button', { name: 'Full Sync' }).click()
  await expectToast(page, 'Sync Failed', 'Failed to complete WMS synchronization')
  warehouse.faults.isDown = false
  await expect(region(page, 'Customer Data').getByText('Error', { exact: true })).toBeVisible()
})

test('a problem is shown until it is solved by the retry button', async ({
  page,
  signIn,
  warehouse,
}) => {
  await signIn('manager')
  warehouse.faults.deadLocations = ['B']
  await page.goto('/wms-integration?tab=imports')
  await expect(page.getByRole('button', { name: 'Import Shipment Updates' })).toBeEnabled()
  await page.getByRole('button', { name: 'Import Inventory Data' }).click()
  await expect(
    page.getByRole('link', { name: 'Download the exchanged file' }).first(),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  const issues = page.getByRole('alert').filter({ hasText: 'Inventory Sync Issues:' })
  await expect(issues).toContainText('Connection timeout for location B')
  warehouse.faults.deadLocations = []
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retry all failed' }).click()
  await eventually(async (timeout) => {
    await page.reload()
    await expect(page.getByText('Everything is synced').first()).toBeVisible({ timeout })
    await expect(issues).toBeHidden({ timeout })
  })
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

test('each of the four buttons runs its job and offers the exchanged file', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  await testData.customer()
  const buttons = {
    exports: ['Export Customer Data', 'Export New Orders'],
    imports: ['Import Inventory Data', 'Import Shipment Updates'],
  }
  for (const [tab, names] of Object.entries(buttons)) {
    await page.goto(`/wms-integration?tab=${tab}`)
    for (const name of names) {
      const card = region(page, name)
      await card.getByRole('button', { name }).click()
      await expect(card.getByRole('status')).toContainText('checked')
      const download = page.waitForEvent('download')
      await card.getByRole('link', { name: 'Download the exchanged file' }).click()
      expect((await download).suggestedFilename()).toMatch(/\.json$/)
    }
  }
})

test('the button of a job shows that it is running, with the same width', async ({
  page,
  signIn,
  warehouse,
}) => {
  await signIn('manager')
  for (const [tab, name, busy] of [
    ['exports', 'Export New Orders', 'Exporting...'],
    ['imports', 'Import Inventory Data', 'Importing...'],
  ] as const) {
    await page.goto(`/wms-integration?tab=${tab}`)
    const button = region(page, name).getByRole('button')
    await expect(button).toHaveAccessibleName(name)
    const before = await button.boundingBox()
    warehouse.faults.slowMs = 1500
    await button.click()
    await expect(button).toHaveAccessibleName(busy)
    await expect(button).toBeDisabled()
    expect((await button.boundingBox())?.width).toBe(before?.width)
    warehouse.faults.slowMs = 0
    await expect(button).toHaveAccessibleName(name)
    await expect(region(page, name).getByRole('status')).toContainText('checked')
    expect((await button.boundingBox())?.width).toBe(before?.width)
  }
})

test('the data flow shows the fields, the runs and a message as sent', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  await testData.customer({ name: 'Flow Company' })
  await page.goto('/wms-integration?tab=exports')
  await page.getByRole('button', { name: 'Export Customer Data' }).click()
  const card = region(page, 'Export Customer Data')
  await expect(card.getByText(/checked/)).toBeVisible()
  await page.getByRole('tab', { name: 'Data Flow' }).click()
  for (const field of ['Price level', 'Tracking numbers', 'Warehouse location']) {
    await expect(page.getByText(field, { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  const runs = region(page, 'Runs')
  await runs.getByRole('button', { name: 'Export Customer Data' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Customers' }).first().click()
  await expect(dialog.getByRole('region', { name: 'Sent' })).toContainText('Flow Company')
})

test('a problem of a malformed message links to the message', async ({ page, signIn }) => {
  await signIn('manager')
  const body = JSON.stringify({ type: 'goods.vanished', data: { what: 'A pallet of bolts' } })
  const headers = sign(webhookSecret, { id: 'msg_vanished', body }, new Date())
  const options = { headers: { ...headers, 'content-type': 'application/json' }, data: body }
  expect((await page.request.post('/api/wms/webhook', options)).status()).toBe(422)
  await page.goto('/wms-integration')
  const row = page.getByRole('row').filter({ hasText: 'msg_vanished' })
  await expect(row.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'View message' }).click()
  const dialog = page.getByRole('dialog', { name: 'All messages' })
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await dialog
    .getByRole('button', { name: /goods\.vanished|unreadable/ })
    .first()
    .click()
  await expect(dialog.getByRole('region', { name: 'Sent' })).toContainText('A pallet of bolts')
  await expectAccessible(page)
})

test('a dismissed problem can be found by its state and reopened', async ({ page, signIn }) => {
  await signIn('manager')
  const body = JSON.stringify({ type: 'goods.vanished', data: { what: 'A box of nails' } })
  const headers = sign(webhookSecret, { id: 'msg_dismissed', body }, new Date())
  const options = { headers: { ...headers, 'content-type': 'application/json' }, data: body }
  expect((await page.request.post('/api/wms/webhook', options)).status()).toBe(422)
  await page.goto('/wms-integration')
  await expect(page.getByRole('button', { name: 'Change connection' })).toHaveAttribute(
    'title',
    'Only an administrator may do this',
  )
  const row = page.getByRole('row').filter({ hasText: 'msg_dismissed' })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await expectToast(page, 'Success', 'Problem dismissed')
  await expect(row).toHaveCount(0)
  await page.goto('/wms-integration?f.state=dismissed')
  await expect(row).toContainText('Dismissed ')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await expectToast(page, 'Success', 'Problem reopened')
  await page.goto('/wms-integration')
  await expect(row).toBeVisible()
})

test('a sync started elsewhere is shown, and the runs are listed by hour', async ({
  page,
  signIn,
  warehouse,
}) => {
  await signIn('manager')
  warehouse.faults.slowMs = 2000
  const begun = await page.request.post('/api/wms/runs', { data: { job: 'full' } })
  expect(begun.status()).toBe(201)
  await page.goto('/wms-integration')
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  warehouse.faults.slowMs = 0
  const button = page.getByRole('button', { name: 'Full Sync' })
  await expect(button).toBeEnabled({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('columnheader', { name: 'Hour' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^\d+ runs?, / }).first()).toBeVisible()
  await expectAccessible(page)
})
