import { expect, test } from 'vitest'
import { moment } from '#platform/kernel/days.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { budgetText, dueText, percent, unmeasuredText } from './health-figures.ts'

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

test.each([
  [1, '100%'],
  [0.99999, '99.99%'],
  [0.9975, '99.75%'],
  [0.995, '99.50%'],
  [0, '0.00%'],
])('a share of %d reads %s', (share, text) => {
  expect(percent(share)).toBe(text)
})

test.each([
  [{ measured: 0, budgetLeft: 1 }, '—'],
  [{ measured: 60, budgetLeft: 1 }, '100%'],
  [{ measured: 60, budgetLeft: 0.509 }, '50%'],
  [{ measured: 60, budgetLeft: 0 }, '0%'],
  [{ measured: 60, budgetLeft: -0.001 }, 'Exceeded'],
])('the budget of %j reads %s', (level, text) => {
  expect(budgetText(level)).toBe(text)
})

test.each([
  [0, undefined],
  [1, '1 minute was not measured because no server was running'],
  [1200, '1,200 minutes were not measured because no server was running'],
])('%d minutes without a measurement read %s', (unmeasuredMinutes, text) => {
  expect(unmeasuredText({ unmeasuredMinutes })).toBe(text)
})
