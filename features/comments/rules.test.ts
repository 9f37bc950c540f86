import { describe, expect, test } from 'vitest'
import { mayRead } from './server/permission.ts'
import { mentionedIn, segmentsOf, shortExcerpt, mentionAtCaret, withMention } from './rules.ts'

const users = ['ana', 'Ana Maria', 'ben', 'b.o_b'].map((username) => ({ username }))
const mentioned = (text: string) => mentionedIn(text, users).map(({ username }) => username)

describe('a mention', () => {
  test.each([
    ['@ana, please call', ['ana']],
    ['(@Ana) and @BEN.', ['ana', 'ben']],
    ['@ana maria, please', ['Ana Maria']],
    ['@b.o_b!', ['b.o_b']],
    ['@ana @ana', ['ana']],
    ['@@ana', ['ana']],
  ])('is found in “%s”', (text, names) => {
    expect(mentioned(text)).toEqual(names)
  })

  test.each(['ana', 'office@ana', '@anabel', '@ana_', '@ana2', '@ ana', '', '@'])(
    'is not found in “%s”',
    (text) => {
      expect(mentioned(text)).toEqual([])
    },
  )

  test('is a segment of its own', () => {
    expect(segmentsOf('Hi @Ben, ask @nobody', ['ben'])).toEqual([
      { text: 'Hi ', isMention: false },
      { text: '@Ben', isMention: true },
      { text: ', ask @nobody', isMention: false },
    ])
  })

  test.each([
    ['@', 1, { at: 0, name: '' }],
    ['ask @be', 7, { at: 4, name: 'be' }],
    ['ask @be now', 7, { at: 4, name: 'be' }],
    ['ask @be now', 11, undefined],
    ['me@be', 5, undefined],
    ['plain', 5, undefined],
  ])('is being typed in “%s” at %i', (text, caret, found) => {
    expect(mentionAtCaret(text, caret)).toEqual(found)
  })

  test('is completed in place, followed by one space', () => {
    expect(withMention('ask @be now', 7, 'ben')).toEqual({ text: 'ask @ben now', caret: 9 })
    expect(withMention('@', 1, 'Ana Maria')).toEqual({ text: '@Ana Maria ', caret: 11 })
  })
})

test('commenting requires permission to read the record', () => {
  expect(mayRead({ role: 'warehouse' }, 'invoice')).toBe(false)
  expect(mayRead({ role: 'warehouse' }, 'sales_order')).toBe(true)
  expect(mayRead({ role: 'sales' }, 'vendor_bill')).toBe(false)
  expect(mayRead({ role: 'viewer' }, 'invoice')).toBe(true)
})

test('a notification shortens a long comment to one line', () => {
  expect(shortExcerpt('Two\nlines  here')).toBe('Two lines here')
  expect(shortExcerpt(`${'word '.repeat(40)}end`)).toBe(`${'word '.repeat(27)}word …`)
  expect(shortExcerpt('x'.repeat(200))).toBe(`${'x'.repeat(140)} …`)
})
