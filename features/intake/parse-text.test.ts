import { expect, test } from 'vitest'
import { maxTextItems, parseText } from './parse-text.ts'

const email = `From: Jane Doe <Jane@acme.example>
Subject: Our PO 4500118822

Hello,
PO Number: 4500118822
Customer: ACME
Ship to:
Acme East
1 Dock Rd
Reno, NV 89502

Ship date: 2026-12-15
Cancel after: 12/31/2026
Notes: Call before delivery

Item       Qty   UOM   Price
BP-100     10    EA    12.50
AB-200     2     CS    $99.99
Subtotal             324.98
Thank you
`

/** The guess that was read from the first place of a text, with its offsets. */
function guess(text: string, confidence: string, value: string | number = text) {
  const start = email.indexOf(text)
  return { text, start, end: start + text.length, value, confidence }
}

test('an email with a table is read, each value with its place and how sure it is', () => {
  const order = parseText(email)
  expect(order.customerPO).toEqual({
    ...guess('4500118822', 'sure'),
    start: email.lastIndexOf('4500118822'),
    end: email.lastIndexOf('4500118822') + 10,
  })
  expect(order.shipDate).toEqual(guess('2026-12-15', 'sure'))
  expect(order.cancelAfter).toEqual(guess('12/31/2026', 'likely', '2026-12-31'))
  expect(order.notes).toEqual(guess('Call before delivery', 'sure'))
  const address = 'Acme East\n1 Dock Rd\nReno, NV 89502'
  expect(order.shippingAddress).toEqual(guess(address, 'likely'))
  expect(order.items).toEqual([
    {
      code: guess('BP-100', 'sure'),
      quantity: { ...guess('10', 'sure', 10), ...placeOf('10    EA') },
      unit: { ...guess('EA', 'sure'), ...placeOf('EA    12.50') },
      unitPrice: guess('12.50', 'sure'),
    },
    {
      code: guess('AB-200', 'sure'),
      quantity: { ...guess('2', 'sure', 2), ...placeOf('2     CS') },
      unit: guess('CS', 'sure'),
      unitPrice: guess('$99.99', 'sure', '99.99'),
    },
  ])
  expect(order.unread).toEqual([])
})

/** The place of the first word of a piece of the email. */
function placeOf(piece: string) {
  const start = email.indexOf(piece)
  return { start, end: start + piece.indexOf(' ') }
}

test('what may name the customer is listed: the sender, a named field, other short lines', () => {
  expect(parseText(email).customers).toEqual([
    guess('Jane@acme.example', 'likely', 'jane@acme.example'),
    guess('Jane Doe <', 'guess', 'Jane Doe'),
    guess('ACME', 'sure'),
    guess('Hello,', 'guess'),
  ])
})

test.each([
  ['10 x AB-100 @ 12.50', ['AB-100', 10, null, '12.50']],
  ['AB-100 x 10', ['AB-100', 10, null, null]],
  ['10x AB-100', ['AB-100', 10, null, null]],
  ['Please send 5 cases of BP-7781 by Friday', ['BP-7781', 5, 'cases', null]],
  ['1. 12 EA WID-100 $3.20', ['WID-100', 12, 'EA', '3.20']],
  ['- 1,200 FT CBL-300', ['CBL-300', 1200, 'FT', null]],
  ['* 4006381333931 3 pcs', ['4006381333931', 3, 'pcs', null]],
])('the sentence %j is an order line', (text, expected) => {
  const [item, ...others] = parseText(text).items
  const read = [item?.code.value, item?.quantity?.value, item?.unit?.value ?? null]
  expect([...read, item?.unitPrice?.value ?? null]).toEqual(expected)
  expect(others).toEqual([])
})

test.each([
  'Call us at 555-123-4567',
  'Reno, NV 89502',
  'We need it on 3/4/2026',
  'PO Box 12',
  'Invoice AB-100 follows',
])('the sentence %j is no order line', (text) => {
  expect(parseText(text).items).toEqual([])
})

test('a quantity among several numbers is a guess', () => {
  const [item] = parseText('AB-100 7 12').items
  expect(item?.quantity).toEqual({ text: '7', start: 7, end: 8, value: 7, confidence: 'guess' })
})

test('tabs, semicolons and commas separate columns', () => {
  const codes = (text: string) => {
    return parseText(text).items.map(({ code, quantity }) => [code.value, quantity?.value])
  }
  const expected = [['WID-100', 10]]
  expect(codes('SKU\tQty\r\nWID-100\t10\r\n')).toEqual(expected)
  expect(codes('Part Number;Description;Quantity\nWID-100;Widget;10')).toEqual(expected)
  expect(codes('Item,Qty,Price\nWID-100,10,1.50')).toEqual(expected)
  expect(codes('| Item | Qty |\n| WID-100 | 10 |')).toEqual(expected)
})

