import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('a month is closed and reopened on the screen, which is accessible and fits 360 px', async ({
  page,
  signIn,
  testData,
}) => {
  await testData.made('/api/periods/201901/soft-close', {})
  await signIn('admin')
  await page.goto('/journal?tab=periods')
  await expect(page.getByRole('heading', { name: 'Journal', level: 1 })).toBeVisible()
  const months = page.getByRole('region', { name: 'Periods' })
  const month = months.getByRole('listitem').filter({ hasText: '1/2019' })
  await expect(month).toContainText('Closing')
  await month.getByRole('button', { name: 'Close 1/2019' }).click()
  const closing = page.getByRole('dialog', { name: 'Close 1/2019' })
  const points = closing.getByRole('list', { name: 'Checks before closing' }).getByRole('listitem')
  await expect(points).toHaveCount(8)
  await expect(points.first()).toContainText('Every earlier month is closed')
  await expectAccessible(page)
  await closing.getByRole('button', { name: 'Close Month' }).click()
  await expectToast(page, 'Success', '1/2019 is closed')
  await expect(month).toContainText('Closed')
  await month.getByRole('button', { name: 'Reopen 1/2019' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reopen 1/2019' })
  await dialog.getByLabel('Reason *').fill('A bill came late')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(dialog).toBeHidden()
  await expect(month).toContainText('Open')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Trial balance' }).click()
  await expect(page.getByRole('rowheader', { name: 'Total' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Entries', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Journal Entries' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})

test('closing a month asks for confirmation, and finance can cancel it', async ({
  page,
  signIn,
  testData,
}) => {
  await testData.made('/api/periods/201902/soft-close', {})
  const sku = testData.code('CLO')
  await testData.made('/api/skus', {
    sku,
    name: 'Nut',
    price: '2.00',
    cost: '1.00',
    currentStock: 1,
  })
  await signIn('finance')
  await page.goto('/journal?tab=periods')
  const months = page.getByRole('region', { name: 'Periods' })
  const month = months.getByRole('listitem').filter({ hasText: '2/2019' })
  await month.getByRole('button', { name: 'Cancel closing 2/2019' }).click()
  await expectToast(page, 'Success', '2/2019 is open')
  await month.getByRole('button', { name: 'Start closing 2/2019' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start closing 2/2019?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(month).toContainText('Open')
  await month.getByRole('button', { name: 'Start closing 2/2019' }).click()
  await dialog.getByRole('button', { name: 'Start Closing' }).click()
  await expect(month).toContainText('Closing')
  const current = months.getByText(/^Can be closed from \d+\/1\/\d{4}$/).first()
  await expect(current).toBeVisible()
})

test('a month shows its status, and only the last closed one has a button to reopen it', async ({
  page,
  signIn,
  testData,
}) => {
  for (const id of [201_801, 201_802]) {
    await testData.made(`/api/periods/${id}/soft-close`, {})
    await testData.made(`/api/periods/${id}/close`, {})
  }
  await testData.made('/api/periods/201803/soft-close', {})
  await signIn('admin')
  await page.goto('/journal?tab=periods')
  const months = page.getByRole('region', { name: 'Periods' })
  const month = (name: string) =>
    months.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
  await expect(month('1/2018').locator('.badge')).toHaveText('Closed')
  await expect(month('2/2018').locator('.badge')).toHaveText('Closed')
  await expect(month('3/2018').locator('.badge')).toHaveText('Closing')
  await expect(months.getByRole('button', { name: /^Reopen / })).toHaveCount(1)
  await month('1/2018').getByRole('button', { name: 'Actions for 1/2018' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Reopen 1/2018'])
})

test('roles without access to the books get a message', async ({ page, signIn }) => {
  await signIn('sales')
  await page.goto('/journal')
  await expect(page.getByText('Your role does not allow this').first()).toBeVisible()
})

test('a stock adjustment is in the stock view under its SKU, without its internal key', async ({
  page,
  signIn,
  testData,
}) => {
  const sku = testData.code('ADJ')
  const body = { sku, name: 'Bolt', price: '10.00', cost: '3.00', currentStock: 7 }
  await testData.made('/api/skus', body)
  await signIn('finance')
  await page.goto('/journal')
  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  const rows = page.getByRole('row').filter({ hasText: `Adjustment +7 of ${sku}` })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('1200 Inventory')
  await expect(rows).toContainText('$21.00')
  await expect(rows).not.toContainText(':adjust')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: '3000 Opening equity' })).toContainText('$21.00')
})

test('a journal entry is entered, and an incorrect one is reversed by keyboard', async ({
  page,
  signIn,
}) => {
  await signIn('finance')
  await page.goto('/journal?tab=manual')
  await page.getByRole('button', { name: 'New journal entry' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Journal Entry' })
  await dialog.getByLabel('Date *').fill('2026-01-15')
  const reason = `Rent ${Date.now()}`
  await dialog.getByLabel('Reason *').fill(reason)
  const [first, second] = [1, 2].map((n) => dialog.getByRole('group', { name: `Line ${n}` }))
  await first?.getByLabel('Account *').selectOption('6000 Operating expenses')
  await first?.getByLabel('Debit').fill('120.00')
  await second?.getByLabel('Account *').selectOption('1000 Cash')
  await second?.getByLabel('Credit').fill('119.99')
  await expect(dialog.getByRole('status')).toHaveText('$0.01 missing in credits')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toContainText('They must be equal')
  await second?.getByLabel('Credit').fill('120.00')
  await expect(dialog.getByRole('status')).toHaveText('Balanced')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('row').filter({ hasText: reason }).getByRole('link').first().click()
  const details = page.getByRole('dialog', { name: /^Journal entry JE-/ })
  await expect(details).toContainText('6000 Operating expenses')
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Reverse…' }).click()
  const reversal = page.getByRole('dialog', { name: /^Reverse journal entry/ })
  await reversal.getByLabel('Reason *').fill('Wrong month')
  await page.keyboard.press('Control+Enter')
  await expect(reversal).toBeHidden()
  await expect(details).toContainText('Reversed by')
  await expect(details.getByRole('button', { name: 'Reverse…' })).toBeHidden()
})

test('statements cover any day, and their accounts link to the entries', async ({
  page,
  signIn,
  testData,
}) => {
  const body = { sku: testData.code('STM'), name: 'Washer', price: '2.00', cost: '1.00' }
  await testData.made('/api/skus', { ...body, currentStock: 4 })
  await signIn('finance')
  await page.goto('/journal?tab=sheet')
  const sheet = page.getByRole('table', { name: 'Balance sheet' })
  await expect(sheet.getByRole('row').filter({ hasText: 'Total assets' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Income statement' }).click()
  await expect(page.getByRole('table', { name: 'Income statement' })).toContainText('Net income')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Trial balance' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Balance')).toBeInViewport({ ratio: 1 })
  await expect(head('Debit')).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(head('Debit')).toBeVisible()
  await page.getByRole('link', { name: '3000 Opening equity' }).click()
  await expect(page).toHaveURL(/f\.account=3000&f\.to=/)
  const rows = page.getByRole('row').filter({ hasText: body.sku })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('3000 Opening equity')
})

test('sales tax is reviewed, paid and voided by keyboard, and is accessible', async ({
  page,
  signIn,
  testData,
}) => {
  const body = { sku: testData.code('TAX'), name: 'Hinge', price: '100.00', cost: '1.00' }
  const sku = await testData.made<{ id: number }>('/api/skus', { ...body, currentStock: 9 })
  const place = { country: 'US', state: 'FL', creditLimit: '9999.00' }
  const customer = await testData.customer({ customerCode: testData.code('TX'), ...place })
  const orderRequest = { customerId: customer.id, items: [{ skuId: sku.id, quantity: 2 }] }
  const { order } = await testData.made<{ order: { id: number } }>(
    '/api/orders/create',
    orderRequest,
  )
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await testData.made(`/api/sales-orders/${order.id}/ship`, {})
  await signIn('finance')
  await page.goto('/journal?tab=tax')
  const report = page.getByRole('region', { name: 'Sales tax', exact: true })
  await expect(report.getByRole('row', { name: /^Total/ })).toBeVisible()
  await expect(report).toContainText('Manual journal entries')
  await expectAccessible(page)
  await report.getByRole('button', { name: /^Pay… US, FL/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay Sales Tax for US, FL' })
  await dialog.getByLabel('Amount *').fill('99999999.00')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toContainText('is still due')
  await dialog.getByLabel('Amount *').fill('1.00')
  const reference = testData.code('STP')
  await dialog.getByLabel('Reference').fill(reference)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: 'Tax payments' }).click()
  await page.getByRole('row').filter({ hasText: reference }).getByRole('link').first().click()
  const details = page.getByRole('dialog', { name: /^Payment STP-/ })
  await details.getByRole('button', { name: 'Void payment…' }).click()
  const voiding = page.getByRole('dialog', { name: /^Void payment / })
  await voiding.getByLabel('Reason *').fill('Paid twice')
  await page.keyboard.press('Control+Enter')
  await expect(voiding).toBeHidden()
  await expect(details).toContainText('Voided on')
  await expectAccessible(page)
})
