import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToastDetail, test } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import { importFile } from '#e2e/journeys/import-file.ts'
import { createKeyboardUser, type KeyboardUser, pointers } from '#e2e/keyboard-user.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

// What a file could not place waits in the inbox. A clerk says what a part number means there, and
// runs the unchanged file again, with the keyboard alone.

async function ordersOf(page: Page, customerId: number): Promise<SalesOrder[]> {
  const answer = await page.request.get(`/api/sales-orders?customerId=${customerId}&sort=id`)
  return (await answer.json()) as SalesOrder[]
}

/** Opens the message that a search finds. */
async function openMessage(hands: KeyboardUser, words: string) {
  const { page } = hands
  await page.goto(`/intake?q=${words}`)
  // The first row is the heading; the search finds one message.
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Needs attention')
  await hands.activate(row.getByRole('link').first())
  const message = page.getByRole('dialog', { name: /^Message #\d+$/ })
  const alert = message.getByRole('status').filter({ hasText: 'This message needs attention' })
  const problems = alert.getByRole('listitem')
  const text = message.getByRole('region', { name: 'Message as received' })
  return { row, message, problems, text }
}

type Message = Awaited<ReturnType<typeof openMessage>>['message']

/** Says which SKU a part number means, and runs the message again. */
async function correctAndRun(
  hands: KeyboardUser,
  message: Message,
  { part, sku }: { part: string; sku: string },
): Promise<void> {
  const { page } = hands
  const box = message.getByRole('combobox', { name: `SKU for ${part}` })
  await hands.write(box, sku)
  await hands.press('Enter')
  await expect(box).toHaveValue(new RegExp(`^${sku} - Hex bolt`))
  await hands.activate(message.getByRole('button', { name: 'Save', exact: true }))
  await expectToastDetail(page, 'The part number was saved for this customer')
  await expect(message.getByRole('button', { name: 'Saved', exact: true })).toBeVisible()
  await hands.activate(message.getByRole('button', { name: 'Run again' }))
  await expectToastDetail(page, 'Order created')
  await expect(message.getByText('This message needs attention')).toHaveCount(0)
}

const order850 = ({ identifier, po, part }: Record<'identifier' | 'po' | 'part', string>) =>
  [
    `ISA*00*          *00*          *ZZ*${identifier.padEnd(15)}*ZZ*PRIZM          *260302*0930*U`,
    `*00401*000000101*0*P*>~GS*PO*${identifier}*PRIZM*20260302*0930*101*X*004010~ST*850*0001~`,
    `BEG*00*SA*${po}**20260302~PO1*1*2*EA*10.00**BP*${part}~CTT*1~SE*5*0001~`,
    'GE*1*101~IEA*1*000000101~',
  ].join('')

test('a refused 850 is corrected, run again and acknowledged by another 855', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const { id, sku } = await createSku(testData)
  const [part, po] = [`BP-${id}7`, testData.code('CPO')]
  const identifier = testData.code('RUN').replaceAll('-', '').slice(0, 15)
  const ours = { ownQualifier: 'ZZ', ownIdentifier: 'PRIZM', usage: 'P', unknownSku: 'drop' }
  const partner = { name: identifier, customerId: customer.id, qualifier: 'ZZ', identifier }
  await testData.made('/api/edi/partners', { ...partner, ...ours })
  const [path, mediaType] = ['/api/edi/interchanges', 'application/edi-x12']
  await importFile(page, { path, mediaType, data: order850({ identifier, po, part }) })

  const hands = await createKeyboardUser(page, true)
  const { row, message, problems, text } = await openMessage(hands, po)
  await expect(message).toContainText(`EDI · ${identifier} · 850 ${po}`)
  await expect(problems).toHaveText([
    'None of its lines can be delivered. Correct them, then run this message again',
    `Line 1: no SKU is known for ${part}`,
  ])
  await expect(text).toContainText(`PO1*1*2*EA*10.00**BP*${part}~`)
  await expectAccessible(page)
  await correctAndRun(hands, message, { part, sku })
  await expect(text).toContainText(`PO1*1*2*EA*10.00**BP*${part}~`)
  const [order, ...others] = await ordersOf(page, customer.id)
  expect(others).toEqual([])
  expect(order).toMatchObject({ customerPO: po, orderSource: 'edi', subtotal: '20.00' })
  const orderNumber = order?.orderNumber ?? ''
  await expect(message.getByRole('link', { name: orderNumber })).toBeVisible()
  await expectAccessible(page)
  await hands.press('Escape')
  await expect(message).toBeHidden()
  await expect(row).toContainText('Placed')
  expect(await pointers(page)).toBe(0)

  await page.goto(`/edi?q=${po}`)
  const documents = page.getByRole('row').filter({ hasText: po })
  const received = documents.filter({ hasText: '850 · Purchase order' })
  await expect(received).toContainText('Order created')
  await expect(received).toContainText(orderNumber)
  await expect(documents.filter({ hasText: '855 · Order acknowledgment' })).toHaveCount(2)
})

test('the quantity of a refused 850 is corrected in its message and acknowledged', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const { sku } = await createSku(testData)
  const po = testData.code('CPO')
  const identifier = testData.code('QTY').replaceAll('-', '').slice(0, 15)
  const ours = { ownQualifier: 'ZZ', ownIdentifier: 'PRIZM', usage: 'P', unknownSku: 'drop' }
  const partner = { name: identifier, customerId: customer.id, qualifier: 'ZZ', identifier }
  await testData.made('/api/edi/partners', { ...partner, ...ours })
  const data = order850({ identifier, po, part: sku }).replace('PO1*1*2*EA', 'PO1*1*2.5*EA')
  await importFile(page, { path: '/api/edi/interchanges', mediaType: 'application/edi-x12', data })

  const hands = await createKeyboardUser(page, true)
  const { row, message, problems, text } = await openMessage(hands, po)
  await expect(problems).toHaveText([
    'None of its lines can be delivered. Correct them, then run this message again',
    'Line 1: the quantity 2.5 must be a whole number of at least 1',
  ])
  await hands.write(message.getByLabel('Quantity in line 1'), '3')
  await hands.activate(message.getByRole('button', { name: 'Correct and Run Again' }))
  await expectToastDetail(page, 'Order created')
  await expect(text).toContainText(`PO1*1*2.5*EA*10.00**BP*${sku}~`)
  await expect(message.getByText('Quantity in line 1: 3', { exact: true })).toBeVisible()
  expect(await ordersOf(page, customer.id)).toMatchObject([{ customerPO: po, subtotal: '30.00' }])
  await hands.press('Escape')
  await expect(row).toContainText('Placed')
  expect(await pointers(page)).toBe(0)

  await page.goto(`/edi?q=${po}`)
  const documents = page.getByRole('row').filter({ hasText: po })
  await expect(documents.filter({ hasText: '855 · Order acknowledgment' })).toHaveCount(2)
})

