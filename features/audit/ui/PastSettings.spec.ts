import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

// The history of the rules: who changed a setting and a tax rate, and what they were on a day.

const country = 'NZ'
const original = { refundLimit: '1000.00' }

test.beforeEach(async ({ testData, signIn }) => {
  await testData.changed('/api/settings', original)
  await signIn('admin')
})
test.afterEach(async ({ testData, admin }) => {
  await testData.changed('/api/settings', original)
  const answer = await admin.get(`/api/tax-rates?q=${country}`)
  for (const { id } of (await answer.json()) as { id: number }[]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await admin.delete(`/api/tax-rates/${id}`)).ok()).toBe(true)
  }
})

test('an administrator reads a setting and a tax rate of a day, and who changed them', async ({
  page,
  testData,
}) => {
  await testData.changed('/api/settings', { refundLimit: '1100.00' })
  const rates = [
    { rate: '0.15', effectiveDate: '2026-01-01' },
    { rate: '0.16', effectiveDate: '2031-01-01' },
  ]
  for (const rate of rates) {
    // oxlint-disable-next-line no-await-in-loop
    await testData.made('/api/tax-rates', { country, ...rate })
  }

  await page.goto('/settings?tab=history&f.entity=setting')
  const past = page.getByRole('region', { name: 'Settings as of a date' })
  await past.getByText('Show values as of a date').focus()
  await page.keyboard.press('Enter')
  const day = past.getByLabel('As of', { exact: true })
  await day.focus()
  await page.keyboard.type('t')
  await page.keyboard.press('Tab')
  const values = past.getByRole('status').filter({ hasText: 'Refund limit' })
  await expect(values).toContainText('Refund limit1100.00')
  await expect(values).toContainText('Tax rateNZ: 15% from 1/1/2026')
  await expect(values).not.toContainText('NZ: 16%')
  await expect(values).toContainText(/Unchanged since .+, when root changed it/)
  await expectAccessible(page)
  await day.fill('2031-06-01')
  await day.press('Tab')
  await expect(values).toContainText('Tax rateNZ: 16% from 1/1/2031')
  await expect(values).toContainText('Refund limit1100.00')

  const changes = page.getByRole('region', { name: 'Changes', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Update: Settings' })
  const fields = dialog.getByRole('region', { name: 'Changed fields' }).getByRole('row')
  const open = async (field: string) => {
    const entry = changes.getByRole('row').filter({ hasText: field }).first()
    await entry.getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Userroot')
  }
  await open('Tax rate')
  await expect(fields.last()).toHaveText('Tax rate(empty)NZ: 16% from 1/1/2031')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open('Refund limit')
  await expect(fields.last()).toHaveText('Refund limit1000.001100.00')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
