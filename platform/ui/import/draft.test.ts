import { expect, test } from 'vitest'
import { readCsv } from '#platform/kernel/csv.ts'
import { draftOf, fileOfErrors, fileToSend, matched, mended, missingOf } from './draft.ts'

const columns = [
  { name: 'code', label: 'Code', isRequired: true },
  { name: 'name', label: 'Name', isRequired: true },
] as const

const draft = draftOf(readCsv('Code,other,Title\nA,x,=One\nB,y,Two\n'), columns)

test('columns are matched by name, and each field has one of them', () => {
  expect(draft.fields).toEqual(['code', undefined, undefined])
  expect(missingOf(draft, columns).map(({ name }) => name)).toEqual(['name'])
  const moved = matched(matched(draft, 2, 'name'), 1, 'name')
  expect(moved.fields).toEqual(['code', 'name', undefined])
})

test('what is sent has the names of the fields, mended cells, and no row that is left out', () => {
  const ready = mended(matched(draft, 2, 'name'), 1, 2, 'Zwei')
  expect(fileToSend(ready)).toBe("code,name\r\nA,'=One\r\nB,Zwei\r\n")
  expect(fileToSend(ready, new Set([0]))).toBe('code,name\r\nB,Zwei\r\n')
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
