import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import type { Sku } from '#features/skus/contract.ts'

test('a pasted order is corrected beside its text, placed, and known the next time', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const fields = { name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  const sku = await testData.made<Sku>('/api/skus', { ...fields, sku: testData.code('BOLT') })
  const part = `BP-${sku.id}7`
  const textOf = (po: string) => `Customer: ${customerCode}\nPO: ${po}\n2 x ${part}\n`

  await page.goto('/intake')
  await page.getByRole('button', { name: 'Paste Order Text' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste Order Text' })
  await paste.getByLabel('Text *').fill(textOf('P-1'))
  await expectAccessible(page)
  await paste.getByRole('button', { name: 'Import Text' }).click()

  const message = page.getByRole('dialog', { name: /^Message #\d+$/ })
  await expect(message.getByText(`Line 1: no SKU is known for ${part}`)).toBeVisible()
  await expect(message.getByRole('region', { name: 'Message as received' })).toContainText(part)
  await expect(message.getByLabel('Customer PO')).toHaveValue('P-1')
  await expect(message.locator('mark').getByText('P-1', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await message.getByRole('combobox', { name: 'SKU *' }).fill(sku.sku)
  await page.getByRole('option').filter({ hasText: sku.sku }).first().click()
  await message.getByRole('button', { name: 'Create Order' }).click()
  await expect(page.getByText(/^Order created successfully: SO-\d+$/)).toBeVisible()
  // It goes back to the list, which would end the next navigation.
  await expect(message).toHaveCount(0)

  await page.goto('/intake?new=1')
  await paste.getByLabel('Text *').fill(textOf('P-2'))
  await paste.getByRole('button', { name: 'Import Text' }).click()
  await expect(message.getByText('Corrected before for this customer')).toBeVisible()
  await expect(message.getByRole('combobox', { name: 'SKU *' })).toHaveValue(new RegExp(sku.sku))
})

test('a text that is already open is not imported as a new message, and the page says so', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const text = `${testData.code('TWICE')}\n2 x UNKNOWN-1`
  const { id } = await testData.made<{ id: number }>('/api/intake-messages', { text })
  await page.goto('/intake?new=1')
  const paste = page.getByRole('dialog', { name: 'Paste Order Text' })
  await paste.getByLabel('Text *').fill(text)
  await paste.getByRole('button', { name: 'Import Text' }).click()
  await expectToast(page, 'Success', `Already open as message #${id}`)
  await expect(page.getByRole('dialog', { name: `Message #${id}` })).toBeVisible()
})

test('the menu shows how many messages are open, and many are rejected at once', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const code = testData.code('NOTHING')
  for (const each of ['one', 'two']) {
    await testData.made('/api/intake-messages', { text: `${code} ${each}` })
  }
  await page.goto(`/intake?q=${code}`)
  await expect(page.getByRole('link', { name: /^Intake, \d[\d,]* open$/ })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 messages' })
  await dialog.getByLabel('Reason *').fill('Not an order')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 rejected', { exact: true })).toBeVisible()
})

test('of many that are run again the page says how many still need attention', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const code = testData.code('AGAIN')
  for (const each of ['one', 'two']) {
    await testData.made('/api/intake-messages', { text: `${code} ${each}` })
  }
  await page.goto(`/intake?q=${code}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('button', { name: 'Run again', exact: true }).click()
  await expectToast(page, 'Error', '0 ready or placed, 2 not ready')
})

test('at 1440 pixels the list shows what is wrong with a message, and its age', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const code = testData.code('WIDE')
  await testData.made('/api/intake-messages', { text: `${code}\n2 x ${code}-PART` })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/intake?q=${code}`)
  const row = page.getByRole('row').filter({ hasText: /just now|\d minutes? ago/ })
  await expect(row).toHaveCount(1)
  const box = page.locator('.table-scroll').first()
  const hidden = await box.evaluate((each) => each.scrollWidth - each.clientWidth)
  // One pixel is the rounded line below the heads.
  expect(hidden).toBeLessThanOrEqual(1)
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveText([
    '',
    'Message',
    'Channel',
    'Sender',
    'Customer',
    'Customer PO',
    'State',
    'Problem',
    'Age',
  ])
  const problem = await heads.filter({ hasText: 'Problem' }).boundingBox()
  expect(problem?.width ?? 0).toBeGreaterThanOrEqual(230)
})

test('a message is assigned to a colleague', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const { user } = await testData.account('sales')
  const code = testData.code('ASSIGN')
  await testData.made('/api/intake-messages', { text: `${code} one` })
  await page.goto(`/intake?q=${code}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('button', { name: 'Assign…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 1 message' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Please select a user').first()).toBeVisible()
  await dialog.getByLabel('User *').selectOption(user.username)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 assigned', { exact: true })).toBeVisible()
  const found = await page.request.get(`/api/intake-messages?q=${code}`)
  expect(await found.json()).toMatchObject([{ ownerName: user.username }])
})

test('a unit of a file is corrected in place, and the unchanged file is run again', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const fields = { name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  const sku = testData.code('BOLT')
  await testData.made('/api/skus', { ...fields, sku, unitOfMeasure: 'EA' })
  const fileName = `${testData.code('cases')}.csv`
  const head = 'Customer Code,Customer PO,SKU Code,Quantity,Unit of Measure'
  const data = `${head}\n${customerCode},P-1,${sku},2,CS\n`
  const headers = { 'content-type': 'text/csv' }
  const path = `/api/orders/import?fileName=${fileName}`
  expect((await page.request.post(path, { headers, data })).ok()).toBe(true)
  const found = await page.request.get(`/api/intake-messages?q=${fileName}`)
  const [waiting] = (await found.json()) as { id: number }[]

  await page.goto(`/intake?open=${waiting?.id}`)
  const message = page.getByRole('dialog', { name: /^Message #\d+$/ })
  await expect(message.getByText(/^Row 2: Ordered in CS, sold in EA/)).toBeVisible()
  await message.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByText('Still needs attention', { exact: true })).toBeVisible()
  await message.getByLabel(`EA in one CS of ${sku}`).fill('12')
  await expectAccessible(page)
  await message.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = page.getByText('The unit was saved for this customer', { exact: true })
  await expect(saved).toBeVisible()
  await message.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByText('Order created', { exact: true })).toBeVisible()
  const list = await page.request.get(`/api/sales-orders?sku=${sku}`)
  expect(await list.json()).toMatchObject([{ customerPO: 'P-1', subtotal: '240.00' }])
})

test('an order of a file that exists from another day is created again by choice', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const { id: customerId, customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const fields = { name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  const sku = await testData.made<Sku>('/api/skus', { ...fields, sku: testData.code('BOLT') })
  const items = [{ skuId: sku.id, quantity: 1 }]
  const orderNumber = testData.code('OLD')
  const earlier = { orderNumber, customerId, customerPO: 'P-1', orderDate: '2026-01-05', items }
  await testData.made('/api/sales-orders', earlier)
  const fileName = `${testData.code('monday')}.csv`
  const data = `Customer Code,Customer PO,SKU Code,Quantity\n${customerCode},P-1,${sku.sku},2\n`
  const headers = { 'content-type': 'text/csv' }
  const path = `/api/orders/import?fileName=${fileName}`
  expect((await page.request.post(path, { headers, data })).ok()).toBe(true)
  const found = await page.request.get(`/api/intake-messages?q=${fileName}`)
  const [waiting] = (await found.json()) as { id: number }[]

  await page.goto(`/intake?open=${waiting?.id}`)
  const message = page.getByRole('dialog', { name: /^Message #\d+$/ })
  await expect(message.getByText(/^Row 2: This customer PO was ordered on 1\/5/)).toBeVisible()
  await message.getByLabel('Create the order of row 2 again').check()
  await expectAccessible(page)
  await message.getByRole('button', { name: 'Create Again' }).click()
  await expect(page.getByText('Order created', { exact: true })).toBeVisible()
  await expect(message.getByRole('link', { name: /^SO-/ })).toBeVisible()
})

test('what is typed in a message stays when it is assigned, and is saved', async ({
  page,
  signIn,
  testData,
}) => {
  const { user } = await signIn('sales')
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const fields = { name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  const sku = await testData.made<Sku>('/api/skus', { ...fields, sku: testData.code('BOLT') })
  const text = `Customer: ${customerCode}\nPO: P-1\n2 x UNKNOWN-${sku.id}\n`
  const { id } = await testData.made<{ id: number }>('/api/intake-messages', { text })
  await page.goto(`/intake?open=${id}`)
  const message = page.getByRole('dialog', { name: `Message #${id}` })
  const po = message.getByLabel('Customer PO')
  await expect(po).toHaveValue('P-1')
  await po.fill('TYPED-1')
  await message.getByRole('combobox', { name: 'SKU *' }).fill(sku.sku)
  await page.getByRole('option').filter({ hasText: sku.sku }).first().click()
  await message.getByRole('button', { name: 'Assign to me' }).click()
  await expect(message.getByText(`Owner: ${user.username}`)).toBeVisible()
  await expect(po).toHaveValue('TYPED-1')
  await expect(message.getByRole('combobox', { name: 'SKU *' })).toHaveValue(new RegExp(sku.sku))
  const again = message.getByRole('button', { name: 'Run again' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await message.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Success', 'Message saved successfully')
  await expect(po).toHaveValue('TYPED-1')
  await expect(again).not.toHaveAttribute('aria-disabled')
  const read = await page.request.get(`/api/intake-messages/${id}`)
  expect(await read.json()).toMatchObject({ customerPO: 'TYPED-1', items: [{ sku: sku.sku }] })
})
