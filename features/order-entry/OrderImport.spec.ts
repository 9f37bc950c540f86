import { expect, expectAccessible, test } from '#e2e/app.ts'

test('orders of a file are shown with their checks and the wanted ones created', async ({
  page,
  signIn,
  given,
}) => {
  await signIn('sales')
  const { customerCode } = await given.customer({ creditLimit: '1000.00' })
  const sku = given.code('BOLT')
  const fields = { sku, name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  await given.made('/api/skus', fields)
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
  await expect(dialog.getByText('1 order: 1 created.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^SO-/ })).toBeVisible()
})
