import { expect, test } from 'vitest'
import { firstDayOf, lastDayOf, monthsBefore } from './months-before.ts'

test('a period of months is compared with as many months directly before it', () => {
  expect(monthsBefore([202_601, 202_602, 202_603])).toEqual({
    from: '2025-10-01',
    to: '2025-12-31',
  })
  expect(monthsBefore([202_603])).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(monthsBefore([])).toBeUndefined()
})

test('a month as a number has its first and its last day', () => {
  expect([firstDayOf(202_602), lastDayOf(202_602)]).toEqual(['2026-02-01', '2026-02-28'])
  expect([firstDayOf(202_412), lastDayOf(202_412)]).toEqual(['2024-12-01', '2024-12-31'])
})
