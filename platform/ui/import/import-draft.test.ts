import { afterEach, expect, test, vi } from 'vitest'
import { readCsv } from '#platform/kernel/csv.ts'
import {
  invalidRowIndexes,
  dayReadingOf,
  draftOf,
  fileOfErrors,
  fileToSend,
  saveMapping,
  matched,
  withCorrectedCell,
  missingOf,
  numberReadingOf,
  rowsToWrite,
  whyNotReady,
  withColumn,
} from './import-draft.ts'

afterEach(() => vi.unstubAllGlobals())

const columns = [
  { name: 'code', label: 'Code', isRequired: true },
  { name: 'name', label: 'Name', isRequired: true },
] as const

const amountColumn = { name: 'cost', label: 'Cost', kind: 'amount' } as const

const draft = draftOf(readCsv('Code,other,Title\nA,x,=One\nB,y,Two\n'), { columns, path: '/api/a' })

test('maps columns by name, and each field to at most one column', () => {
  expect(draft.fields).toEqual(['code', undefined, undefined])
  expect(missingOf(draft, columns).map(({ name }) => name)).toEqual(['name'])
  const moved = matched(matched(draft, 2, 'name'), 1, 'name')
  expect(moved.fields).toEqual(['code', 'name', undefined])
})

test('sends field names as headers, corrected cells, and no excluded rows', () => {
  const ready = withCorrectedCell(matched(draft, 2, 'name'), 1, 2, 'Zwei')
  expect(fileToSend(ready)).toBe("code,name\r\nA,'=One\r\nB,Zwei\r\n")
  expect(fileToSend(ready, new Set([0]))).toBe('code,name\r\n\r\nB,Zwei\r\n')
})

test('exports rows with errors in their original columns plus an error column', () => {
  const errors = [
    { row: 3, field: 'name', message: 'Required' },
    { row: 3, field: 'code', message: 'Already taken' },
  ]
  const text = fileOfErrors(draft, errors, (name) => (name === 'name' ? 'Name' : 'Code'))
  expect(text).toBe(
    '\uFEFFCode,other,Title,error\r\nB,y,Two,"Name: Required; Code: Already taken"\r\n',
  )
})

test('row numbers count empty lines and excluded rows', () => {
  const file = readCsv('Code,Name\nA,One\n\nB,"Two\nlines"\n,\n\nC,Three\n')
  const gappy = draftOf(file, { columns, path: '/api/a' })
  expect(file.numbers).toEqual([2, 4, 7])
  expect(readCsv(fileToSend(gappy)).numbers).toEqual([2, 4, 7])
  expect(readCsv(fileToSend(gappy, new Set([1]))).numbers).toEqual([2, 7])
  expect([...invalidRowIndexes(gappy, [{ row: 4, field: 'name', message: 'Too long' }])]).toEqual([
    1,
  ])
})

test('stores the column mapping per kind of import', () => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  })
  const mapped = matched(draft, 2, 'name')
  saveMapping(mapped, '/api/customers/import')
  const again = (path: string) => draftOf(draft.file, { columns, path }).fields
  expect(again('/api/customers/import')).toEqual(['code', undefined, 'name'])
  expect(again('/api/vendors/import')).toEqual(['code', undefined, undefined])
})

test('appends added columns, whose cells can be corrected', () => {
  const bare = draftOf(readCsv('Title,Street,Place\nMüller & Söhne,1 Road,Bonn\nTwo,,\n'), {
    columns,
    path: '/api/a',
  })
  const joined = withColumn(bare, { kind: 'joined', field: 'address', from: [1, 2] })
  const coded = withColumn(joined, { kind: 'code', field: 'code', from: 0 })
  const fixed = withColumn(coded, { kind: 'fixed', field: 'cost', text: '0.00' })
  const completed = withColumn(fixed, { kind: 'default', field: 'city', from: 2, text: 'Here' })
  expect(completed.file.header.slice(3)).toEqual([
    'Street + Place',
    'Code built from Title',
    'Always 0.00',
    'Place, else Here',
  ])
  expect(fileToSend(completed)).toBe(
    'address,code,cost,city\r\n"1 Road, Bonn",MULLER-SOHNE,0.00,Bonn\r\n,TWO,0.00,Here\r\n',
  )
  expect(fileToSend(withCorrectedCell(completed, 1, 4, 'T-2'))).toContain(',T-2,0.00,Here')
})

