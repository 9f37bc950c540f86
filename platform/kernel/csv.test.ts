import { describe, expect, test } from 'vitest'
import {
  csvLine,
  firstRows,
  withFormulaGuard,
  readCsv,
  textOfFile,
  withoutFormulaGuard,
} from './csv.ts'
import { matchColumns, maxFileBytes } from './import.ts'

const bytes = (...values: (string | number)[]) =>
  Buffer.concat(values.map((v) => (typeof v === 'string' ? Buffer.from(v) : Buffer.from([v]))))

describe('readCsv', () => {
  test('parses quoted cells with doubled quotes and line breaks (RFC 4180)', () => {
    const { header, rows, numbers } = readCsv('a,b\r\n"x, ""y""","one\ntwo"\r\nplain,\r\n')
    expect([header, rows, numbers]).toEqual([
      ['a', 'b'],
      [
        ['x, "y"', 'one\ntwo'],
        ['plain', ''],
      ],
      [2, 3],
    ])
  })

  test('accepts a byte order mark, empty rows and a last line without a line break', () => {
    const file = readCsv('\uFEFFa,b\n\n1,2\n,\n3')
    expect(file).toEqual({
      header: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', ''],
      ],
      numbers: [3, 5],
    })
  })

  test.each([';', '\t'])('%j separates cells if the first row contains it most often', (mark) => {
    expect(readCsv(`a${mark}b\n1,5${mark}2`).rows).toEqual([['1,5', '2']])
  })

  test('guarded text round-trips unchanged', () => {
    for (const text of ['=1', '+1', '-1', '@x', "'=1", "''+1", "'plain", 'a=1', '\t=1', '"']) {
      expect(withoutFormulaGuard(withFormulaGuard(text))).toBe(text)
      expect(readCsv(`a,b\r\n${csvLine([text, 'x'])}`).rows[0]?.[0]).toBe(text)
    }
  })

  test.each([
    ['a semicolon', 'a;=1+1', '"a;=1+1"'],
    ['a tab', 'a\t=1+1', '"a\t=1+1"'],
    ['a full-width equals sign', '＝1+1', "'＝1+1"],
    ['a full-width plus', '＋1', "'＋1"],
    ['a full-width minus', '－1', "'－1"],
    ['a full-width at sign', '＠SUM(1)', "'＠SUM(1)"],
  ])('%s does not turn a cell into a formula', (_, text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`)
    expect(withoutFormulaGuard(withFormulaGuard(text))).toBe(text)
  })

  test('reports why a file cannot be read', () => {
    const refused: [string, string][] = [
      ['', 'The first row has no column names'],
      [',,\n1,2,3', 'The first row has no column names'],
      ['a,b\n', 'The file has no rows below the first row'],
      ['a,b\n1,"2\n3', 'Row 2 has an opening quote without a closing quote'],
      ['a,b\n1,2,3', 'Row 2 has more cells than the first row has columns'],
    ]
    for (const [text, sentence] of refused) expect(() => readCsv(text)).toThrow(sentence)
  })

  test('skips title rows above the given header row', () => {
    const text = 'Price list; 2026\n\nCode;Name\nA;One\n;\nB;Two\n'
    expect(() => readCsv(text)).not.toThrow()
    expect(readCsv(text, 3)).toEqual({
      header: ['Code', 'Name'],
      rows: [
        ['A', 'One'],
        ['B', 'Two'],
      ],
      numbers: [4, 6],
    })
    for (const mark of [',', ';', '\t']) {
      expect(() => readCsv(`Our items\n\na${mark}b\n1${mark}2`)).toThrow(
        'Row 3 has more cells than the first row has columns',
      )
    }
    expect(() => readCsv('Our items\na,b\n1,2,3', 2)).toThrow(
      'Row 3 has more cells than row 2 has columns',
    )
    expect(() => readCsv('a\n,\n1', 2)).toThrow('Row 2 has no column names')
    expect(() => readCsv('a,b\n1,2', 2)).toThrow('The file has no rows below row 2')
  })

  test('uses a first line such as sep=; as the separator and does not count it as a row', () => {
    for (const [line, mark] of [
      ['sep=;\r\n', ';'],
      ['SEP=|\n', '|'],
      ['\uFEFFsep=,\n', ','],
    ]) {
      expect(readCsv(`${line}a${mark}b\n1${mark}2,5`.replace('2,5', '"2,5"'))).toEqual({
        header: ['a', 'b'],
        rows: [['1', '2,5']],
        numbers: [2],
      })
    }
  })

  test('returns the first rows as they are, even if the file is invalid', () => {
    expect(firstRows('Our items\n\na;b\n1;2;3\n')).toEqual([
      { number: 1, cells: ['Our items'] },
      { number: 3, cells: ['a', 'b'] },
      { number: 4, cells: ['1', '2', '3'] },
    ])
    expect(firstRows('a\n"b', 1)).toEqual([{ number: 1, cells: ['a'] }])
    expect(firstRows('"a')).toEqual([])
    expect(firstRows('')).toEqual([])
  })

  test('P37 rejects a file over the row, column or cell limit without parsing the rest', () => {
    const many = `a\n${'1\n'.repeat(5001)}`
    expect(() => readCsv(many)).toThrow('A file has at most 5,000 rows. Import it in parts')
    expect(readCsv(many.slice(0, -2)).rows).toHaveLength(5000)
    expect(() => readCsv('\n'.repeat(5_000_000))).toThrow('at most 5,000 rows')
    expect(() => readCsv(','.repeat(1_000_000))).toThrow('A row has at most 200 columns')
    const long = 'Row 1 has a cell of more than 20,000 characters'
    expect(() => readCsv('x'.repeat(5_000_000))).toThrow(long)
    expect(() => readCsv(`"${'x'.repeat(5_000_000)}"`)).toThrow(long)
    expect(() => readCsv(`"${'""'.repeat(2_500_000)}"`)).toThrow(long)
  })
})

describe('textOfFile', () => {
  test('P37 rejects a file that is not CSV in UTF-8 and says how to save one', () => {
    for (const file of [bytes(0xff, 0xfe, 'a', 0), bytes(0xfe, 0xff, 0, 'a')]) {
      expect(() => textOfFile(file)).toThrow('in UTF-16')
    }
    for (const file of [
      bytes('PK', 3, 4, 'x'),
      bytes(0x1f, 0x8b, 8),
      bytes('%PDF'),
      bytes('a', 0),
    ]) {
      expect(() => textOfFile(file)).toThrow('is not a CSV file')
    }
    expect(() => textOfFile(bytes('caf', 0xe9, ',b'))).toThrow('not in UTF-8')
    expect(() => textOfFile(new Uint8Array(maxFileBytes + 1))).toThrow('at most 10 MiB')
    expect(textOfFile(bytes('é'))).toBe('é')
  })
})

test('a heading matches a field by name or label in any spelling, each field once', () => {
  const columns = [
    { name: 'customerCode', label: 'Customer Code' },
    { name: 'zipCode', label: 'ZIP Code' },
  ]
  const header = ['Customer Code *', 'zip_code', 'customerCode', 'other', '']
  expect(matchColumns(header, columns)).toEqual([
    'customerCode',
    'zipCode',
    undefined,
    undefined,
    undefined,
  ])
})
