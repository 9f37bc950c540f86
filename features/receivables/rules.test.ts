import { expect, test } from 'vitest'
import { addDays, day } from '#platform/kernel/days.ts'
import {
  discountDate,
  dueDate,
  lastDueDocumentDate,
  lastApplicationIds,
  oldestAgeOf,
} from './rules.ts'

test.each([
  ['net-30', '2026-01-31', '2026-03-02'],
  ['net-60', '2026-12-15', '2027-02-13'],
  ['2/10 net 30', '2026-02-20', '2026-03-22'],
  ['eom', '2026-02-10', '2026-02-28'],
  ['2/10 net 30 eom', '2026-06-16', '2026-07-30'],
  ['10th prox', '2026-01-31', '2026-02-10'],
  ['31 prox', '2026-01-05', '2026-02-28'],
  ['net-30', '2028-01-30', '2028-02-29'],
  ['net-30', '2026-03-08', '2026-04-07'],
  ['due on receipt', '2026-03-08', '2026-03-08'],
  ['COD', '2026-03-08', '2026-03-08'],
  ['Prepaid', '2026-03-08', '2026-03-08'],
  ['when it rains', '2026-03-08', '2026-04-07'],
])('%s of %s is due on %s', (terms, from, due) => {
  expect(dueDate(terms, day(from))).toBe(due)
})

test.each([
  ['2/10 net 30', '2026-02-20', '2026-03-02'],
  ['2/10 net 30 eom', '2026-06-16', '2026-07-10'],
  ['net-30', '2026-02-20', undefined],
  ['eom', '2026-02-20', undefined],
])('the discount of %s from %s is allowed until %s', (terms, from, until) => {
  expect(discountDate(terms, day(from))).toBe(until)
})

test.each(['net-30', 'eom', '2/10 net 30 eom', '31 prox', 'cod'])(
  'the latest document date of the %s bucket is due by then, and the next day is not',
  (terms) => {
    for (const days of [0, 1, 31, 61, 91]) {
      const asOf = day('2026-04-30')
      const last = lastDueDocumentDate(terms, asOf, days)
      const limit = addDays(asOf, -days)
      expect(dueDate(terms, last) <= limit).toBe(true)
      expect(dueDate(terms, addDays(last, 1)) <= limit).toBe(false)
    }
  },
)

const nothing = {
  notDue: '0.00',
  days0to30: '0.00',
  days31to60: '0.00',
  days61to90: '0.00',
  over90: '0.00',
}

test.each([
  [{}, 'Nothing open'],
  [{ notDue: '5.00' }, 'Not due'],
  [{ notDue: '5.00', days0to30: '0.01' }, '0-30 days'],
  [{ days31to60: '1.00', days61to90: '1.00', notDue: '900.00' }, '61-90 days'],
  [{ over90: '1.00', days0to30: '2.00' }, 'Over 90 days'],
])('the oldest bucket of %o is %s', (open, age) => {
  expect(oldestAgeOf({ ...nothing, ...open })).toBe(age)
})

test('Undo reverses only the last application of each invoice', () => {
  const settled = (id: number, invoiceId: number, reversedOn: string | null = null) => {
    return { id, invoiceId, reversedOn }
  }
  const all = [
    settled(1, 7),
    settled(2, 8),
    settled(5, 7),
    settled(6, 9),
    settled(8, 8, '2026-03-02'),
  ]
  expect(lastApplicationIds(all, [7, 8])).toEqual([5, 2])
  expect(lastApplicationIds(all, [3])).toEqual([])
})
