import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('an administrator creates a webhook, sees its secret once, tests it and deletes it', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const name = testData.code('shop')
  await page.goto('/settings?tab=webhooks')
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add Webhook' })
  await expect(form.getByLabel('Description *')).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Description *').fill(name)
  await form.getByLabel('Address *').fill('https://10.0.0.1/hook')
  await form.getByLabel('invoice.posted').check()
  await form.getByRole('button', { name: 'Create Webhook' }).click()
  await expect(form).toContainText('10.0.0.1 is in a private network, which is not allowed')
  await form.getByLabel('Address *').fill('https://93.184.215.14/hook')
  await form.getByRole('button', { name: 'Create Webhook' }).click()
  await expectToast(page, 'Success', 'Webhook created successfully')

  const secret = page.getByRole('dialog', { name: `Secret of ${name}` })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await expectAccessible(page)
  await secret.getByRole('button', { name: 'Close' }).click()

  const row = page.getByRole('row', { name })
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Test' }).click()
  await expectToast(page, 'Success', 'Test message queued')
  const deliveries = page.getByRole('dialog', { name: `Deliveries of ${name}` })
  await deliveries.getByRole('row', { name: /ping/ }).click()
  await expect(deliveries.getByRole('region', { name: 'Body' })).toContainText('"type":"ping"')
  await expectAccessible(page)
  await deliveries.getByRole('button', { name: 'All deliveries' }).click()
  await deliveries.getByRole('button', { name: 'Close' }).click()

  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await question.getByRole('button', { name: 'Delete Webhook' }).click()
  await expectToast(page, 'Success', 'Webhook deleted successfully')
  await expect(row).toHaveCount(0)
})

test('at 1440 px the list of webhooks fits without scrolling sideways', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings?tab=webhooks')
  const table = page.getByRole('table', { name: 'Webhooks' })
  await expect(table.getByRole('columnheader', { name: 'Given up' })).toBeVisible()
  const head = await table.getByRole('columnheader', { name: 'Last delivery' }).boundingBox()
  // The width of `12/31/2026, 12:59 PM` in a cell.
  expect(head?.width).toBeGreaterThanOrEqual(170)
  const tooWide = await table
    .locator('xpath=..')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(tooWide).toBe(0)
})
