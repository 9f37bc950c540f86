import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

const order = (sku: string, identifier: string) =>
  [
    `ISA*00*          *00*          *ZZ*${identifier.padEnd(15)}*ZZ*PRIZM          *260302*0930*U`,
    `*00401*000000101*0*P*>~GS*PO*${identifier}*PRIZM*20260302*0930*101*X*004010~ST*850*0001~`,
    'BEG*00*SA*CPO-77**20260302~',
    `PO1*1*2*EA*10.00**VN*${sku}~PO1*2*1*EA*5.00**VN*NO-SUCH~`,
    'CTT*2~SE*6*0001~GE*1*101~IEA*1*000000101~',
  ].join('')

test('a partner is created, its order imported line by line, and the answers downloaded', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const sku = testData.code('BOLT')
  const fields = { sku, name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  await testData.made('/api/skus', fields)
  await page.goto(`/customers?open=${customerCode}&tab=edi`)
  await page.getByRole('button', { name: 'New EDI partner' }).click()
  const form = page.getByRole('dialog', { name: 'New EDI partner' })
  const identifier = testData
    .code('ACME')
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 15)
  await form.getByLabel('Their identifier').fill(identifier)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create EDI partner' }).click()
  await expect(form).toBeHidden()

  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Import EDI' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import EDI' })
  await dialog.getByLabel('Or paste the text').fill(order(sku, identifier))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByText('Discard changes?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await page.mouse.click(5, 5)
  await expect(dialog.getByText('Discard changes?')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Check the pasted text' }).click()
  await expect(dialog.getByText('1 order in this file, 1 would be created.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /NO-SUCH.*Refused/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import this file' }).click()
  await expect(dialog.getByText('1 order in this file, 1 created.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^SO-/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download 855' }).click()
  expect((await download).suggestedFilename()).toMatch(/-855-\d{9}\.edi$/)

  await page.goto('/edi')
  const row = page.getByRole('row', { name: /850 · Purchase order.*CPO-77/ })
  await expect(row).toContainText('1 of its lines cannot be delivered (to do)')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByRole('link', { name: '000000101' }).first().click()
  const file = page.getByRole('dialog', { name: 'Interchange 000000101' })
  await expect(file.getByText('BEG*00*SA*CPO-77**20260302~')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Partners' }).click()
  await expect(page.getByRole('row', { name: new RegExp(identifier) })).toBeVisible()
  await expectAccessible(page)
})

/** A file with three one-line orders; the last has a price that differs from ours. */
function threeOrders(sku: string, identifier: string): string {
  const sets = [1, 2, 3].map((each) =>
    [
      `ST*850*000${each}~BEG*00*SA*${identifier}-${each}**20260302~`,
      `PO1*1*2*EA*${each === 3 ? '9.99' : '10.00'}**VN*${sku}~CTT*1~SE*5*000${each}~`,
    ].join(''),
  )
  return [
    `ISA*00*          *00*          *ZZ*${identifier.padEnd(15)}*ZZ*PRIZM          *260302*0930*U`,
    `*00401*000000101*0*P*>~GS*PO*${identifier}*PRIZM*20260302*0930*101*X*004010~`,
    `${sets.join('')}GE*3*101~IEA*1*000000101~`,
  ].join('')
}

test('each order of a file is accepted, held or skipped', async ({ page, signIn, testData }) => {
  await signIn('admin')
  const { id: customerId } = await testData.customer({ creditLimit: '1000.00' })
  const sku = testData.code('NUT')
  const fields = { sku, name: 'Nut', cost: '1.00', price: '10.00', currentStock: 50 }
  await testData.made('/api/skus', fields)
  const plain = testData.code('TRIO').replaceAll(/[^A-Z0-9]/g, '')
  const identifier = plain.slice(0, 15)
  const ours = { ownQualifier: 'ZZ', ownIdentifier: 'PRIZM', usage: 'P', unknownSku: 'drop' }
  const partner = { name: identifier, customerId, qualifier: 'ZZ', identifier, ...ours }
  await testData.made('/api/edi/partners', partner)

  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Import EDI' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import EDI' })
  await dialog.getByLabel('Or paste the text').fill(threeOrders(sku, identifier))
  await dialog.getByRole('button', { name: 'Check the pasted text' }).click()
  await expect(dialog.getByText('3 orders in this file, 3 would be created.')).toBeVisible()
  const choiceOf = (order: number) => dialog.getByLabel(`Action for ${identifier}-${order}`)
  const answerTo = (order: number) =>
    dialog
      .getByRole('region', { name: `Lines of ${identifier}-${order}` })
      .getByRole('row')
      .nth(1)
  await expect(choiceOf(1).getByRole('option')).toHaveText(['Accept', 'Hold', 'Skip'])
  await expect(choiceOf(3).getByRole('option')).toHaveText(['Hold', 'Skip'])
  await choiceOf(1).selectOption('Hold')
  await choiceOf(2).selectOption('Skip')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard changes?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  const summary = '3 orders in this file, 2 would be created, 1 skipped.'
  await expect(dialog.getByText(summary)).toBeVisible()
  await expect(dialog.getByText('Would be created on hold')).toBeVisible()
  await expect(dialog.getByText('Would be skipped')).toBeVisible()
  await expect(answerTo(1)).toContainText('On hold')
  await expect(answerTo(2)).toContainText('Refused')
  await expect(answerTo(3)).toContainText('Price differs')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import this file' }).click()
  await expect(dialog.getByText('3 orders in this file, 2 created, 1 skipped.')).toBeVisible()
  await expect(dialog.getByText('Skipped', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Put on hold by .* during the import$/)).toBeVisible()
  await expect(dialog.getByText(/^Skipped by .* during the import$/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/edi')
  await page.getByRole('tab', { name: 'Documents' }).click()
  const name = new RegExp(`850 · Purchase order.*${identifier}-2`)
  await expect(page.getByRole('row', { name })).toContainText('Refused: Skipped by')
})
