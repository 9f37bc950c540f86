import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import type { GoodsReturn, ReturnDetails } from '#features/returns/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'

/** Creates an approved return of all five units of an order. */
async function createApprovedReturn(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('GC'),
    name: testData.code('Northwind'),
    creditLimit: '1000.00',
  })
  const sku = { sku: testData.code('GS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 20 })
  const items = [{ skuId: item.id, quantity: 5 }]
  const body = { customerId: customer.id, items }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await testData.made(`/api/sales-orders/${order.id}/ship`, {})
  const fields = { type: 'rma', originalOrderId: order.id, reason: 'Wrong item', items }
  const goods = await testData.made<ReturnDetails>('/api/returns', fields)
  await testData.made(`/api/returns/${goods.id}/approve`, {})
  return { goods, item, order, customer }
}

const details = (page: Page) => page.getByRole('dialog', { name: /Return Details/ })
const act = async (page: Page, { returnNumber }: GoodsReturn, name: RegExp) => {
  await page.getByRole('button', { name: `Actions for ${returnNumber}` }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('goods are received in two receipts, inspected, and the rest closed', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { goods, item } = await createApprovedReturn(testData)
  const code = goods.returnNumber
  await page.goto(`/returns?q=${code}`)
  await act(page, goods, /^Receive/)
  const receipt = page.getByRole('dialog', { name: `Receive ${code}` })
  await expect(receipt.getByText('5 EA expected')).toBeVisible()
  await receipt.getByLabel(`Received ${item.sku}`).fill('2')
  await receipt.getByLabel(`Disposition ${item.sku}`).selectOption('inspect')
  await expectAccessible(page)
  await receipt.getByRole('button', { name: 'Record receipt' }).click()
  await expectToast(page, 'Success', `${code} is partly received`)
  await act(page, goods, /^Receive/)
  await expect(receipt.getByText('3 of 5 EA expected')).toBeVisible()
  await receipt.getByLabel(`Received ${item.sku}`).fill('1')
  await receipt.getByRole('button', { name: 'Record receipt' }).click()
  await expect(receipt).toHaveCount(0)
  await act(page, goods, /^Close remaining units/)
  const closing = page.getByRole('dialog', { name: `Close remaining units of ${code}` })
  await closing.getByLabel('Reason *').fill('They keep two')
  await closing.getByRole('button', { name: 'Close remaining units' }).click()
  await expectToast(page, 'Success', `${code} is received`)
  await page.getByRole('button', { name: `Actions for ${code}` }).click()
  await expect(page.getByRole('menuitem', { name: /^Complete/ })).toContainText(
    '2 units wait for inspection',
  )
  await page.getByRole('menuitem', { name: /^Inspect/ }).click()
  const inspection = page.getByRole('dialog', { name: `Inspect ${code}` })
  await inspection.getByLabel(`Decision ${item.sku}`).selectOption('scrap')
  await inspection.getByLabel(`Condition ${item.sku}`).selectOption('damaged')
  await expectAccessible(page)
  await inspection.getByRole('button', { name: 'Record inspection' }).click()
  await expectToast(page, 'Success', 'Inspection recorded successfully')
  await page.goto(`/returns?open=${code}&tab=receipts`)
  const first = details(page).getByRole('region', { name: `Receipt ${code}/1`, exact: true })
  await expect(first.getByRole('row').filter({ hasText: item.sku })).toContainText('Scrap')
  await expectAccessible(page)
  await details(page).getByRole('tab', { name: 'Lines' }).click()
  await expect(details(page).getByText('3 received · 2 closed')).toBeVisible()
})

test('one receipt can split a line by disposition', async ({ page, testData, signIn }) => {
  await signIn('admin')
  const { goods, item } = await createApprovedReturn(testData)
  const code = goods.returnNumber
  await page.goto(`/returns?q=${code}`)
  await act(page, goods, /^Receive/)
  const receipt = page.getByRole('dialog', { name: `Receive ${code}` })
  await receipt.getByRole('button', { name: `Split ${item.sku}` }).click()
  const second = receipt.getByLabel(`Received ${item.sku}, split 2`)
  await expect(second).toBeFocused()
  await second.fill('2')
  await expect(receipt.getByText('7 of 5 counted')).toBeVisible()
  await receipt.getByLabel(`Received ${item.sku}`, { exact: true }).fill('3')
  await expect(receipt.getByText('5 of 5 counted')).toBeVisible()
  await expect(receipt.getByLabel(`Disposition ${item.sku}, split 2`)).toHaveValue('scrap')
  await expectAccessible(page)
  await receipt.getByRole('button', { name: `Split ${item.sku}` }).click()
  await receipt.getByRole('button', { name: `Remove split 3 of ${item.sku}` }).click()
  await receipt.getByRole('button', { name: 'Record receipt' }).click()
  await expectToast(page, 'Success', `${code} is received`)
  await page.goto(`/returns?open=${code}&tab=receipts`)
  const rows = details(page).getByRole('row').filter({ hasText: item.sku })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('3')
  await expect(rows.first()).toContainText('Restock')
  await expect(rows.last()).toContainText('2')
  await expect(rows.last()).toContainText('Scrap')
})

test('an incorrect receipt is reversed by keyboard, and what came is received', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { goods, item } = await createApprovedReturn(testData)
  const code = goods.returnNumber
  await testData.made(`/api/returns/${goods.id}/receive`, {})
  await page.goto(`/returns?open=${code}&tab=receipts`)
  const first = details(page).getByRole('region', { name: `Receipt ${code}/1`, exact: true })
  await expect(first.getByRole('row').filter({ hasText: item.sku })).toContainText('5 EA')
  await first.getByRole('button', { name: 'Reverse…' }).focus()
  await page.keyboard.press('Enter')
  const reversal = page.getByRole('dialog', { name: `Reverse receipt ${code}/1` })
  await reversal.getByRole('button', { name: 'Reverse receipt' }).click()
  await expect(reversal.getByLabel('Reason *')).toBeFocused()
  await reversal.getByLabel('Reason *').fill('Counted 5 where 1 came back')
  await expectAccessible(page)
  await reversal.getByRole('button', { name: 'Reverse receipt' }).click()
  await expectToast(page, 'Success', 'Receipt reversed successfully')
  await expect(first).toContainText('Counted 5 where 1 came back')
  await expect(first.getByRole('button', { name: 'Reverse…' })).toBeHidden()
  await expect(details(page).getByText('Approved').first()).toBeVisible()
  const one = { itemId: goods.items[0]?.id, quantity: 1, disposition: 'restock' }
  await testData.made(`/api/returns/${goods.id}/receive`, { items: [one] })
  await page.goto(`/returns?open=${code}&tab=lines`)
  await expect(details(page).getByText('1 received')).toBeVisible()
})

test('a completed return’s receipt is not reversed until it is reopened', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { goods } = await createApprovedReturn(testData)
  const code = goods.returnNumber
  await testData.made(`/api/returns/${goods.id}/receive`, {})
  await testData.made(`/api/returns/${goods.id}/complete`, {})
  await page.goto(`/returns?open=${code}&tab=receipts`)
  await details(page).getByRole('button', { name: 'Reverse…' }).click()
  const reversal = page.getByRole('dialog', { name: `Reverse receipt ${code}/1` })
  await reversal.getByLabel('Reason *').fill('Counted wrong')
  await reversal.getByRole('button', { name: 'Reverse receipt' }).click()
  await expect(reversal).toContainText(
    `${code} is completed. Reopen it first: that voids its credit memo`,
  )
})

