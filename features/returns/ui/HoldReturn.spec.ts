import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import type { GoodsReturn } from '../contract.ts'

async function createRma(testData: TestData): Promise<GoodsReturn> {
  const { id: customerId } = await testData.customer()
  const { id: skuId } = await createSku(testData)
  const items = [{ skuId, quantity: 2 }]
  return testData.made('/api/returns', { type: 'rma', customerId, reason: 'Wrong item', items })
}

const details = (page: Page) => page.getByRole('dialog', { name: /Return Details/ })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const menuItem = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name })
const openMenu = (page: Page, { returnNumber }: GoodsReturn) =>
  page.getByRole('button', { name: `Actions for ${returnNumber}` }).click()

test('a return is held with a reason, blocks actions, and is released', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const goods = await createRma(testData)
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
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('button', { name: 'On hold', exact: true }).click()
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

test('Undo releases a hold', async ({ page, testData, signIn }) => {
  await signIn('manager')
  const goods = await createRma(testData)
  await page.goto(`/returns?q=${goods.returnNumber}`)
  await openMenu(page, goods)
  await menuItem(page, 'Put on hold…').click()
  const dialog = page.getByRole('dialog', { name: `Hold ${goods.returnNumber}` })
  await dialog.getByLabel('Reason *').fill('Photos asked for')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', `${goods.returnNumber} is on hold`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', `${goods.returnNumber} is pending`)
  await expect(rowOf(page, goods.returnNumber)).toContainText('Pending')
})