test('a quantity that is not whole, and a price with parts of a cent, are empty guesses', () => {
  const [item] = parseText('Item\tQty\tPrice\nWID-100\t2.5\t1.2345').items
  expect(item?.quantity).toMatchObject({ text: '2.5', value: null, confidence: 'guess' })
  expect(item?.unitPrice).toMatchObject({ text: '1.2345', value: null })
})

test('the PO is found in a subject, without its comma', () => {
  const { customerPO } = parseText('Subject: Purchase order 77-12, please confirm')
  expect(customerPO).toMatchObject({ value: '77-12', confidence: 'likely' })
})

test.each([
  ['PO: P-1\n10 x AB-100\nPO: P-2\n5 x AB-200', 'P-1'],
  ['Subject: PO P-1\nPO number P-2\n5 x AB-200', 'P-1'],
  ['Subject: PO P-1\nPO: P-2\n5 x AB-200', 'P-2'],
])('of several PO numbers one is read, and the text says so: %j', (text, po) => {
  const order = parseText(text)
  expect(order.customerPO?.value).toBe(po)
  expect(order.unread).toEqual([
    'The text names several PO numbers, and one was read. Check that its lines are one order',
  ])
})

test('the same PO number in another spelling is no second one', () => {
  const order = parseText('Subject: PO p-1\nPO: P-1\nPO P-1.\n10 x AB-100')
  expect([order.customerPO?.value, order.unread]).toEqual(['P-1', []])
})

test('more than 500 order lines are reported, and the others are not read', () => {
  const rows = Array.from({ length: maxTextItems + 1 }, (_, index) => `AB-${index + 100}\t1`)
  const order = parseText(['SKU\tQty', ...rows].join('\n'))
  expect(order.items.length).toBe(500)
  expect(order.unread).toEqual(['The text has more than 500 order lines. The rest were not read'])
})

test.each([['a'.repeat(300_000)], [' '.repeat(300_000)], ['PO '.repeat(100_000)]])(
  'a long text without an order says that its end was not read',
  (text) => {
    const { items, unread } = parseText(text)
    expect(items).toEqual([])
    expect(unread).toContain('The text is too long. Only the first part was read')
  },
)

test('a cell of any length is compared with no heading', () => {
  const line = `x${'\u00A0'.repeat(1990)}y,|;\tz`
  const text = Array.from({ length: 131 }, () => line).join('\n')
  const before = process.cpuUsage()
  expect(parseText(text).items).toEqual([])
  const { user } = process.cpuUsage(before)
  // A comparison of every cell took 2 s of the processor.
  expect(user).toBeLessThan(1_000_000)
})

test.each([
  ['a long line', 'x'.repeat(2001), 'Lines of more than 2,000 characters were not read'],
  [
    'a PO number of 51 characters',
    `PO: ${'9'.repeat(51)}`,
    'The PO number has more than 50 characters. It was not read',
  ],
  [
    'a ship-to of nine lines',
    `Ship to:\n${'Dock\n'.repeat(9)}`,
    'The ship-to address is too long. It was not read',
  ],
  [
    'a ship-to of more than 500 characters',
    `Ship to:\n${`${'a'.repeat(190)}\n`.repeat(3)}`,
    'The ship-to address is too long. It was not read',
  ],
])('%s is not read, and the text says so once', (_name, text, reason) => {
  const order = parseText(`${text}\n\n${text}`)
  expect([order.customerPO, order.shippingAddress]).toEqual([null, null])
  expect(order.unread).toEqual([reason])
})

test('at most fifty words may name the customer', () => {
  const { customers } = parseText('Customer: ACME\n'.repeat(9000))
  expect(customers).toHaveLength(50)
})

test('one thousand as half of Europe writes it is a guess', () => {
  const { items } = parseText('Item,Qty\nBP-100,1.000\nBP-200,"1,000"\nBP-300,12.0')
  const read = items.map(({ code, quantity }) => [
    code.value,
    quantity?.value,
    quantity?.confidence,
  ])
  expect(read).toContainEqual(['BP-100', 1, 'guess'])
  expect(read).toContainEqual(['BP-300', 12, 'sure'])
})

test('no text is cut in the middle of a character', () => {
  const order = parseText(`From: ${'a'.repeat(199)}😀\nCustomer: ${'b'.repeat(199)}😀`)
  const names = order.customers.map(({ value }) => value)
  expect(names).toEqual(['a'.repeat(199), 'b'.repeat(199)])
})