test('stores added columns and the decimal separator per file header', () => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  })
  const kind = { columns, path: '/api/a' }
  const first = draftOf(readCsv('Title,Price\nOne,"1,500"\n'), kind)
  const coded = withColumn(matched(first, 0, 'name'), { kind: 'code', field: 'code', from: 0 })
  saveMapping({ ...coded, decimal: 'comma' }, kind.path)
  const next = draftOf(readCsv('Title,Price\nTwo,"2,500"\n'), kind)
  expect(next.fields).toEqual(['name', undefined, 'code'])
  expect(next.file.rows).toEqual([['Two', '2,500', 'TWO']])
  expect(next.decimal).toBe('comma')
  const other = draftOf(readCsv('Title,Cost\nTwo,"2,500"\n'), kind)
  expect(other).toMatchObject({ fields: [undefined, undefined], added: [] })
})

test('ambiguous numbers block the check until a separator is chosen', () => {
  const amounts = [{ name: 'code', label: 'Code', isRequired: true }, amountColumn] as const
  const kind = { columns: amounts, path: '/api/a' }
  const doubtful = draftOf(readCsv('Code,Cost\nA,"12,500"\n'), kind)
  expect(numberReadingOf(doubtful, amounts)).toEqual({
    decimal: undefined,
    doubt: { either: { row: 2, text: '12,500' } },
  })
  expect(whyNotReady(doubtful, amounts)).toBe('Choose the decimal separator of this file.')
  const resolved = { ...doubtful, decimal: 'comma' } as const
  expect(numberReadingOf(resolved, amounts).decimal).toBe('comma')
  expect(whyNotReady(resolved, amounts)).toBeUndefined()
  const proved = draftOf(readCsv('Code;Cost\nA;12,500\nB;1,5\n'), kind)
  expect(numberReadingOf(proved, amounts)).toEqual({ decimal: 'comma' })
  expect(whyNotReady(matched(doubtful, 1, undefined), amounts)).toBeUndefined()
})

test('rowsToWrite counts rows, not the records they change', () => {
  const none = { importId: null, created: 0, updated: 0, skipped: 0, unchanged: 0 }
  const outcome = { ...none, ignored: [], errors: [] }
  // A price whose import also ends its predecessor.
  expect(rowsToWrite({ ...outcome, rows: 1, created: 1, updated: 1 }, 0)).toBe(1)
  expect(rowsToWrite({ ...outcome, rows: 6, created: 2, skipped: 1, unchanged: 1 }, 2)).toBe(2)
})

test('dates in a file determine their order; the default is month first', () => {
  const dated = [{ name: 'day', label: 'Day', kind: 'day' }] as const
  const kind = { columns: dated, path: '/api/a' }
  const daysOf = (...days: string[]) => draftOf(readCsv(`Day\n${days.join('\n')}\n`), kind)
  expect(dayReadingOf(daysOf('2027-01-31'), dated)).toEqual({})
  expect(dayReadingOf(daysOf('3/4/2027', '31/1/2027'), dated)).toEqual({ days: 'day-first' })
  const either = { row: 2, text: '3/4/2027' }
  const open = daysOf('3/4/2027')
  expect(dayReadingOf(open, dated)).toEqual({ days: 'month-first', either })
  expect(whyNotReady(open, dated)).toBeUndefined()
  expect(dayReadingOf({ ...open, days: 'day-first' }, dated).days).toBe('day-first')
  const both = daysOf('1/31/2027', '31/1/2027')
  expect(whyNotReady(both, dated)).toBe('Choose the date format of this file.')
  expect(whyNotReady({ ...both, days: 'day-first' }, dated)).toBeUndefined()
})
