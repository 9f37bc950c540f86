import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
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
  await paste.getByRole('button', { name: 'Read Text' }).click()

  const message = page.getByRole('dialog', { name: /^Message #\d+$/ })
  await expect(message.getByText(`Line 1: no SKU is known for ${part}`)).toBeVisible()
  await expect(message.getByRole('region', { name: 'Message as received' })).toContainText(part)
  await expect(message.getByLabel('Customer PO')).toHaveValue('P-1')
  await expect(message.locator('mark').getByText('P-1', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await message.getByRole('combobox', { name: 'SKU *' }).fill(sku.sku)
  await page.getByRole('option').filter({ hasText: sku.sku }).first().click()
  await message.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText(/Order created successfully: SO-\d+/)).toBeVisible()

  await page.goto('/intake?new=1')
  await paste.getByLabel('Text *').fill(textOf('P-2'))
  await paste.getByRole('button', { name: 'Read Text' }).click()
  await expect(message.getByText('Corrected before for this customer')).toBeVisible()
  await expect(message.getByRole('combobox', { name: 'SKU *' })).toHaveValue(new RegExp(sku.sku))
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
  expect(hidden).toBeLessThanOrEqual(0)
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveText([
    '',
    'Message',
    'Channel',
    'Sender',
    'Customer',
    'Customer PO',
    'State',
    'What is wrong',
    'Age',
  ])
  const wrong = await heads.filter({ hasText: 'What is wrong' }).boundingBox()
  expect(wrong?.width ?? 0).toBeGreaterThanOrEqual(230)
})
