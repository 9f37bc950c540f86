import type { Page } from '@playwright/test'
import { type TestData, expect, expectToastDetail, test } from '../fixtures.ts'
import { paste } from '../keyboard-user.ts'
import { createSku, enterCode } from '../journeys/fill-order-entry.ts'
import { createVendor } from '../journeys/create-purchase-order.ts'

// Pasting a block from a spreadsheet creates lines in every form with SKU lines.

const notFound = (page: Page) => page.getByText('No match for “NO-SUCH-SKU”')

/** The fields of one line of a form. */
function line(page: Page, number: number) {
  const group = page.getByRole('group', { name: `Line ${number}`, exact: true })
  return {
    sku: group.getByRole('combobox', { name: 'SKU' }),
    quantity: group.getByLabel('Quantity *'),
    price: group.getByLabel('Unit Price'),
  }
}

async function createPasteBlock(testData: TestData) {
  const bolt = await createSku(testData)
  const brace = await createSku(testData, { name: 'Brace', cost: '3.00' })
  const rows = [
    'SKU\tQty\tPrice',
    `${bolt.sku}\t12\t4.10`,
    'NO-SUCH-SKU\t3\t',
    `${brace.sku}\t2.5\t`,
  ]
  return { bolt, brace, block: rows.join('\r\n') }
}

test('a purchase order keeps pasted prices and fills in the others', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { bolt, brace, block } = await createPasteBlock(testData)
  const { vendorCode } = await createVendor(testData)
  await page.goto('/purchase-orders?new=1')
  await enterCode(page.getByRole('combobox', { name: 'Vendor *' }), vendorCode)
  await page.getByRole('button', { name: 'Add line' }).click()
  await paste(line(page, 1).sku, block)
  await expect(line(page, 1).sku).toHaveValue(new RegExp(`^${bolt.sku} - Hex bolt`))
  await expect(line(page, 1).quantity).toHaveValue('12')
  await expect(line(page, 1).price).toHaveValue('4.10')
  await expect(line(page, 2).sku).toHaveValue('NO-SUCH-SKU')
  await expect(notFound(page)).toBeVisible()
  await expect(line(page, 3).sku).toHaveValue(new RegExp(`^${brace.sku} - Brace`))
  await expect(line(page, 3).quantity).toHaveValue('2.5')
  await expect(line(page, 3).price).toHaveValue('3.00')
  await page.getByRole('button', { name: 'Create Purchase Order' }).click()
  await expect(line(page, 2).sku).toHaveAttribute('aria-invalid', 'true')
  await expect(line(page, 3).quantity).toHaveAttribute('aria-invalid', 'true')
  await expect(line(page, 2).sku).toHaveValue('NO-SUCH-SKU')
})

test('a sales order adds the lines, and one Undo removes them', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('sales')
  const { bolt, block } = await createPasteBlock(testData)
  await page.goto('/sales-orders?new=1')
  await page.getByRole('button', { name: 'Add line' }).click()
  await paste(line(page, 1).sku, block)
  await expect(line(page, 1).sku).toHaveValue(new RegExp(`^${bolt.sku} - Hex bolt`))
  await expect(line(page, 1).quantity).toHaveValue('12')
  await expect(notFound(page)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(line(page, 1).sku).toHaveValue('')
  await expect(line(page, 2).sku).toHaveCount(0)
})

test('a requisition adds the lines and reports that prices are ignored', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('user')
  const { bolt, brace, block } = await createPasteBlock(testData)
  await page.goto('/requisitions?new=1')
  await paste(line(page, 1).sku, block)
  await expect(line(page, 1).sku).toHaveValue(new RegExp(`^${bolt.sku} - Hex bolt`))
  await expect(line(page, 3).sku).toHaveValue(new RegExp(`^${brace.sku} - Brace`))
  await expect(line(page, 3).quantity).toHaveValue('2.5')
  await expect(notFound(page)).toBeVisible()
  await expectToastDetail(page, 'A requisition has no prices, so they are skipped')
})

test('a return without an order adds SKUs and names unknown ones', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { bolt, brace } = await createPasteBlock(testData)
  const { customerCode } = await testData.customer()
  await page.goto('/returns?new=rma')
  await page
    .getByRole('checkbox', { name: /without/i })
    .or(page.getByRole('switch'))
    .first()
    .click()
  await enterCode(page.getByRole('combobox', { name: /^Customer/ }), customerCode)
  await page.getByRole('button', { name: 'Next' }).click()
  const rows = [`${bolt.sku}\t12`, 'NO-SUCH-SKU\t3', `${brace.sku}\t2`]
  await paste(page.getByRole('combobox', { name: 'Add a SKU' }), rows.join('\n'))
  await expect(page.getByText('Not added: NO-SUCH-SKU (no match)')).toBeVisible()
  await expect(page.getByLabel(`Quantity ${bolt.sku}`)).toHaveValue('12')
  await expect(page.getByLabel(`Quantity ${brace.sku}`)).toHaveValue('2')
})
