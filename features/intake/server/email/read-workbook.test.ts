import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parseMailboxAddress } from './imap-mailbox.ts'
import { readWorkbook } from './read-workbook.ts'

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const workbook = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

test('the first sheet of a workbook becomes lines with tabs, empty cells included', () => {
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Qty</t></is></c></row>' +
    '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2"><v>12</v></c></row>'
  const strings = '<sst><si><t>Item</t></si><si><r><t>A&amp;</t></r><r><t>B-1</t></r></si></sst>'
  const bytes = workbook({
    'xl/worksheets/sheet1.xml': sheet(rows),
    'xl/sharedStrings.xml': strings,
  })
  expect(readWorkbook(bytes)).toEqual({ text: 'Item\t\tQty\nA&B-1\t\t12', unread: [] })
})

test('elements with a prefix and characters by their numbers are read', () => {
  const rows =
    '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1"><x:v>12</x:v></x:c></x:row>'
  const bytes = workbook({
    'xl/worksheets/sheet1.xml': `<x:worksheet><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
    'xl/sharedStrings.xml': '<x:sst><x:si><x:t>Caf&#233; 5&#x27;-PIPE</x:t></x:si></x:sst>',
  })
  expect(readWorkbook(bytes)).toEqual({ text: "Café 5'-PIPE\t12", unread: [] })
})

test('a sheet without rows is named', () => {
  const bytes = workbook({ 'xl/worksheets/sheet1.xml': sheet('') })
  expect(readWorkbook(bytes)).toEqual({
    text: '',
    unread: ['No rows were found in its first sheet'],
  })
})

test('what is no workbook is not read', () => {
  const refused = { whyNot: 'it is not a workbook' }
  expect(readWorkbook(strToU8('PO 4711'))).toEqual(refused)
  expect(readWorkbook(workbook({ 'word/document.xml': '<w/>' }))).toEqual(refused)
})

const cell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

test('what of a workbook is not read is named', () => {
  const wide = `<row r="1">${cell('A1', 'Item')}${cell('AO1', 'far')}</row>`
  const long = `<row>${cell('A2', 'x')}</row>`.repeat(5000)
  const bytes = workbook({
    'xl/worksheets/sheet2.xml': sheet(wide + long),
    'xl/worksheets/sheet10.xml': sheet(wide),
  })
  expect(readWorkbook(bytes)).toMatchObject({
    unread: [
      'Only its first sheet was read',
      'Rows after the 5,000th were not read',
      'Columns after the 40th were not read',
    ],
  })
})

test('a workbook that unpacks to more than 20 MB is not read at all', () => {
  const bytes = workbook({
    'xl/worksheets/sheet1.xml': sheet(''),
    'xl/sharedStrings.xml': ' '.repeat(21 * 1024 * 1024),
  })
  expect(readWorkbook(bytes)).toEqual({ whyNot: 'it is too large' })
})

test.each([
  ['imaps://orders:s%40cret@mail.example.com', 993, 's@cret', 'INBOX', true],
  ['imap://orders:secret@127.0.0.1:1143/Orders%20in', 1143, 'secret', 'Orders in', false],
])('the address %s is a mailbox', (url, port, password, folder, isEncrypted) => {
  expect(parseMailboxAddress(url)).toMatchObject({ port, password, folder, isEncrypted })
})

test('an IPv6 address is a host without its brackets', () => {
  expect(parseMailboxAddress('imap://orders:secret@[::1]:1143')?.host).toBe('::1')
})

test.each([
  'imaps://mail.example.com',
  'https://orders@mail.example.com',
  'imaps://orders:100%@mail.example.com',
  'mailbox',
])('the address %s is none', (url) => {
  expect(parseMailboxAddress(url)).toBeUndefined()
})