test('a return links to its replacement order, and the order links back', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { goods } = await createApprovedReturn(testData)
  const code = goods.returnNumber
  await page.goto(`/returns?open=${code}`)
  await expect(details(page)).toBeVisible()
  await details(page)
    .getByRole('button', { name: `Actions for ${code}` })
    .click()
  await page.getByRole('menuitem', { name: /^Create replacement order/ }).click()
  const dialog = page.getByRole('dialog', { name: `Replace ${code}` })
  await expect(dialog.getByLabel('Price')).toHaveValue('free')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create replacement order' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(details(page).getByText('free of charge')).toBeVisible()
  await details(page).getByRole('link', { name: /^SO-/ }).last().click()
  const order = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(order.getByText(`Replacement for ${code}, free of charge`).first()).toBeVisible()
  await order.getByRole('tab', { name: 'Related' }).click()
  const replaced = order.getByRole('list', { name: 'Before this order' })
  await expect(replaced).toContainText(`Replacement for${code}`)
  await expect(replaced).toContainText('free of charge')
  await replaced.getByRole('link', { name: code }).click()
  await details(page)
    .getByRole('button', { name: `Actions for ${code}` })
    .click()
  await expect(page.getByRole('menuitem', { name: /^Create replacement order/ })).toContainText(
    'already replaces these goods',
  )
})

