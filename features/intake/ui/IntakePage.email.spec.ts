import { expect, expectAccessible } from '#e2e/fixtures.ts'
import { test } from '#e2e/imap-server-fixture.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import { createKeyboardUser, pointers } from '#e2e/keyboard-user.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { IntakeMessage } from '../contract.ts'
import { orderEmail } from '../server/email/testing.ts'

test('a clerk corrects an emailed order and places it with the keyboard alone', async ({
  page,
  signIn,
  testData,
  mailbox,
}) => {
  const code = testData.code('ACME')
  const from = `jane@${code.toLowerCase()}.example`
  const buyer = { customerCode: code, name: 'Acme Retail', email: from, creditLimit: '1000.00' }
  const customer = await testData.customer(buyer)
  const widget = await createSku(testData, { price: '12.50' })
  const cable = await createSku(testData, { price: '0.35', cost: '0.10', currentStock: 500 })
  const part = `BP-${cable.id}7`
  const po = testData.code('P')
  const csv = `Item,Qty,Price\r\n${part},100,0.35\r\n`
  mailbox.receive(orderEmail({ id: po, from, po, text: `Please send 10 EA ${widget.sku}`, csv }))

  await signIn('sales')
  const messages = async () => {
    const answer = await page.request.get(`/api/intake-messages?q=${po}`)
    return ((await answer.json()) as IntakeMessage[]).map(({ state }) => state)
  }
  const orders = async () => {
    const answer = await page.request.get(`/api/sales-orders?customerId=${customer.id}`)
    return (await answer.json()) as SalesOrder[]
  }
  // The program reads its mailbox every 30 seconds.
  await expect.poll(messages, { timeout: 120_000 }).toEqual(['needs attention'])
  expect(await orders()).toEqual([])

  const hands = await createKeyboardUser(page, true)
  await page.goto(`/intake?q=${po}`)
  const row = page.getByRole('row').filter({ hasText: po })
  await expect(row).toContainText('Email')
  await expect(row).toContainText(from)
  await expect(row).toContainText('Needs attention')
  await hands.activate(row.getByRole('link').first())
  const message = page.getByRole('dialog', { name: /^Message #\d+$/ })
  await expect(message).toContainText(`Email · ${from} · 2 lines`)
  await expect(message.getByText(`Line 2: no SKU is known for ${part}`)).toBeVisible()
  const text = message.getByRole('region', { name: 'Message as received' })
  await expect(text).toContainText('Attachment lines.csv')
  await expect(message.getByRole('combobox', { name: 'Customer *' })).toHaveValue(new RegExp(code))
  await expect(message.getByText(`Probably right: “${from}”`)).toBeVisible()
  await expect(message.getByLabel('Customer PO')).toHaveValue(po)
  const first = message.getByRole('group', { name: 'Line 1' })
  await expect(first).toContainText(`Our SKU: “${widget.sku}”`)
  await expect(first.getByLabel('Quantity *')).toHaveValue('10')
  const second = message.getByRole('group', { name: 'Line 2' })
  await expect(second).toContainText(`Customer’s part number: ${part}`)
  await expect(second.getByLabel('Quantity *')).toHaveValue('100')
  await expect(second.getByLabel('Customer’s price')).toHaveValue('0.35')
  await expect(second).toContainText('Read from a named field: “0.35”')
  await expectAccessible(page)

  await hands.write(second.getByRole('combobox', { name: 'SKU *' }), cable.sku)
  await hands.press('Enter')
  const choice = new RegExp(`^${cable.sku} - Hex bolt`)
  await expect(second.getByRole('combobox', { name: 'SKU *' })).toHaveValue(choice)
  await hands.press('Control+Enter')
  await expect(page.getByText(/^Order created successfully: SO-/)).toBeVisible()
  await expect(message).toBeHidden()
  await expect(row).toContainText('Placed')
  const placed = { customerPO: po, orderSource: 'email', subtotal: '160.00' }
  expect(await orders()).toMatchObject([placed])

  await hands.activate(row.getByRole('link').first())
  await hands.activate(message.getByRole('link', { name: /^SO-/ }))
  const details = page.getByRole('dialog', { name: /Sales Order Details/ })
  await expect(details).toContainText('SourceEmail')
  await expect(details).toContainText('Subtotal$160.00')
  expect(await pointers(page)).toBe(0)

  await page.goto(`/intake?tab=corrections&q=${part}`)
  const correction = page.getByRole('row').filter({ hasText: part })
  await expect(correction).toContainText(code)
  await expect(correction).toContainText('Part number')
  await expect(correction).toContainText(cable.sku)
})
