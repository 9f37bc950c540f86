import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { periodOf, withDays } from './periods.ts'

test.each([
  ['thisMonth', '2026-03-15', '2026-03-01', '2026-03-31'],
  ['thisMonth', '2024-02-29', '2024-02-01', '2024-02-29'],
  ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['last30', '2026-03-15', '2026-02-14', '2026-03-15'],
  ['last90', '2026-03-15', '2025-12-16', '2026-03-15'],
  ['thisQuarter', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['thisQuarter', '2026-05-31', '2026-04-01', '2026-06-30'],
  ['thisQuarter', '2026-12-01', '2026-10-01', '2026-12-31'],
  ['yearToDate', '2026-03-15', '2026-01-01', '2026-03-15'],
] as const)('%s on %s is %s to %s', (name, today, from, to) => {
  expect(periodOf(name, day(today))).toEqual({ from, to })
})

test('a named period resolves to days relative to today', () => {
  const filters = { from: 'lastMonth', to: 'lastMonth', status: 'draft' }
  expect(withDays(filters, day('2026-03-15'))).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
    status: 'draft',
  })
  expect(withDays(filters, day('2026-04-01'))).toEqual({
    from: '2026-03-01',
    to: '2026-03-31',
    status: 'draft',
  })
})

test('ends may be different periods, days or missing; other filters do not change', () => {
  const today = day('2026-03-15')
  expect(withDays({ dueFrom: 'last30', dueTo: 'thisMonth' }, today)).toEqual({
    dueFrom: '2026-02-14',
    dueTo: '2026-03-31',
  })
  expect(withDays({ from: '2026-01-05', vendor: 'lastMonth' }, today)).toEqual({
    from: '2026-01-05',
    vendor: 'lastMonth',
  })
  expect(withDays({ from: 'soon' }, today)).toEqual({ from: 'soon' })
})
