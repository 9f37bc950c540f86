import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineList, field } from '#platform/kernel/list.ts'
import { listSpec } from './list-sql.ts'

const paperList = defineList({
  name: 'papers',
  row: z.object({ id: z.int() }),
  defaultSort: '-issuedOn',
  fields: {
    code: field.text({ sortable: true, filterable: true }),
    name: field.text({ sortable: true, filterable: true }),
    total: field.amount({ column: {} }),
    issuedOn: field.day({ sortable: true, range: ['from', 'to'] }),
    createdAt: field.moment({ filterable: true }),
    sentAt: field.moment({ range: ['sentFrom', 'sentTo'] }),
    isUrgent: field.only(['true'], { filterable: true }),
  },
})
const rest = { columns: 'p.id', from: 'papers p', where: 'true', id: 'p.id', search: [] }
const fields = {
  code: 'p.code',
  name: { sort: 'p.name collate "und-x-icu"', filter: { sql: 'lower(p.name)', isFolded: true } },
  issuedOn: { sql: 'p.issued_on', isNullable: true, orderedBy: 'p.id' },
  createdAt: 'p.created_at',
  sentAt: 'p.sent_at',
  isUrgent: { when: 'true', holds: 'p.urgency > 3' },
}

test('sorts, filters and the ends of ranges follow from the SQL of each field', () => {
  const { sorts, filters, defaultSort } = listSpec(paperList, { ...rest, zone: `'UTC'`, fields })
  expect(defaultSort).toBe('-issuedOn')
  expect(sorts).toEqual({
    code: { sql: 'p.code' },
    name: { sql: 'p.name collate "und-x-icu"' },
    issuedOn: { sql: 'p.issued_on', isNullable: true },
  })
  const bound = { sql: 'p.issued_on', type: 'date', orderedBy: 'p.id' }
  expect(filters).toEqual({
    code: { sql: 'p.code', type: 'text' },
    name: { sql: 'lower(p.name)', type: 'text', isFolded: true },
    from: { ...bound, compare: '>=' },
    to: { ...bound, compare: '<=' },
    createdAt: { moment: 'p.created_at', zone: `'UTC'` },
    sentFrom: { moment: 'p.sent_at', zone: `'UTC'`, bound: 'first' },
    sentTo: { moment: 'p.sent_at', zone: `'UTC'`, bound: 'last' },
    isUrgent: { when: 'true', holds: 'p.urgency > 3' },
  })
})

test('a field without SQL, or SQL of an unknown field, does not compile', () => {
  const { code: _, ...missing } = fields
  // @ts-expect-error the field `code` has no SQL
  expect(() => listSpec(paperList, { ...rest, zone: 'z', fields: missing })).not.toThrow()
  // @ts-expect-error the list has no field `cide`
  expect(() => listSpec(paperList, { ...rest, fields: { ...fields, cide: 'p.cide' } })).toThrow(
    'papers has no field cide',
  )
})
