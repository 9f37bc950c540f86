import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../fixtures.ts'
import { createSku, openOrderEntry, orderEntry } from '../../journeys/fill-order-entry.ts'
import { addCamera, itemScan, scanDialog } from './canvas-camera.ts'

// What a scanned code does in each kind of field, and which fields have the button.

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const orderForm = (page: Page) => page.getByRole('dialog', { name: 'Create Sales Order' })

test('a code of three characters, scanned again, is another unit', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  await createSku(testData, { sku: 'A-1', name: 'Wing nut' })
  await addCamera(page, 'A-1')
  await openOrderEntry(page, testData)
  const form = orderEntry(page)
  await itemScan(page).click()
  await expect(form.sku(1)).toHaveValue('A-1 - Wing nut ($10.00)')
  await expect(scanDialog(page)).toHaveCount(0)
  await itemScan(page).click()
  await expect(form.quantity(1)).toHaveValue('2')
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
})

test('a code that is scanned in the palette never runs a command', async ({ page, signIn }) => {
  await signIn('admin')
  await addCamera(page, 'SIGN OUT')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('button', { name: 'Scan barcode' }).click()
  await expect(palette(page).getByRole('alert')).toHaveText('No record found for “SIGN OUT”')
  await expect(scanDialog(page)).toHaveCount(0)
  await expectAccessible(page)
  await palette(page).getByRole('combobox').fill('vend')
  await expect(palette(page).getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL(/\/vendors/)
})

test('on a computer, lines have no button, so that Tab goes from the SKU to the quantity', async ({
  page,
  signIn,
}) => {
  await signIn('sales')
  await addCamera(page, '')
  await page.goto('/sales-orders')
  const bar = page.getByRole('toolbar', { name: 'Table' })
  await expect(bar.getByRole('button', { name: 'Scan barcode: this list' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Sales Order' }).first().click()
  const form = orderForm(page)
  await form.getByRole('button', { name: 'Add line' }).click()
  await form.getByLabel('SKU *').focus()
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Quantity *')).toBeFocused()
  await expect(form.getByRole('button', { name: 'Scan barcode' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('each line has a button of its own name until it has a SKU', async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('sales')
    const { sku } = await createSku(testData)
    await addCamera(page, sku)
    await page.goto('/sales-orders?new=1')
    const form = orderForm(page)
    await form.getByRole('button', { name: 'Add line' }).tap()
    const scan = form.getByRole('button', { name: 'Scan barcode: SKU, line 1', exact: true })
    await scan.tap()
    await expect(form.getByLabel('SKU *')).toHaveValue(new RegExp(sku))
    await expect(form.getByLabel('SKU *')).toBeFocused()
    // A wrong read would replace the SKU, and clear what it filled in.
    await expect(scan).toHaveCount(0)
    await form.getByLabel('SKU *').fill('')
    await expect(scan).toBeVisible()
  })

  test('the search at the bottom opens the record of a code', async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    const { sku } = await createSku(testData)
    await addCamera(page, sku)
    await page.goto('/vendors')
    await page.getByRole('button', { name: 'Search or command' }).tap()
    await palette(page).getByRole('button', { name: 'Scan barcode: any record' }).tap()
    await expect(page).toHaveURL(new RegExp(`/skus\\?open=${sku}$`))
    await expect(palette(page)).toHaveCount(0)
  })
})
