import type { Page } from '@playwright/test'
import { type Given, expect, expectAccessible, expectToast, test } from '#e2e/app.ts'
import { givenSku } from '#e2e/order-desk.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import type { GoodsReturn } from './contract.ts'

// What the keys of the list make, and a return that stands still for a while.

async function givenRma(given: Given): Promise<GoodsReturn> {
  const { id: customerId } = await given.customer()
  const { id: skuId } = await givenSku(given)
  const items = [{ skuId, quantity: 2 }]
  return given.made('/api/returns', { type: 'rma', customerId, reason: 'Wrong item', items })
}

const details = (page: Page) => page.getByRole('dialog', { name: /Return Details/ })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const menuItem = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name })
const openMenu = (page: Page, { returnNumber }: GoodsReturn) =>
  page.getByRole('button', { name: `Actions for ${returnNumber}` }).click()

test('RE-4 Create RTV: without an order, a vendor and SKUs', async ({ page, given, signIn }) => {
  await signIn('purchasing')
  const vendor = await given.made<Vendor>('/api/vendors', {
    vendorCode: given.code('RV'),
    name: given.code('Acme'),
    email: 'office@acme.example',
  })
  const item = await givenSku(given)
  await page.goto('/returns')
  await expect(page.getByRole('button', { name: 'Create RTV' })).toBeEnabled()
  await page.keyboard.press('Shift+N')
  const dialog = page.getByRole('dialog', { name: 'Create RTV' })
  await dialog.getByLabel('Without an original order').check()
  await dialog.getByLabel('Vendor *').fill(vendor.vendorCode)
  await dialog.getByLabel('Vendor *').press('Enter')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Reason *').fill('Faulty')
  await dialog.getByLabel('Add a SKU').fill(item.sku)
  await dialog.getByLabel('Add a SKU').press('Enter')
  await dialog.getByLabel(`Quantity ${item.sku}`).fill('4')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('button', { name: 'Create RTV' }).click()
  await expectToast(page, 'Success', 'Return created successfully')
  const row = rowOf(page, vendor.name)
  await expect(row).toContainText('RTV')
  await expect(row).toContainText(`Vendor #${vendor.id}`)
})

test('N makes a new RMA, Shift+N a new RTV, for who may, not while somebody types', async ({
  page,
  signIn,
}) => {
  await signIn('manager')
  await page.goto('/returns')
  await expect(page.getByRole('button', { name: 'Create RMA' })).toBeEnabled()
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('n')
  await expect(dialog).toHaveAccessibleName('Create RMA')
  await expect(dialog.getByLabel('Original Order *')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Shift+N')
  await expect(dialog).toHaveAccessibleName('Create RTV')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Filter this list' }).focus()
  await page.keyboard.press('n')
  await page.keyboard.press('Shift+N')
  await expect(page.getByRole('searchbox', { name: 'Filter this list' })).toHaveValue('nN')
  await expect(dialog).toHaveCount(0)
  await signIn('sales')
  await page.goto('/returns')
  await expect(page.getByRole('button', { name: 'Create RMA' })).toBeEnabled()
  await page.keyboard.press('Shift+N')
  await page.keyboard.press('n')
  await expect(dialog).toHaveAccessibleName('Create RMA')
})

test('a return is held with a reason, stands still, and is released with one', async ({
  page,
  given,
  signIn,
}) => {
  await signIn('manager')
  const goods = await givenRma(given)
  await page.goto('/returns')
  await openMenu(page, goods)
  await menuItem(page, 'Put on hold…').click()
  const dialog = page.getByRole('dialog', { name: `Hold ${goods.returnNumber}` })
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
  await dialog.getByLabel('Reason *').fill('Photos asked for')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', `${goods.returnNumber} is on hold`)
  await page.getByRole('button', { name: 'On hold', exact: true }).click()
  await expect(page).toHaveURL(/f\.held=true/)
  await expect(rowOf(page, goods.returnNumber)).toContainText('On hold')
  await openMenu(page, goods)
  await expect(menuItem(page, /^Approve/)).toContainText(
    'This return is on hold: Photos asked for. Release it first',
  )
  await page.keyboard.press('Escape')
  await page.goto(`/returns?open=${goods.returnNumber}`)
  await expect(details(page).getByText('Photos asked for')).toBeVisible()
  await page
    .getByRole('button', { name: `Actions for ${goods.returnNumber}` })
    .last()
    .click()
  await menuItem(page, 'Release hold…').click()
  const release = page.getByRole('dialog', { name: `Release ${goods.returnNumber}` })
  await release.getByLabel('Reason *').fill('Photos came')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', `${goods.returnNumber} is pending`)
})
