import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test, type TestData } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import { importFile } from '#e2e/journeys/import-file.ts'
import { createKeyboardUser, type KeyboardUser, pointers } from '#e2e/keyboard-user.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

// The undo of imported files on the page Imports and bulk changes, with the keyboard alone.

type ImportedFile = { fileName: string; title: string }

/** Opens an import by the name of its file. */
async function openImport(hands: KeyboardUser, { fileName, title }: ImportedFile) {
  const { page } = hands
  await page.goto('/settings?tab=bulk-changes')
  const row = page.getByRole('row').filter({ hasText: fileName })
  await expect(row).toContainText('Can be undone')
  await hands.activate(row.getByRole('link').first())
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await expect(dialog).toContainText(`File${fileName}`)
  return { row, dialog }
}

type ImportDialog = Awaited<ReturnType<typeof openImport>>['dialog']

const undoButton = (dialog: ImportDialog) =>
  dialog.getByRole('button', { name: 'Undo all changes' })
const preventing = (dialog: ImportDialog) =>
  dialog.getByRole('list', { name: 'What prevents the undo' }).getByRole('listitem')
const recordRow = (dialog: ImportDialog, record: string) =>
  dialog.getByRole('row').filter({ hasText: record })

async function stockOf(page: Page, { id }: Sku): Promise<number> {
  const answer = await page.request.get(`/api/skus/${id}`)
  return ((await answer.json()) as Sku).currentStock
}

/** Imports the counts of two SKUs: one of 10 is counted, the other of 1. */
async function importCounts(page: Page, testData: TestData, [first, second]: [number, number]) {
  const ten = await createSku(testData, { currentStock: 10 })
  const one = await createSku(testData, { currentStock: 1 })
  const fileName = `${testData.code('count')}.csv`
  const data = ['sku,counted', `${ten.sku},${first}`, `${one.sku},${second}`].join('\n')
  await importFile(page, { path: `/api/skus/counts/import?fileName=${fileName}`, data })
  return { ten, one, fileName, title: 'Import: Stock counts' }
}

test('the import of a stock count is undone by counter-counts', async ({
  page,
  signIn,
  testData,
}) => {
  const { user } = await signIn('warehouse')
  const { ten, one, ...file } = await importCounts(page, testData, [8, 1])
  expect(await stockOf(page, ten)).toBe(8)
  const hands = await createKeyboardUser(page, true)
  const { row, dialog } = await openImport(hands, file)
  await expect(dialog).toContainText(`User${user.username}`)
  await expect(dialog).toContainText('Result1 created, 1 unchanged')
  await expect(
    dialog.getByText('The stock change made by the count is reversed for each SKU.'),
  ).toBeVisible()
  await expect(recordRow(dialog, ten.sku)).toContainText('Current stock')
  await expect(recordRow(dialog, one.sku)).toContainText('The count equals the stock')
  await expectAccessible(page)
  await hands.activate(undoButton(dialog))
  await expectToast(page, 'Undone', '1 record undone')
  await expect(undoButton(dialog)).toBeHidden()
  await expect(dialog).toContainText('UndoUndone')
  expect(await stockOf(page, ten)).toBe(10)
  await hands.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Undone')
  expect(await pointers(page)).toBe(0)
})

test('an undo of a stock count lists what prevents it, and undoes nothing', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('warehouse')
  const { ten, one, ...file } = await importCounts(page, testData, [8, 6])
  const { sku, name, cost, price } = ten
  await testData.changed(`/api/skus/${ten.id}`, { sku, name, cost, price, currentStock: 9 })
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const items = [{ skuId: one.id, quantity: 4 }]
  await testData.made('/api/orders/create', { customerId: customer.id, items })
  const hands = await createKeyboardUser(page, true)
  const { dialog } = await openImport(hands, file)
  await hands.activate(undoButton(dialog))
  await expect(dialog.getByText('2 records prevent the undo, so nothing was undone')).toBeVisible()
  await expect(preventing(dialog)).toHaveText([
    `${ten.sku}: It was counted or adjusted after the import`,
    `${one.sku}: 4 of ${one.sku} are reserved, so its stock cannot be 1`,
  ])
  await expectAccessible(page)
  await expect(dialog).toContainText('UndoCan be undone')
  expect([await stockOf(page, ten), await stockOf(page, one)]).toEqual([9, 6])
  expect(await pointers(page)).toBe(0)
})

/** Imports two orders of one SKU, of which 100 are in stock: 2 and 3 units. */
async function importOrders(page: Page, testData: TestData) {
  const { id: customerId, customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const item = await createSku(testData)
  const fileName = `${testData.code('orders')}.csv`
  const head = 'Customer Code,Customer PO,SKU Code,Quantity'
  const data = [head, `${customerCode},P-1,${item.sku},2`, `${customerCode},P-2,${item.sku},3`]
  const path = `/api/orders/import?fileName=${fileName}`
  await importFile(page, { path, data: data.join('\n') })
  const orders = async () => {
    const answer = await page.request.get(`/api/sales-orders?customerId=${customerId}&sort=id`)
    return (await answer.json()) as SalesOrder[]
  }
  const [first, second] = (await orders()).map(({ id, orderNumber }) => ({ id, orderNumber }))
  if (!first || !second) throw new Error('The file has two orders')
  const statuses = async () => (await orders()).map(({ status }) => status)
  const available = async () => {
    const answer = await page.request.get(`/api/skus/${item.id}`)
    return ((await answer.json()) as Sku).available
  }
  return { first, second, statuses, available, fileName, title: 'Import: Sales orders' }
}

test('the import of orders is undone by cancelling them, and their stock is free again', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const imported = await importOrders(page, testData)
  const { first, second, statuses, available } = imported
  expect(await available()).toBe(95)
  const hands = await createKeyboardUser(page, true)
  const { dialog } = await openImport(hands, imported)
  await expect(dialog).toContainText('Result2 created')
  await expect(dialog.getByText('The orders are cancelled.')).toBeVisible()
  await expect(recordRow(dialog, first.orderNumber)).toContainText('Created')
  await expect(recordRow(dialog, second.orderNumber)).toContainText('Created')
  await hands.activate(undoButton(dialog))
  await expectToast(page, 'Undone', '2 records undone')
  await expect(undoButton(dialog)).toBeHidden()
  expect(await statuses()).toEqual(['cancelled', 'cancelled'])
  expect(await available()).toBe(100)
  await hands.activate(dialog.getByRole('link', { name: first.orderNumber, exact: true }))
  const order = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(order).toContainText('Cancelled')
  expect(await pointers(page)).toBe(0)
})

test('an undo of orders lists the one that was changed since, and cancels none', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const imported = await importOrders(page, testData)
  const { first, statuses, available } = imported
  await testData.changed(`/api/sales-orders/${first.id}`, { notes: 'Call first' })
  const hands = await createKeyboardUser(page, true)
  const { dialog } = await openImport(hands, imported)
  await hands.activate(undoButton(dialog))
  await expect(dialog.getByText('1 record prevents the undo, so nothing was undone')).toBeVisible()
  await expect(preventing(dialog)).toHaveText([
    `${first.orderNumber}: Someone else changed this record since you opened it`,
  ])
  await expectAccessible(page)
  await expect(dialog).toContainText('UndoCan be undone')
  expect(await statuses()).toEqual(['pending', 'pending'])
  expect(await available()).toBe(95)
  expect(await pointers(page)).toBe(0)
})
