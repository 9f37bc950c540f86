import { expect, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'
import {
  detailsOf,
  createPurchaseOrder,
  rowOf,
  stepOf,
} from '#e2e/journeys/create-purchase-order.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { PurchaseOrderDetails } from '../contract.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn('manager')
})

test('the row’s second action moves an order through its statuses', async ({ page, testData }) => {
  const { order, item } = await createPurchaseOrder(testData)
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  const menu = page.getByRole('button', { name: `Actions for ${order.orderNumber}` })
  await menu.click()
  await expect(stepOf(page, /^Approve/)).toHaveAttribute('aria-disabled', 'true')
  await expect(stepOf(page, /^Approve/)).toContainText('Only a submitted order can be approved')
  await stepOf(page, 'Submit').click()
  await expectToast(page, 'Success', 'Purchase order submitted successfully')
  await expect(rowOf(page, order.orderNumber)).toContainText('Submitted')
  await menu.click()
  await stepOf(page, 'Reject…').click()
  const reason = page.getByRole('dialog', { name: `Reject ${order.orderNumber}` })
  await reason.getByRole('button', { name: 'Reject order' }).click()
  await expect(reason.getByText('Required', { exact: true })).toBeVisible()
  await reason.getByLabel('Reason *').fill('Too dear')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Purchase order rejected successfully')
  await menu.click()
  await stepOf(page, 'Submit').click()
  await expect(rowOf(page, order.orderNumber)).toContainText('Submitted')
  await menu.click()
  await stepOf(page, 'Approve').click()
  await expectToast(page, 'Success', 'Purchase order approved successfully')
  await expect(rowOf(page, order.orderNumber)).toContainText('Approved')
  await menu.click()
  await stepOf(page, 'Receive…').click()
  const receipt = page.getByRole('dialog', { name: `Receive ${order.orderNumber}` })
  const quantity = receipt.getByLabel(`Received ${item.sku}`)
  await expect(quantity).toHaveValue('10')
  await quantity.fill('4')
  await receipt.getByRole('button', { name: 'Record receipt' }).click()
  await expectToast(page, 'Success', 'Receipt recorded; the remaining units are open')
  await expect(rowOf(page, order.orderNumber)).toContainText('Approved')
  await menu.click()
  await stepOf(page, 'Close short…').click()
  await page.getByRole('dialog').getByLabel('Reason *').fill('Discontinued')
  await page.keyboard.press('Control+Enter')
  await expect(rowOf(page, order.orderNumber)).toContainText('Received')
})

test('an error appears at its line, even if earlier lines are left empty and skipped', async ({
  page,
  testData,
}) => {
  const fields = { cost: '4.00', price: '10.00' }
  const skus = [testData.code('P1'), testData.code('P2')]
  const [first, second] = [
    await testData.made<Sku>('/api/skus', { ...fields, sku: skus[0], name: 'Hex bolt' }),
    await testData.made<Sku>('/api/skus', { ...fields, sku: skus[1], name: 'Washer' }),
  ]
  const items = [first, second].map(({ id }) => ({ skuId: id, quantity: 10 }))
  const { order } = await createPurchaseOrder(testData, { items, status: 'submitted' })
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  const menu = page.getByRole('button', { name: `Actions for ${order.orderNumber}` })
  await menu.click()
  await stepOf(page, 'Approve').click()
  await expect(rowOf(page, order.orderNumber)).toContainText('Approved')
  await menu.click()
  await stepOf(page, 'Receive…').click()
  const receipt = page.getByRole('dialog', { name: `Receive ${order.orderNumber}` })
  const quantity = (sku: Sku) => receipt.getByLabel(`Received ${sku.sku}`)
  await quantity(first).fill('0')
  await quantity(second).fill('-1')
  await receipt.getByRole('button', { name: 'Record receipt' }).click()
  await expect(quantity(second)).toHaveAttribute('aria-invalid', 'true')
  await expect(quantity(first)).not.toHaveAttribute('aria-invalid', 'true')
  await quantity(second).fill('10')
  await receipt.getByRole('button', { name: 'Record receipt' }).click()
  await expectToast(page, 'Success', 'Receipt recorded; the remaining units are open')
})

