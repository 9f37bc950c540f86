import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

test('the sum of the stock valuation leads to the journal lines of its account', async ({
  page,
  testData,
  signIn,
}) => {
  const sku = testData.code('Washer')
  const stock = { cost: '2.50', price: '4.00', currentStock: 100 }
  await testData.made('/api/skus', { sku, name: sku, ...stock })
  await signIn('finance')
  await page.goto('/?report=stock-valuation')
  const report = page.getByRole('dialog', { name: 'Generate Report' })
  await report.getByRole('button', { name: 'Show on screen' }).click()
  const total = report.getByRole('row').filter({ hasText: /^Total of/ })
  const sum = total.getByRole('link')
  const amount = await sum.innerText()
  await sum.click()
  const values = page.getByRole('dialog', { name: 'Stock values' })
  await expect(values).toContainText(`Account 1200 Inventory: ${amount}, equal to the figure`)
  await expectAccessible(page)
  await values.getByRole('link', { name: 'Account 1200 Inventory' }).click()
  await expect(page).toHaveURL(/\/journal\?.*f\.account=1200&f\.to=\d{4}-\d\d-\d\d/)
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect(totals).toContainText(`Debits less credits: ${amount} · `)
  await expect(page.getByRole('row').nth(1)).toContainText('1200 Inventory')
})
