import { expect, test } from '#e2e/fixtures.ts'
import { paste } from '#e2e/keyboard-user.ts'
import { openOrderEntry, orderEntry, createSku, enterCode } from '#e2e/journeys/fill-order-entry.ts'

test.setTimeout(180_000)

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('pasted spreadsheet cells become lines, and unreadable cells show an error', async ({
  page,
  testData,
}) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const other = await createSku(testData, { name: 'Brace' })
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  const rows = ['SKU\tQty', `${item.sku}\t12`, 'NO-SUCH-SKU\t3', `${other.sku}\t2.5`]
  await paste(form.sku(1), rows.join('\r\n'))
  await expect(form.sku(1)).toHaveValue(/Hex bolt/)
  await expect(form.quantity(1)).toHaveValue('12')
  await expect(page.getByText('No match for “NO-SUCH-SKU”')).toBeVisible()
  await expect(form.sku(3)).toHaveValue(/Brace/)
  await expect(form.quantity(3)).toHaveValue('2.5')
  await expect(page.getByText('Quantity must be a whole number')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(form.sku(1)).toHaveValue('')
  await expect(form.sku(2)).toHaveCount(0)
})