test('goods of a customer become a return to the vendor, linked both ways', async ({
  page,
  testData,
  signIn,
}) => {
  const { goods, item } = await createApprovedReturn(testData)
  const vendor = await testData.made<Vendor>('/api/vendors', {
    vendorCode: testData.code('GV'),
    name: testData.code('Acme'),
    email: 'office@acme.example',
  })
  const code = goods.returnNumber
  await signIn('manager')
  await page.goto(`/returns?q=${code}`)
  await act(page, goods, /^Receive/)
  const receipt = page.getByRole('dialog', { name: `Receive ${code}` })
  await receipt.getByLabel(`Disposition ${item.sku}`).selectOption('vendor')
  await receipt.getByRole('button', { name: 'Record receipt' }).click()
  await expectToast(page, 'Success', `${code} is received`)
  await signIn('purchasing')
  await page.goto(`/returns?q=${code}`)
  await act(page, goods, /^Send to vendor/)
  const dialog = page.getByRole('dialog', { name: `Send ${code} to a vendor` })
  await dialog.getByLabel('Vendor *').fill(vendor.vendorCode)
  await dialog.getByLabel('Vendor *').press('Enter')
  await expect(dialog.getByLabel(`Quantity ${item.sku}`)).toHaveValue('5')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create RTV' }).click()
  await expectToast(page, 'Success', 'Return created successfully')
  await page.goto(`/returns?open=${code}&tab=receipts`)
  await details(page).getByRole('link', { name: /^RTV-/ }).click()
  await expect(details(page).getByText('Customer’s Return')).toBeVisible()
  await details(page).getByRole('link', { name: code }).click()
  await expect(details(page).getByRole('tab', { name: 'Receipts' })).toBeVisible()
})

test('order entry shows the open returns of the selected customer', async ({
  page,
  testData,
  signIn,
}) => {
  const { goods, customer } = await createApprovedReturn(testData)
  await signIn('sales')
  await page.goto(`/order-entry?customer=${customer.id}`)
  const card = page.getByRole('region', { name: customer.name })
  const news = card.getByRole('listitem').filter({ hasText: goods.returnNumber })
  await expect(card.getByRole('heading', { name: 'Open returns' })).toBeVisible()
  await expect(news).toContainText('Approved')
  await expect(news).toContainText('Wrong item')
  const link = news.getByRole('link', { name: goods.returnNumber })
  await expect(link).toHaveAttribute('href', `/returns?open=${goods.returnNumber}`)

  await testData.made(`/api/returns/${goods.id}/cancel`, { reason: 'They keep it' })
  await page.goto(`/order-entry?customer=${customer.id}`)
  await expect(card.getByRole('link', { name: /^SO-/ })).toBeVisible()
  await expect(card.getByRole('heading', { name: 'Open returns' })).toHaveCount(0)
})

test('an RTV shows what the vendor owes for it', async ({ page, testData, signIn }) => {
  const vendor = await testData.made<Vendor>('/api/vendors', {
    vendorCode: testData.code('RV'),
    name: testData.code('Acme'),
    email: 'office@acme.example',
  })
  const { id: skuId } = await createSku(testData)
  const items = [{ skuId, quantity: 2 }]
  const returnRequest = { type: 'rtv', vendorId: vendor.id, reason: 'Faulty', items }
  const goods = await testData.made<GoodsReturn>('/api/returns', returnRequest)
  await signIn('finance')
  await page.goto(`/returns?open=${goods.returnNumber}&tab=credit`)
  await expect(
    details(page).getByText('The credit memo is issued when the return is completed.'),
  ).toBeVisible()
  for (const verb of ['approve', 'ship', 'complete']) {
    await testData.made(`/api/returns/${goods.id}/${verb}`, {})
  }
  await page.reload()
  const credit = details(page).getByRole('tabpanel')
  await expect(credit).toContainText('Credit Number')
  await expect(credit).toContainText(`$${goods.totalAmount}`)
  await expectAccessible(page)
  await credit.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/ap-reports\?.*tab=credits/)
  const opened = page.getByRole('dialog', { name: /^Credit VC-/ })
  await expect(opened).toContainText(vendor.name)
  await expect(opened.getByRole('link', { name: goods.returnNumber })).toBeVisible()
})
