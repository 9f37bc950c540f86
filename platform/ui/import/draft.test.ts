import { afterEach, expect, test, vi } from 'vitest'
import { readCsv } from '#platform/kernel/csv.ts'
import {
  badPlaces,
  draftOf,
  fileOfErrors,
  fileToSend,
  keepMatches,
  matched,
  mended,
  missingOf,
  rowsToWrite,
} from './draft.ts'

afterEach(() => vi.unstubAllGlobals())

const columns = [
  { name: 'code', label: 'Code', isRequired: true },
  { name: 'name', label: 'Name', isRequired: true },
] as const

const draft = draftOf(readCsv('Code,other,Title\nA,x,=One\nB,y,Two\n'), { columns, path: '/api/a' })

test('columns are matched by name, and each field has one of them', () => {
  expect(draft.fields).toEqual(['code', undefined, undefined])
  expect(missingOf(draft, columns).map(({ name }) => name)).toEqual(['name'])
  const moved = matched(matched(draft, 2, 'name'), 1, 'name')
  expect(moved.fields).toEqual(['code', 'name', undefined])
})

test('what is sent has the names of the fields, mended cells, and no row that is left out', () => {
  const ready = mended(matched(draft, 2, 'name'), 1, 2, 'Zwei')
  expect(fileToSend(ready)).toBe("code,name\r\nA,'=One\r\nB,Zwei\r\n")
  expect(fileToSend(ready, new Set([0]))).toBe('code,name\r\n\r\nB,Zwei\r\n')
})

test('rows with errors come back in their own columns with what is wrong', () => {
  const errors = [
    { row: 3, field: 'name', message: 'Required' },
    { row: 3, field: 'code', message: 'Already taken' },
  ]
  const text = fileOfErrors(draft, errors, (name) => (name === 'name' ? 'Name' : 'Code'))
  expect(text).toBe(
    '\uFEFFCode,other,Title,error\r\nB,y,Two,Name: Required; Code: Already taken\r\n',
  )
})

test('rows keep their numbers past empty lines, and past rows that are left out', () => {
  const file = readCsv('Code,Name\nA,One\n\nB,"Two\nlines"\n,\n\nC,Three\n')
  const gappy = draftOf(file, { columns, path: '/api/a' })
  expect(file.numbers).toEqual([2, 4, 7])
  expect(readCsv(fileToSend(gappy)).numbers).toEqual([2, 4, 7])
  expect(readCsv(fileToSend(gappy, new Set([1]))).numbers).toEqual([2, 7])
  expect([...badPlaces(gappy, [{ row: 4, field: 'name', message: 'Too long' }])]).toEqual([1])
})

test('what columns mean is remembered for one kind of import, and no other', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const told = matched(draft, 2, 'name')
  keepMatches(told, '/api/customers/import')
  const again = (path: string) => draftOf(draft.file, { columns, path }).fields
  expect(again('/api/customers/import')).toEqual(['code', undefined, 'name'])
  expect(again('/api/vendors/import')).toEqual(['code', undefined, undefined])
})

test('rows are counted as rows, however many records one of them changes', () => {
  const none = { importId: null, created: 0, updated: 0, skipped: 0, unchanged: 0 }
  const outcome = { ...none, ignored: [], errors: [] }
  // A price that ends the one before it.
  expect(rowsToWrite({ ...outcome, rows: 1, created: 1, updated: 1 }, 0)).toBe(1)
  expect(rowsToWrite({ ...outcome, rows: 6, created: 2, skipped: 1, unchanged: 1 }, 2)).toBe(2)
})
