import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as fields from './fields.ts'

/** The parsed value, or an Error with the first validation message. */
function read(field: z.ZodMiniType, value: unknown): unknown {
  const result = field.safeParse(value)
  if (result.success) return result.data
  return new Error(result.error.issues[0]?.message)
}
const refused = (sentence: string) => new Error(sentence)
const farBelow = 'Must be at least -9,999,999,999.99'

describe('P27 text', () => {
  test.each<[string, unknown, unknown]>([
    ['is trimmed', '  Acme \n', 'Acme'],
    ['is composed', 'Cafe\u0301', 'Café'],
    ['keeps emoji', '📦'.repeat(10), '📦'.repeat(10)],
    ['keeps what reads from right to left', 'שלום \u202Eabc', 'שלום \u202Eabc'],
    ['keeps what looks like SQL', "'; drop table users; --", "'; drop table users; --"],
    ['has no NUL', 'a\u0000b', refused('This text has characters that cannot be stored')],
    [
      'has no lone high surrogate',
      'a\uD83D',
      refused('This text has characters that cannot be stored'),
    ],
    [
      'has no lone low surrogate',
      '\uDE00b',
      refused('This text has characters that cannot be stored'),
    ],
    [
      'has no surrogates the wrong way round',
      '\uDE00\uD83D',
      refused('This text has characters that cannot be stored'),
    ],
    ['is not empty', '', refused('Required')],
    ['is not blank', ' \t ', refused('Required')],
    ['is not missing', undefined, refused('Required')],
    ['is no number', 5, refused('Invalid input')],
    ['is not null', null, refused('Invalid input')],
    ['has an end', 'x'.repeat(201), refused('Must be at most 200 characters')],
  ])('%s', (_, value, expected) => {
    expect(read(fields.text(), value)).toEqual(expected)
  })

  test('of a megabyte is refused at once', () => {
    expect(read(fields.text(), 'a '.repeat(500_000))).toBeInstanceOf(Error)
  })
})

describe('P27 a code', () => {
  test.each([
    ['a zero-width space', 'A\u200B1'],
    ['a zero-width joiner', 'A\u200D1'],
    ['a byte order mark inside', 'A\uFEFF1'],
    ['a soft hyphen', 'A\u00AD1'],
    ['an override of direction', '\u202EA1'],
    ['a tab', 'A\t1'],
    ['a control character', 'A\u009B1'],
  ])('has no %s', (_, value) => {
    expect(read(fields.code(), value)).toEqual(refused('This code has invisible characters'))
  })

  test('is normalized to NFC, so that a duplicate is detected', () => {
    expect(read(fields.code(), 'e\u0301')).toBe('é')
  })

  test('counts an emoji as one character', () => {
    expect(read(fields.code(50), '📦'.repeat(50))).toBe('📦'.repeat(50))
    expect(read(fields.code(50), '📦'.repeat(51))).toEqual(refused('Must be at most 50 characters'))
  })
})

describe('optional text', () => {
  test.each([
    ['left out stays out', undefined, undefined],
    ['empty is none', '', null],
    ['blank is none', '  ', null],
    ['null is none', null, null],
    ['is trimmed', ' a ', 'a'],
  ])('%s', (_, value, expected) => {
    expect(read(fields.optionalText(), value)).toBe(expected)
  })

  test('is no number and has no NUL', () => {
    expect(read(fields.optionalText(), 5)).toBeInstanceOf(Error)
    expect(read(fields.optionalText(), '\u0000')).toBeInstanceOf(Error)
  })
})

describe('an email address', () => {
  test.each(['a@b', 'first.last+tag@mail.example.com', 'ö@exämple.de'])('%s', (value) => {
    expect(read(fields.email(), value)).toBe(value)
  })
  test.each(['a', '@b', 'a@', 'a@@b', 'a b@c', 'a@b c', 'a@.b', 'a@b.', 'a@b..c'])(
    'not %s',
    (value) => {
      expect(read(fields.email(), value)).toEqual(refused('Invalid input'))
    },
  )

  // With a million characters, quadratic matching would exceed the test's timeout.
  test('of any length is refused in linear time', () => {
    for (const text of ['a', '!', '@', 'a.', 'a@', '@.'].map((part) => part.repeat(1_000_000))) {
      expect(read(fields.email(), text)).toBeInstanceOf(Error)
      expect(read(fields.email(), `${text}@`)).toBeInstanceOf(Error)
    }
  })
})

