import { expect, test } from 'vitest'
import { day, formatDay } from '#platform/kernel/days.ts'
import { choiceGroup, dayGroup } from './common-groups.ts'

test('a group by a choice filters and sorts by its field, and has the names of the values', () => {
  const group = choiceGroup('method', { label: 'Method', names: { ach: 'ACH' } })
  expect(group).toMatchObject({ id: 'method', label: 'Method', rows: { sort: 'method' } })
  expect(group.filtersOf('ach')).toEqual({ 'f.method': 'ach' })
  expect(['ach', 'wire'].map((value) => group.labelOf?.(value))).toEqual(['ACH', 'Wire'])
  expect(group.rows?.keyOf({ method: 'ach' })).toBe('ach')
  expect(group.rows?.headingOf({ method: 'ach' })).toBe('ACH')
})
test('a group by a choice may have its own name', () => {
  const group = choiceGroup('orderSource', { label: 'Source', id: 'source' })
  expect(group).toMatchObject({ id: 'source', label: 'Source', rows: { sort: 'orderSource' } })
})
test('a group by day filters for that day, and begins with the latest', () => {
  const group = dayGroup('paidOn', 'Pay Date')
  const shown = formatDay(day('2026-03-02'))
  expect(group).toMatchObject({ id: 'day', label: 'Pay Date', rows: { sort: '-paidOn' } })
  expect(group.filtersOf('2026-03-02')).toEqual({ 'f.from': '2026-03-02', 'f.to': '2026-03-02' })
  expect(group.labelOf?.('2026-03-02')).toBe(shown)
  expect(group.rows?.keyOf({ paidOn: '2026-03-02' })).toBe('2026-03-02')
  expect(group.rows?.headingOf({ paidOn: '2026-03-02' })).toBe(shown)
})
