import { expect, expectAccessible, expectToastDetail, test } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import { importFile } from '#e2e/journeys/import-file.ts'

// A store that EDI orders name without its address: a clerk enters the address once.

test('the address of a store is entered under Corrections, and the next 850 has it', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { id: customerId, customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const { sku } = await createSku(testData)
  const po = testData.code('CPO')
  const identifier = testData.code('STORE').replaceAll('-', '').slice(0, 15)
  const ours = { ownQualifier: 'ZZ', ownIdentifier: 'PRIZM', usage: 'P', unknownSku: 'drop' }
  const partner = { name: identifier, customerId, qualifier: 'ZZ', identifier }
  await testData.made('/api/edi/partners', { ...partner, ...ours })

  await page.goto('/intake?tab=corrections')
  await page.getByRole('button', { name: 'Add Correction' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add Correction' })
  const customer = form.getByRole('combobox', { name: 'Customer *' })
  await customer.fill(customerCode)
  await customer.press('Enter')
  await form.getByLabel('Kind').selectOption('Unit')
  await expect(form.getByLabel('Our units in one of theirs *')).toBeVisible()
  await form.getByLabel('Kind').selectOption('Ship-to')
  await expect(form.getByRole('combobox', { name: 'SKU *' })).toHaveCount(0)
  await form.getByLabel('Customer’s text *').fill('0044')
  await form.getByRole('button', { name: 'Add Correction' }).click()
  await expect(form.getByText('Required').first()).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Address *').fill('9 Quay St\nReno, NV 89503')
  await form.getByRole('button', { name: 'Add Correction' }).click()
  await expectToastDetail(page, 'The ship-to was saved for this customer')
  await expect(form).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: customerCode })
  await expect(row).toContainText('Ship-to')
  await expect(row).toContainText('0044')

  const data = [
    `ISA*00*          *00*          *ZZ*${identifier.padEnd(15)}*ZZ*PRIZM          *260302*0930*U`,
    `*00401*000000101*0*P*>~GS*PO*${identifier}*PRIZM*20260302*0930*101*X*004010~ST*850*0001~`,
    `BEG*00*SA*${po}**20260302~N1*ST*ACME DC EAST*92*0044~PO1*1*2*EA*10.00**VN*${sku}~CTT*1~`,
    'SE*6*0001~GE*1*101~IEA*1*000000101~',
  ].join('')
  await importFile(page, { path: '/api/edi/interchanges', mediaType: 'application/edi-x12', data })
  const found = await page.request.get(`/api/sales-orders?customerId=${customerId}`)
  const [order] = (await found.json()) as { id: number; holdReason: string | null }[]
  expect(order?.holdReason).toBeNull()
  const details = await page.request.get(`/api/sales-orders/${order?.id}`)
  expect(await details.json()).toMatchObject({
    customerPO: po,
    shippingAddress: '9 Quay St\nReno, NV 89503',
  })
})