describe('P26 numbers', () => {
  test.each<[string, z.ZodMiniType, unknown, unknown]>([
    ['the most units', fields.units(), 2_147_483_647, 2_147_483_647],
    ['one too many', fields.units(), 2_147_483_648, refused('Must be at most 2,147,483,647')],
    ['half a unit', fields.units(), 0.5, refused('Must be a whole number')],
    ['less than none', fields.units(), -1, refused('Must be at least 0')],
    ['none where one is needed', fields.units(1, 'Too few'), 0, refused('Too few')],
    ['units as text', fields.units(), '5', refused('Invalid input')],
    ['no units', fields.units(), undefined, refused('Required')],
    ['an id as text', fields.id(), '5', refused('Invalid input')],
    ['an id beyond the database', fields.id('Which?'), 2_147_483_648, refused('Which?')],
    ['an id of nothing', fields.id('Which?'), 0, refused('Which?')],
    [
      'an amount beyond numeric(12,2)',
      fields.price,
      '10000000000.00',
      refused('Must be at most 9,999,999,999.99'),
    ],
    ['an amount far below zero', fields.money, '-10000000000', refused(farBelow)],
    [
      'an amount of three decimals',
      fields.price,
      0.001,
      refused('Must be an amount with at most two decimals'),
    ],
    [
      'an amount in exponents',
      fields.price,
      1e21,
      refused('Must be an amount with at most two decimals'),
    ],
    ['a negative price', fields.price, '-0.01', refused('Must not be negative')],
    ['a negative amount', fields.money, '-0.01', '-0.01'],
    ['an amount as a number', fields.price, 12.5, '12.5'],
    ['no amount', fields.price, null, refused('Required')],
    ['an amount that is none', fields.price, Number.NaN, refused('Invalid input')],
  ])('%s', (_, field, value, expected) => {
    expect(read(field, value)).toEqual(expected)
  })
})

test('a day must exist in the calendar', () => {
  expect(read(fields.dayField, '2024-02-29')).toBe('2024-02-29')
  expect(read(fields.dayField, '2026-02-29')).toEqual(refused('Must be a date such as 2026-03-01'))
  expect(read(fields.dayField, undefined)).toEqual(refused('Required'))
})

test('a timestamp is accepted as the day written in it', () => {
  for (const moment of ['2026-03-01T23:59:59.999Z', '2026-03-01T00:30-05:00', '2026-03-01T10:00']) {
    expect(read(fields.dayField, moment)).toBe('2026-03-01')
  }
  for (const text of [
    '2026-02-29T10:00:00Z',
    '2026-03-01T',
    '2026-03-01T1000',
    '2026-03-01 10:00',
  ]) {
    expect(read(fields.dayField, text)).toEqual(refused('Must be a date such as 2026-03-01'))
  }
})

test('an emptied amount is undefined', () => {
  for (const value of ['', null, undefined]) {
    expect(read(fields.priceOrUnsaid, value)).toBeUndefined()
  }
  expect(read(fields.priceOrUnsaid, '12.50')).toBe('12.50')
  expect(read(fields.priceOrUnsaid, '-1')).toEqual(refused('Must not be negative'))
})

test.each([
  ['4500-1188 22', '4500118822'],
  ['SO-1042', 'so1042'],
  ['', ''],
])('%j without extra spaces is %j', (text, expected) => {
  expect(fields.lettersAndDigits(text)).toBe(expected)
})

test.each(['a\nb', 'a\r\nb', 'a\u2028b', 'a\u0085b'])('%j is not a one-line text', (typed) => {
  for (const schema of [fields.lineText(20), fields.freeLine(20)]) {
    expect(schema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      'Must be one line',
    ])
  }
})

test('a text is cut to its first characters', () => {
  expect(fields.cutText('order', 3)).toBe('ord')
  expect(fields.cutText('order', 5)).toBe('order')
  expect(fields.cutText('', 5)).toBe('')
})

test('a character of two units is not cut in half', () => {
  expect(fields.cutText('aa😀', 3)).toBe('aa')
  expect(fields.cutText('aa😀', 4)).toBe('aa😀')
  expect(fields.cutText('😀😀', 3)).toBe('😀')
})
