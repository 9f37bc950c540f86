import { expect, test } from 'vitest'
import type { Day } from '#platform/kernel/days.ts'
import { nameOfPeriod, periodOf } from './periods.ts'

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
  expect(periodOf(name, today as Day)).toEqual({ from, to })
})

test.each([
  ['2026-03-01', '2026-03-31', 'thisMonth'],
  ['2026-02-14', '2026-03-15', 'last30'],
  ['2026-01-01', '2026-03-15', 'yearToDate'],
  ['2026-01-01', '2026-03-31', 'thisQuarter'],
  ['2026-01-01', '2026-03-14', undefined],
])('%s to %s is %s to who looks on the 15th of March', (from, to, name) => {
  expect(nameOfPeriod(from as Day, to as Day, '2026-03-15' as Day)).toBe(name)
})
