import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import type { Sku } from '../../contract.ts'

test.beforeEach(async ({ testData }) => {
  await testData.changed('/api/settings', { sodMode: 'enforce' })
})
test.afterEach(async ({ testData }) => {
  await testData.changed('/api/settings', { sodMode: 'record' })
})

test('a valuable adjustment is made by one user and approved by another', async ({
  page,
  signIn,
  testData,
}) => {
  const fields = { name: 'Gear', cost: '4.00', price: '10.00', currentStock: 10 }
  const { sku } = await testData.made<Sku>('/api/skus', { ...fields, sku: testData.code('S') })
  const { user } = await signIn('warehouse')
  const adjust = async (count: string, { delta, reason }: { delta: string; reason: string }) => {
    await page.goto(`/skus?q=${sku}`)
    await page.getByRole('button', { name: `Actions for ${sku}` }).click()
    await page.getByRole('menuitem', { name: 'Adjust stock' }).click()
    const dialog = page.getByRole('dialog', { name: `Adjust stock for ${sku}` })
    await dialog.getByLabel('Counted Stock *').fill(count)
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Adjust stock' }).click()
    await expectToast(page, 'Awaiting approval', `${delta} is not in stock yet`)
    // The address changes when the dialog closes.
    await expect(dialog).toBeHidden()
    await expect(page).not.toHaveURL(/edit=|adjust=|open=/)
  }
  const details = page.getByRole('dialog', { name: new RegExp(sku) })
  await adjust('300', { delta: '+290', reason: 'Mistyped' })
  await page.goto(`/skus?open=${sku}&tab=movements`)
  await expect(details.getByText('An adjustment of +290 awaits approval')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await details.getByRole('button', { name: 'Withdraw' }).click()
  const back = page.getByRole('dialog', { name: 'Withdraw the adjustment of +290' })
  await back.getByLabel('Reason *').fill('Counted twice')
  await expectAccessible(page)
  await back.getByRole('button', { name: 'Withdraw' }).click()
  await expectToast(page, 'Success', 'Adjustment rejected')
  await expect(details.getByText('awaits approval')).toHaveCount(0)
  await adjust('270', { delta: '+260', reason: 'Found' })
  await signIn('manager')
  await page.goto(`/skus?open=${sku}&tab=movements`)
  await expect(details.getByText(`Requested by ${user.username}: Found`)).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Success', 'Adjustment approved')
  await expect(details.getByRole('row').nth(1)).toContainText('+260')
  await expect(details.getByRole('row').nth(1)).toContainText('Found')
})