test('an 850 of an inactive customer links to the customer to activate', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const customer = await testData.customer({ creditLimit: '1000.00', isActive: false })
  const { customerCode } = customer
  const { sku } = await createSku(testData)
  const po = testData.code('CPO')
  const identifier = testData.code('IDLE').replaceAll('-', '').slice(0, 15)
  const ours = { ownQualifier: 'ZZ', ownIdentifier: 'PRIZM', usage: 'P', unknownSku: 'drop' }
  const partner = { name: identifier, customerId: customer.id, qualifier: 'ZZ', identifier }
  await testData.made('/api/edi/partners', { ...partner, ...ours })
  const data = order850({ identifier, po, part: sku })
  await importFile(page, { path: '/api/edi/interchanges', mediaType: 'application/edi-x12', data })

  const hands = await createKeyboardUser(page, true)
  const { problems } = await openMessage(hands, po)
  await expect(problems).toHaveText([
    `Customer ${customerCode} is inactive. Activate the customer, then run this message again · ` +
      `Open ${customerCode}`,
  ])
  await expectAccessible(page)
  await hands.activate(problems.getByRole('link', { name: `Open ${customerCode}` }))
  await expect(page).toHaveURL(new RegExp(`/customers\\?open=${customerCode}`))
  await expect(page.getByRole('dialog')).toContainText(customerCode)
  expect(await pointers(page)).toBe(0)
})

