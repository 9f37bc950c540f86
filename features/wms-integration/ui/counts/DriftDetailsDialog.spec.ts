import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '#e2e/fixtures.ts'
import { test } from '#e2e/warehouse-fixture.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a count difference is reported, and opens with its possible causes', async ({
  page,
  signIn,
  testData,
  warehouse,
}) => {
  await signIn('manager')
  const basic = { name: 'Counted thing', cost: '100.00', price: '200.00', currentStock: 40 }
  const sku = await testData.made<{ id: number; sku: string }>('/api/skus', {
    ...basic,
    sku: testData.code('S'),
  })
  await page.goto('/wms-integration?tab=imports')
  await page.getByRole('button', { name: 'Import Inventory Data' }).click()
  await expect(async () => {
    const found = await page.request.get(`/api/skus/${sku.id}`)
    expect(await found.json()).toMatchObject({ lastInventoryUpdate: expect.any(String) })
  }).toPass()
  // The warehouse reports 50 units too many, more than recent movements explain.
  warehouse.faults.lies = { [sku.sku]: 50 }
  await page.getByRole('button', { name: 'Import Inventory Data' }).click()
  const differences = region(page, 'Count variances')
  await differences.getByRole('button', { name: sku.sku }).click()
  warehouse.faults.lies = {}
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('50 more than expected')
  await expect(dialog.getByRole('region', { name: 'Earlier variances of this SKU' })).toContainText(
    '+50',
  )
  await expectAccessible(page)
  await page.goto('/wms-integration')
  const issues = page.getByRole('alert').filter({ hasText: 'Inventory Sync Issues:' })
  await expect(issues).toContainText(`Stock level mismatch for ${sku.sku}`)
})
