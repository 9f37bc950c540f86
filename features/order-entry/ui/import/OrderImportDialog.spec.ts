import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('shows the check of each order in a file, and creates the selected ones', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const sku = testData.code('BOLT')
  const fields = { sku, name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  await testData.made('/api/skus', fields)
  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Import orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import orders' })
  const lines = [`${customerCode},A-1,${sku},2`, `${customerCode},A-2,${sku},90`]
  await dialog
    .getByLabel('Or paste the rows')
    .fill(['Customer Code,Customer PO,SKU Code,Quantity', ...lines].join('\n'))
  await dialog.getByRole('button', { name: 'Use the pasted rows' }).click()
  await expect(dialog.getByText('2 orders: 1 approved, 1 not enough stock.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create 1 order' }).click()
  await expect(dialog.getByText('2 orders: 1 created, 1 not created.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^SO-/ })).toBeVisible()
})

test('maps foreign columns, corrects rows in place, and applies a choice per order', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const rich = await testData.customer({ creditLimit: '1000.00' })
  const poor = await testData.customer({ creditLimit: '5.00' })
  const sku = testData.code('BOLT')
  const fields = { sku, name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  await testData.made('/api/skus', fields)
  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Import orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import orders' })
  const file = [
    'Buyer,Their number,Article,How many,Each',
    `${rich.customerCode},A-1,${sku},2,9.00`,
    '',
    `${rich.customerCode},A-1,NO-SUCH,1,`,
    `${poor.customerCode},A-2,${sku},3,`,
    `${rich.customerCode},A-3,${sku},90,`,
  ]
  await dialog.getByLabel('Or paste the rows').fill(file.join('\n'))
  await dialog.getByRole('button', { name: 'Use the pasted rows' }).click()
  await expect(dialog.getByText('Still without a column')).toBeVisible()
  for (const [heading, label] of [
    ['Buyer', 'Customer Code *'],
    ['Their number', 'Customer PO'],
    ['Article', 'SKU Code *'],
    ['How many', 'Quantity *'],
    ['Each', 'Unit Price'],
  ] as const) {
    await dialog.getByLabel(`Field for ${heading}`).selectOption({ label })
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Check the orders' }).click()
  const found = '3 orders: 1 would be on hold, 1 not enough stock, 1 has an error.'
  await expect(dialog.getByText(found)).toBeVisible()
  await expect(dialog.getByText('Row 4, SKU Code: SKU NO-SUCH does not exist')).toBeVisible()
  await expect(dialog.getByText('Row 6, Quantity: 40 short, 50 available')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard changes?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  const all = dialog.getByLabel('Create the order that exceeds the credit limit, on hold')
  await all.uncheck()
  await dialog.getByLabel('SKU Code, row 4').fill(sku)
  await dialog.getByLabel('Quantity, row 6').fill('4')
  await expect(dialog.getByText('The rows have changed. Check them again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByText('3 orders: 2 approved, 1 would be on hold.')).toBeVisible()
  // The earlier choice remains.
  await expect(dialog.getByLabel('Action for the order in row 5')).toHaveValue('leave')
  const price = 'Row 2, Unit Price: The price is $10.00, not $9.00'
  await expect(dialog.getByText(price)).toBeVisible()
  await expect(dialog.getByText('Would be skipped')).toBeVisible()
  await all.check()
  await expect(dialog.getByLabel('Action for the order in row 5')).toHaveValue('accept')
  await dialog.getByLabel('Action for the order in row 2').selectOption('Hold')
  await expect(dialog.getByText('Would be created on hold')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Action for the order in row 6').selectOption('Skip')
  await dialog.getByRole('button', { name: 'Create 2 orders' }).click()
  await expect(dialog.getByText('3 orders: 2 on hold, 1 skipped.')).toBeVisible()
  const list = await page.request.get('/api/sales-orders?sort=id')
  const made = ((await list.json()) as { customerPO: string; holdReason: string }[]).slice(-2)
  expect(made.map(({ customerPO, holdReason }) => [customerPO, holdReason])).toEqual([
    ['A-1', 'manual'],
    ['A-2', 'credit'],
  ])
})

test('an order import is listed with its file, and can be undone there', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const customer = await testData.customer({
    customerCode: testData.code('IU'),
    creditLimit: '5000.00',
  })
  const sku = { sku: testData.code('SU'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  await testData.made('/api/skus', { ...sku, currentStock: 9 })
  const row = `${customer.customerCode},P-1,${sku.sku},1`
  const rows = `Customer Code,Customer PO,SKU Code,Quantity\n${row}\n`
  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Import orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import orders' })
  const file = { name: 'monday.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: /^Create/ }).click()
  await expect(dialog.getByText('1 order: 1 created.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Import orders' }).click()
  await dialog.getByText(/^Recent imports/).click()
  const past = dialog.getByRole('row').filter({ hasText: 'monday.csv' }).first()
  await expect(past).toContainText('1 created')
  await expectAccessible(page)
  await past.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Import undone', 'The orders imported from the file are cancelled')
  await expect(past.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('an order that repeats an earlier day is reported, and created on request', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const customer = await testData.customer({
    customerCode: testData.code('IR'),
    creditLimit: '5000.00',
  })
  const sku = { sku: testData.code('SR'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  await testData.made('/api/skus', { ...sku, currentStock: 9 })
  const earlier = { orderNumber: testData.code('SO'), orderDate: '2026-01-05', customerPO: 'P-1' }
  const recorded = { ...earlier, customerId: customer.id, totalAmount: '5.00' }
  await testData.made('/api/sales-orders', recorded)
  const row = `${customer.customerCode},P-1,${sku.sku},1`
  const rows = `Customer Code,Customer PO,SKU Code,Quantity\n${row}\n`
  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Import orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import orders' })
  const file = { name: 'standing.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByText('1 order: 1 possible duplicate.')).toBeVisible()
  const message = 'This customer PO was ordered on 1/5/2026. Choose to create it again or not'
  await expect(dialog.getByText(message)).toBeVisible()
  await expect(dialog.getByRole('link', { name: earlier.orderNumber })).toBeVisible()
  await expectAccessible(page)
  const label = 'Create the order that repeats an order of an earlier day'
  await dialog.getByRole('checkbox', { name: label }).check()
  await dialog.getByRole('button', { name: 'Create 1 order' }).click()
  await expect(dialog.getByText('1 order: 1 created.')).toBeVisible()
  const list = await page.request.get(`/api/sales-orders?customerId=${customer.id}&sort=id`)
  const made = (await list.json()) as { customerPO: string; totalAmount: string }[]
  expect(made.map(({ customerPO }) => customerPO)).toEqual(['P-1', 'P-1'])
})

test('a file that cannot be read shows the reason and a choice of the header row', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const sku = testData.code('BOLT')
  const fields = { sku, name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  await testData.made('/api/skus', fields)
  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Import orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import orders' })
  const choose = (text: string) => {
    const upload = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    return dialog.getByLabel('CSV file', { exact: true }).setInputFiles(upload)
  }
  const head = 'Customer Code;Customer PO;SKU Code;Quantity'
  for (const [text, sentence] of [
    [`${head}\n`, 'The file has no rows below the first row'],
    [`${head}\nC-1;"open\n`, 'Row 2 has an opening quote without a closing quote'],
    [`${head}\n${'C-1;P-1;A;1\n'.repeat(5001)}`, 'A file has at most 5,000 rows'],
    [`Our orders\n\n${head}\nC-1;P-1;A;1\n`, 'Row 3 has more cells than the first row has columns'],
  ] as const) {
    await choose(text)
    await expect(dialog.getByRole('alert')).toContainText(sentence)
  }
  await choose(`sep=;\nOur orders\n\n${head}\n${customerCode};H-1;${sku};2\n`)
  await expect(dialog.getByRole('alert')).toContainText('more cells')
  await expectAccessible(page)
  const header = dialog.getByLabel('Row with the column names')
  await header.selectOption('Row 3: Customer Code · Customer PO · SKU Code · Quantity')
  await dialog.getByRole('button', { name: 'Check the orders' }).click()
  await expect(dialog.getByText('1 order: 1 approved.')).toBeVisible()
})

test('a file that the server refuses shows the reason, until another file is chosen', async ({
  page,
  signIn,
}) => {
  await signIn('manager')
  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Import orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import orders' })
  const choose = (rows: string[]) => {
    const text = ['Customer Code,Customer PO,SKU Code,Quantity', ...rows].join('\n')
    const upload = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    return dialog.getByLabel('CSV file', { exact: true }).setInputFiles(upload)
  }
  await choose(Array.from({ length: 501 }, (_, at) => `C-1,P-${at},A-1,1`))
  await expect(dialog.getByRole('alert')).toContainText('A file has at most 500 orders')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await choose(['NO-SUCH,P-1,A-1,1'])
  await expect(dialog.getByText('1 order: 1 has an error.')).toBeVisible()
  await expect(dialog.getByText('A file has at most 500 orders')).toBeHidden()
})