test('an 850 whose PO another order has is opened again and created by choice', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const { sku } = await createSku(testData)
  const po = testData.code('CPO')
  const identifier = testData.code('TWICE').replaceAll('-', '').slice(0, 15)
  const ours = { ownQualifier: 'ZZ', ownIdentifier: 'PRIZM', usage: 'P', unknownSku: 'drop' }
  const partner = { name: identifier, customerId: customer.id, qualifier: 'ZZ', identifier }
  await testData.made('/api/edi/partners', { ...partner, ...ours })
  const first = order850({ identifier, po, part: sku })
  const second = first.replaceAll('000000101', '000000102').replace('*101*X*', '*102*X*')
  const [path, mediaType] = ['/api/edi/interchanges', 'application/edi-x12']
  await importFile(page, { path, mediaType, data: first })
  const data = second.replace('GE*1*101', 'GE*1*102').replace('PO1*1*2*EA', 'PO1*1*3*EA')
  await importFile(page, { path, mediaType, data })
  const [order] = await ordersOf(page, customer.id)

  await page.goto(`/intake?q=${po}`)
  const row = page.getByRole('row').filter({ hasText: 'Duplicate' })
  await row.getByRole('link').first().click()
  const message = page.getByRole('dialog', { name: /^Message #\d+$/ })
  await message.getByRole('button', { name: 'Reopen' }).click()
  const sentence = `${po} is a duplicate of ${order?.orderNumber}`
  await expect(message.getByRole('listitem').filter({ hasText: sentence })).toBeVisible()
  await message.getByLabel('Create the order again').check()
  await expectAccessible(page)
  await message.getByRole('button', { name: 'Create Again' }).click()
  await expectToastDetail(page, 'Order created')
  expect(await ordersOf(page, customer.id)).toMatchObject([
    { customerPO: po, subtotal: '20.00' },
    { customerPO: po, subtotal: '30.00' },
  ])
})

test('the refused row of a CSV file is corrected, and only its order is created then', async ({
  page,
  signIn,
  testData,
}) => {
  const { user } = await signIn('sales')
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const { customerCode } = customer
  const { id, sku } = await createSku(testData)
  const part = `BP-${id}7`
  const fileName = `${testData.code('march')}.csv`
  const second = `${customerCode},P-2,${part},4`
  const head = 'Customer Code,Customer PO,SKU Code,Quantity'
  const data = [head, `${customerCode},P-1,${sku},2`, second].join('\n')
  await importFile(page, { path: `/api/orders/import?fileName=${fileName}`, data })
  const placed = async () =>
    (await ordersOf(page, customer.id)).map(({ customerPO, subtotal }) => [customerPO, subtotal])
  expect(await placed()).toEqual([['P-1', '20.00']])

  const hands = await createKeyboardUser(page, true)
  const { row, message, problems, text } = await openMessage(hands, fileName)
  await expect(message).toContainText(`CSV · ${user.username} · ${fileName}`)
  await expect(problems).toHaveText([`Row 3: SKU ${part} does not exist`])
  await expect(message.getByRole('link', { name: /^SO-/ })).toHaveCount(1)
  await expectAccessible(page)
  await correctAndRun(hands, message, { part, sku })
  await expect(message.getByRole('link', { name: /^SO-/ })).toHaveCount(2)
  await expect(text).toContainText(second)
  expect(await placed()).toEqual([
    ['P-1', '20.00'],
    ['P-2', '40.00'],
  ])
  await hands.press('Escape')
  await expect(message).toBeHidden()
  await expect(row).toContainText('Placed')
  expect(await pointers(page)).toBe(0)
})
