import { expect, test } from 'vitest'
import { moment } from '#platform/kernel/days.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { dueText } from './health-figures.ts'

const oldest = moment('2026-01-02T03:04:05.000Z')

test.each([
  [{ table: 'outbox', keptDays: 30, count: 0, oldest: null }, 'nothing'],
  [
    { table: 'outbox', keptDays: 30, count: 1, oldest },
    `1 row over 30 days old, the oldest of ${formatMoment(oldest)}`,
  ],
  [
    { table: 'record_changes', keptDays: null, count: 12, oldest },
    `12 rows that a later one replaces, the oldest of ${formatMoment(oldest)}`,
  ],
])('%j reads %s', (due, text) => {
  expect(dueText(due)).toBe(text)
})
