import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('contract prices are created, deleted and restored from the customer', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { customerCode: code } = await testData.customer()
  const sku = testData.code('S')
  await testData.made('/api/skus', { sku, name: 'Hex bolt', cost: '1.00', price: '2.00' })
  await page.goto(`/customers?open=${code}&tab=prices`)
  await page.getByRole('button', { name: 'Add Contract Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Contract Price' })
  // Types faster than the response: Enter selects the code when it arrives.
  await dialog.getByLabel('SKU *').pressSequentially(sku)
  await dialog.getByLabel('SKU *').press('Enter')
  await expect(dialog.getByLabel('SKU *')).toHaveValue(`${sku} - Hex bolt ($2.00)`)
  await dialog.getByLabel('Contract Price *').fill('1.75')
  await dialog.getByRole('button', { name: 'Create Contract Price', exact: true }).click()
  await expectToast(page, 'Success', 'Contract price created successfully')
  await expect(page.getByRole('row').filter({ hasText: sku })).toContainText('$1.75')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Delete ${code} ${sku}` }).click()
  await expectToast(page, 'Success', 'Contract price deleted successfully')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row').filter({ hasText: sku })).toContainText('$1.75')
})

test('a dialog over a lazy-loaded tab has the focus and receives the typed text', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { customerCode: code } = await testData.customer()
  let arrive = () => {}
  const isSent = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/ContractPricesTab-*.js', async (route) => {
    await isSent
    await route.continue()
  })
  await page.goto(`/customers?open=${code}&tab=prices`)
  // The rest of the record is usable while the tab's chunk loads.
  await expect(page.getByRole('tab', { name: 'Contract prices' })).toBeVisible()
  arrive()
  await page.getByRole('button', { name: 'Add Contract Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Contract Price' })
  await expect(dialog.getByLabel('SKU *')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('1.75')
  await expect(dialog.getByLabel('Contract Price *')).toHaveValue('1.75')
})

test('a price list of a customer is imported from a file and undone', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { customerCode: code } = await testData.customer()
  const sku = testData.code('S')
  await testData.made('/api/skus', { sku, name: 'Hex bolt', cost: '1.00', price: '2.00' })
  await page.goto(`/customers?open=${code}&tab=prices`)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Contract Prices' })
  await dialog
    .getByLabel('Or paste the rows')
    .fill(`SKU,Contract Price,From\n${sku},1.75,\n${sku},nothing,\n`)
  await dialog.getByRole('button', { name: 'Use the pasted rows' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('2 rows: 1 new, 0 to update, 1 with errors.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 1 correct row' }).click()
  await expect(dialog.getByText('Import done')).toBeVisible()
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: sku })
  await expect(row).toContainText('$1.75')
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expectToast(page, 'Import undone', 'The changes to Contract Prices were undone')
  await expect(row).toHaveCount(0)
})
