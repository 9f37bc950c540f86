import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  day,
  daysBetween,
  formatDay,
  formatOptionalDay,
  isDay,
  monthSpan,
  today,
  weekdayOf,
} from './days.ts'

describe('a date that exists', () => {
  test.each(['2024-02-29', '2000-02-29', '2026-12-31', '1900-01-01', '2999-12-31', '2026-04-30'])(
    '%s',
    (text) => {
      expect(isDay(text)).toBe(true)
    },
  )
})

describe('a date that does not', () => {
  test.each([
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '1899-12-31',
    '3000-01-01',
    '2026-03-01T00:00:00Z',
    ' 2026-03-01',
    '2026-03-01\n',
    '20260301',
    '',
    '٢٠٢٦-03-01',
  ])('%j', (text) => {
    expect(isDay(text)).toBe(false)
    expect(() => day(text)).toThrow(RangeError)
  })
})

describe('calendar arithmetic', () => {
  test.each([
    ['2026-01-31', 30, '2026-03-02'],
    ['2026-12-15', 60, '2027-02-13'],
    ['2028-01-30', 30, '2028-02-29'],
    ['2026-03-08', 30, '2026-04-07'],
    ['2026-11-01', 1, '2026-11-02'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2026-03-01', 0, '2026-03-01'],
  ])('%s and %i days is %s', (from, count, to) => {
    expect(addDays(day(from), count)).toBe(to)
    expect(daysBetween(day(from), day(to))).toBe(count)
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-05-31', 12, '2027-05-31'],
    ['2024-02-29', 12, '2025-02-28'],
  ])('%s and %i months is %s', (from, count, to) => {
    expect(addMonths(day(from), count)).toBe(to)
  })

  test.each([
    ['2026-11-22', 0],
    ['2026-11-23', 1],
    ['2024-02-29', 4],
    ['1970-01-01', 4],
    ['1950-01-01', 0],
    ['2026-07-31', 5],
  ])('%s is weekday %i of 0 to 6 from Sunday', (text, weekday) => {
    expect(weekdayOf(day(text))).toBe(weekday)
  })

  test('adding and subtracting the same number of days returns the original day', () => {
    const anyDay = fc.integer({ min: 0, max: 300_000 }).map((n) => addDays(day('1950-01-01'), n))
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -3000, max: 3000 }), (from, count) => {
        const to = addDays(from, count)
        expect(isDay(to)).toBe(true)
        expect(addDays(to, -count)).toBe(from)
        expect(daysBetween(from, to)).toBe(count)
      }),
      { seed: 20_260_302 },
    )
  })
})

describe('P25 the business day of a timestamp', () => {
  test.each([
    ['2026-03-02T04:59:59Z', 'America/New_York', '2026-03-01'],
    ['2026-03-02T05:00:00Z', 'America/New_York', '2026-03-02'],
    ['2026-03-08T06:59:59Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T03:59:59Z', 'America/New_York', '2026-03-08'],
    ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01'],
    ['2027-01-01T04:30:00Z', 'America/New_York', '2026-12-31'],
    ['2026-12-31T11:30:00Z', 'Pacific/Auckland', '2027-01-01'],
    ['2026-03-01T20:00:00Z', 'Asia/Kolkata', '2026-03-02'],
    ['2026-03-01T23:59:59Z', 'UTC', '2026-03-01'],
  ])('%s in %s is %s', (moment, zone, expected) => {
    expect(today(new Date(moment), zone)).toBe(expected)
  })

  test('changes at the exact millisecond, regardless of earlier calls', () => {
    const at = (moment: string) => today(new Date(moment), 'America/New_York')
    const moments = ['2026-03-02T04:59:00.000Z', '2026-03-02T04:59:59.999Z']
    expect(moments.map(at)).toEqual(['2026-03-01', '2026-03-01'])
    expect(at('2026-03-02T05:00:00.000Z')).toBe('2026-03-02')
    expect(at('2026-03-02T04:59:59.999Z')).toBe('2026-03-01')
    expect(today(new Date('2026-03-02T04:59:59.999Z'), 'UTC')).toBe('2026-03-02')
  })

  test('a zone that does not exist is an error', () => {
    expect(() => today(new Date('2026-03-01T00:00:00Z'), 'Mars/Base')).toThrow(RangeError)
  })
})

test('a day is formatted for the locale, without a time zone shift', () => {
  expect(formatDay(day('2026-01-31'), 'en-US')).toBe('1/31/2026')
  expect(formatDay(day('2026-01-31'), 'de-DE')).toBe('31.1.2026')
})

test('a day is formatted for display, and a missing one as the given text', () => {
  expect(formatOptionalDay(day('2026-11-26'))).toBe('11/26/2026')
  expect(formatOptionalDay(null)).toBe('N/A')
  expect(formatOptionalDay(undefined, '-')).toBe('-')
})

describe('a report by months', () => {
  const now = day('2026-03-15')

  test('covers the last twelve months by default', () => {
    expect(monthSpan(now, {})).toEqual({ first: '2025-04-01', last: '2026-03-01' })
  })

  test('covers whole months of a period, up to the current day', () => {
    const span = monthSpan(now, { from: day('2025-11-20'), to: day('2026-01-05') })
    expect(span).toEqual({ first: '2025-11-01', last: '2026-01-01' })
    const open = monthSpan(now, { from: day('2026-02-28'), to: day('2026-12-31') })
    expect(open).toEqual({ first: '2026-02-01', last: '2026-03-01' })
    expect(monthSpan(now, { to: day('2025-06-30') })).toEqual({
      first: '2024-07-01',
      last: '2025-06-01',
    })
  })

  test('covers no months of a future period', () => {
    const { first, last } = monthSpan(now, { from: day('2026-04-01'), to: day('2026-04-30') })
    expect(first > last).toBe(true)
  })

  test('rejects a reversed period and one of more than five years', () => {
    const refusal = (from: string, to: string) => {
      try {
        return monthSpan(now, { from: day(from), to: day(to) })
      } catch (error) {
        return error
      }
    }
    expect(refusal('2026-02-02', '2026-02-01')).toMatchObject({
      fields: [{ path: 'to', message: 'Must not be before the first day' }],
    })
    expect(refusal('2021-03-31', '2026-03-01')).toMatchObject({
      fields: [{ path: 'from', message: 'At most 60 months are shown at once' }],
    })
    expect(refusal('2021-04-01', '2026-03-01')).toEqual({ first: '2021-04-01', last: '2026-03-01' })
  })
})