test('a shortcut approves many orders, and one toast reports the result of each', async ({
  page,
  testData,
}) => {
  const { vendor, order } = await createPurchaseOrder(testData, { status: 'submitted' })
  const more = { vendorId: vendor.id, totalAmount: '5.00' }
  const draft = { ...more, orderNumber: testData.code('PO') }
  await testData.made('/api/purchase-orders', draft)
  await page.goto(`/purchase-orders?f.vendorCode=${vendor.vendorCode}`)
  await page.getByRole('checkbox', { name: `Select ${order.orderNumber}` }).check()
  await page.getByRole('checkbox', { name: `Select ${draft.orderNumber}` }).check()
  await page.keyboard.press('a')
  await expectToast(page, 'Success', '1 approved, 1 unchanged')
  const reason = `${draft.orderNumber}: This is draft, so it cannot be approved`
  await expectToastDetail(page, reason)
  await expect(rowOf(page, order.orderNumber)).toContainText('Approved')
})

test('a draft is edited in full, an approved order in its date and notes', async ({
  page,
  testData,
}) => {
  const draft = await createPurchaseOrder(testData)
  await page.goto(`/purchase-orders?edit=${draft.order.orderNumber}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Purchase Order' })
  await dialog.getByRole('group', { name: 'Line 1' }).getByLabel('Quantity *').fill('3')
  await dialog.getByRole('button', { name: 'Update Purchase Order' }).click()
  await expectToast(page, 'Success', 'Purchase order updated successfully')
  await expect(rowOf(page, draft.order.orderNumber)).toContainText('$12.00')
  const { order } = await createPurchaseOrder(testData, { status: 'approved' })
  await page.goto(`/purchase-orders?edit=${order.orderNumber}`)
  await expect(dialog.getByText('only its expected date and notes can be changed')).toBeVisible()
  await expect(dialog.getByLabel('Order Number *')).toHaveCount(0)
  await dialog.getByLabel('Expected Date').fill('2030-02-01')
  await dialog.getByRole('button', { name: 'Update Purchase Order' }).click()
  await expect(rowOf(page, order.orderNumber)).toContainText('2/1/2030')
})

test('a submitted order is withdrawn with one click, and a copy of it is created', async ({
  page,
  testData,
}) => {
  const { order, item, vendor } = await createPurchaseOrder(testData)
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  const menu = page.getByRole('button', { name: `Actions for ${order.orderNumber}` })
  await menu.click()
  await stepOf(page, 'Submit').click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', 'Purchase order withdrawn successfully')
  await expect(rowOf(page, order.orderNumber)).toContainText('Draft')
  await menu.click()
  await stepOf(page, 'Duplicate').click()
  const dialog = page.getByRole('dialog', { name: 'Create Purchase Order' })
  await expect(dialog.getByLabel('Order Number *')).toHaveValue(/^PO-\d{13}$/)
  const seller = dialog.getByRole('combobox', { name: 'Vendor *' })
  await expect(seller).toHaveValue(`${vendor.vendorCode} - ${vendor.name}`)
  await expect(dialog.getByRole('combobox', { name: 'SKU *' })).toHaveValue(
    `${item.sku} - Hex bolt`,
  )
  await dialog.getByRole('button', { name: 'Create Purchase Order', exact: true }).click()
  await expectToast(page, 'Success', 'Purchase order created successfully')
})

test('skipped controls are listed with the user who skipped them', async ({ page, testData }) => {
  const { order } = await createPurchaseOrder(testData, { status: 'approved' })
  await page.goto(`/purchase-orders?open=${order.orderNumber}&tab=timeline`)
  const dialog = detailsOf(page)
  await expect(dialog.getByText('Controls were skipped')).toBeVisible()
  await expect(
    dialog.getByText(/approve: approved by its creator or submitter · root/),
  ).toBeVisible()
})

test('goods of an order returned to the vendor are listed in its tab Related', async ({
  page,
  testData,
}) => {
  const { order } = await createPurchaseOrder(testData, { status: 'received' })
  const read = await page.request.get(`/api/purchase-orders/${order.id}`)
  const { items } = (await read.json()) as PurchaseOrderDetails
  const { returnNumber } = await testData.made<{ returnNumber: string }>('/api/returns', {
    type: 'rtv',
    reason: 'Faulty',
    originalOrderId: order.id,
    items: [{ originalItemId: items[0]?.id, quantity: 2 }],
  })
  await page.goto(`/purchase-orders?open=${order.orderNumber}&tab=returns`)
  const flow = detailsOf(page).getByRole('region', { name: 'Document flow' })
  const goods = flow.getByRole('listitem').filter({ hasText: returnNumber })
  await expect(goods).toHaveText(`Return${returnNumber}Pending$8.00Faulty`)
  await detailsOf(page).getByRole('link', { name: returnNumber }).click()
  await expect(page.getByRole('dialog', { name: /Return Details/ })).toContainText(returnNumber)
})

test('the menus of row and details offer the PDF and a return of its goods', async ({
  page,
  testData,
}) => {
  const { order } = await createPurchaseOrder(testData, { status: 'received' })
  // The row and the details each have a button of this name; open details cover the row's button.
  for (const [address, place] of [
    ['q', rowOf(page, order.orderNumber)],
    ['open', detailsOf(page)],
  ] as const) {
    await page.goto(`/purchase-orders?${address}=${order.orderNumber}`)
    const menu = place.getByRole('button', { name: `Actions for ${order.orderNumber}` })
    await menu.click()
    const saved = page.waitForEvent('download')
    await stepOf(page, 'Purchase order as PDF').click()
    const { vendorCode, orderDate } = order
    const name = `Purchase order ${order.orderNumber} ${vendorCode} ${orderDate}.pdf`
    expect((await saved).suggestedFilename()).toBe(name)
    await menu.click()
    await expect(stepOf(page, 'Copy link')).toBeVisible()
    await stepOf(page, 'Create return').click()
    await expect(page.getByRole('dialog', { name: 'Create RTV' })).toBeVisible()
    await expect(page).toHaveURL(/returns\?new=rtv/)
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled()
  }
})

test('goods of an unapproved order cannot be returned, and its menu says why', async ({
  page,
  testData,
}) => {
  const { order } = await createPurchaseOrder(testData)
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  await page.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  const returnItem = stepOf(page, /^Create return/)
  await expect(returnItem).toHaveAttribute('aria-disabled', 'true')
  await expect(returnItem).toContainText('Only received goods can be returned')
})

test('a shortcut prints the selected orders as one job, with a sheet for each order', async ({
  page,
  testData,
}) => {
  const { vendor, order, item } = await createPurchaseOrder(testData, { status: 'approved' })
  const more = { vendorId: vendor.id, totalAmount: '5.00' }
  const draft = { ...more, orderNumber: testData.code('PO') }
  await testData.made('/api/purchase-orders', draft)
  // A print dialog blocks until it is closed, and a headless browser has none.
  await page.addInitScript(() => (window.print = () => {}))
  await page.goto(`/purchase-orders?f.vendorCode=${vendor.vendorCode}`)
  await page.getByRole('checkbox', { name: `Select ${order.orderNumber}` }).check()
  await page.getByRole('checkbox', { name: `Select ${draft.orderNumber}` }).check()
  await page.keyboard.press('p')
  const sheets = page.locator('.print-sheet article')
  await expect(sheets).toHaveCount(2)
  await expect(sheets.filter({ hasText: draft.orderNumber })).toContainText('$5.00')
  const approved = sheets.filter({ hasText: order.orderNumber })
  await expect(approved).toContainText(item.sku)
  await expect(approved).toContainText('$40.00')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheets).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  await stepOf(page, 'Print purchase order').click()
  await expect(sheets).toHaveCount(1)
  await expect(sheets).toContainText(order.orderNumber)
})
