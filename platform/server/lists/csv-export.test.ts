import { expect, test } from 'vitest'
import { csvDownload, fieldsOf } from './csv-export.ts'

async function textOf(records: object[], fields: string[], amounts: string[] = []) {
  async function* chunks() {
    yield records
  }
  let text = ''
  for await (const piece of csvDownload({ fileName: 'x.csv', fields, amounts }, chunks()).pieces) {
    text += piece
  }
  return text
}

test('a file begins with a UTF-8 byte order mark and ends every line with CRLF', async () => {
  expect(await textOf([{ a: 'é', b: 1 }], ['b', 'a'])).toBe('\uFEFFb,a\r\n1,é\r\n')
})

test('commas, quotes and line breaks are quoted (RFC 4180)', async () => {
  const text = await textOf([{ a: 'x, "y"', b: 'one\ntwo', c: 'plain' }], ['a', 'b', 'c'])
  expect(text.slice(1)).toBe('a,b,c\r\n"x, ""y""","one\ntwo",plain\r\n')
})

test('null is an empty cell, and booleans are words', async () => {
  const record = { a: null, b: undefined, c: true, d: 0, e: '' }
  expect((await textOf([record], ['a', 'b', 'c', 'd', 'e', 'f'])).split('\r\n')[1]).toBe(
    ',,true,0,,',
  )
})

test('guards text that a spreadsheet would run as a formula, but not amounts', async () => {
  const risky = ['=1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', "'=1", "''+1", "'plain", 'a=1']
  const lines = await textOf(
    risky.map((a) => ({ a, b: '-12.50' })),
    ['a', 'b'],
    ['b'],
  )
  const cells = ["'=1", "'+1", "'-1", "'@x", '"\'\t=1"', '"\'\r=1"', '"\'\n=1"', "''=1", "'''+1"]
  expect(lines.slice(6)).toBe(
    [...cells, "'plain", 'a=1'].map((cell) => `${cell},-12.50\r\n`).join(''),
  )
})

test('returns the requested columns in order, without duplicates, and rejects unknown ones', () => {
  expect(fieldsOf(['a', 'b', 'c'], undefined)).toEqual(['a', 'b', 'c'])
  expect(fieldsOf(['a', 'b', 'c'], 'c,a,c')).toEqual(['c', 'a'])
  for (const requested of ['d', 'a,', 'a, b', 'toString']) {
    expect(() => fieldsOf(['a', 'b', 'c'], requested)).toThrow('Choose from a, b, c')
  }
})
