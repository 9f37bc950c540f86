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
  expect(readWorkbook(bytes)).toBe('Item\t\tQty\nA&B-1\t\t12')
})

test('what is no workbook is not read', () => {
  expect(readWorkbook(strToU8('PO 4711'))).toBeUndefined()
  expect(readWorkbook(workbook({ 'word/document.xml': '<w/>' }))).toBeUndefined()
})

test.each([
  ['imaps://orders:s%40cret@mail.example.com', 993, 's@cret', 'INBOX', true],
  ['imap://orders:secret@127.0.0.1:1143/Orders%20in', 1143, 'secret', 'Orders in', false],
])('the address %s is a mailbox', (url, port, password, folder, isEncrypted) => {
  expect(parseMailboxAddress(url)).toMatchObject({ port, password, folder, isEncrypted })
})

test.each(['imaps://mail.example.com', 'https://orders@mail.example.com', 'mailbox'])(
  'the address %s is none',
  (url) => {
    expect(parseMailboxAddress(url)).toBeUndefined()
  },
)
