import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { guardNotBefore, postingDateOf, rejectPostingDate } from './posting-date-rules.ts'

const today = day('2026-03-10')
const on = (typed?: string) => postingDateOf(typed === undefined ? undefined : day(typed), today)
const march2 = { day: day('2026-03-02'), event: 'the invoice date' }
const march5 = { day: day('2026-03-05'), event: 'the payment date' }

test('a posting date defaults to today and cannot be in the future', () => {
  expect(on()).toEqual({ postedOn: today, today })
  expect(on('2026-03-10')).toEqual({ postedOn: today, today })
  expect(on('2026-02-28')).toEqual({ postedOn: '2026-02-28', today })
  expect(() => on('2026-03-11')).toThrow('Must not be in the future')
})

test('a day before an earlier step is refused, and the message names the latest one', () => {
  const latest = 'Must not be before 3/5/2026, the payment date'
  expect(() => guardNotBefore(on('2026-03-01'), [march2, march5])).toThrow(latest)
  expect(() => guardNotBefore(on('2026-03-04'), [march5, march2])).toThrow(latest)
  expect(() => guardNotBefore(on('2026-03-05'), [march2, march5])).not.toThrow()
  expect(() => guardNotBefore(on('2026-03-01'), [{ day: null, event: 'no day' }])).not.toThrow()
})

test('today is always allowed, even for a document dated in the future', () => {
  const ahead = { day: day('2026-04-01'), event: 'the invoice date' }
  expect(() => guardNotBefore(on(), [ahead])).not.toThrow()
  expect(() => guardNotBefore(on('2026-03-09'), [ahead])).toThrow('4/1/2026')
})

test('a step without a posting refuses a posting date', () => {
  expect(() => rejectPostingDate(undefined, 'Nothing is posted')).not.toThrow()
  expect(() => rejectPostingDate(today, 'Nothing is posted')).toThrow('Nothing is posted')
})
