import { expect, test } from 'vitest'
import { erasedFields } from '#features/audit/erased-fields.ts'
import { countsInExport, erasedFieldNames, exportFileName, partNouns } from './labels.ts'
import { partsOfCustomer, partsOfUser } from './server/store.ts'

test('an export is counted part by part, in the order of the file', () => {
  const file = {
    exportedAt: '2026-03-02T15:00:00.000Z',
    customer: [{ id: 7 }],
    salesOrders: Array.from({ length: 1200 }, (_, index) => ({ id: index })),
    comments: [],
    history: [{ action: 'create' }, { action: 'update' }],
  }
  expect(countsInExport(JSON.stringify(file))).toEqual([
    '1 customer record',
    '1,200 sales orders',
    '0 comments',
    '2 history entries',
  ])
})

test('every part of an export and every erased field has a name', () => {
  const parts = [...partsOfCustomer, ...partsOfUser].map(({ title }) => title)
  expect(Object.keys(partNouns).toSorted()).toEqual([...new Set(parts)].toSorted())
  const fields = [...erasedFields.customer, ...erasedFields.user]
  expect(Object.keys(erasedFieldNames).toSorted()).toEqual([...new Set(fields)].toSorted())
})

test('the file is named after its subject', () => {
  expect(exportFileName('user', 12)).toBe('personal-data-of-user-12.json')
})
