import { expect, test } from 'vitest'
import { source } from '../sources.ts'
import { slowExpressionViolations } from './slow-expressions.ts'

const inRoom = (text: string) => source('features/pricing/rules.ts', text)

test('a pattern of exponential time is caught', () => {
  const text = 'const a = 1\nconst slow = /^(a+)+$/'
  expect(slowExpressionViolations([inRoom(text)])).toEqual([
    'features/pricing/rules.ts:2 /^(a+)+$/ takes long on some text',
  ])
}, 600_000)

test('a pattern of cubic time is caught', () => {
  const text = String.raw`const amount = /^\s*-?\s*\$?\s*\d+$/`
  expect(slowExpressionViolations([inRoom(text)])).toEqual([
    String.raw`features/pricing/rules.ts:1 /^\s*-?\s*\$?\s*\d+$/ takes long on some text`,
  ])
}, 600_000)

test.each([
  String.raw`const amount = /^\s*(?:-\s*)?(?:\$\s*)?\d+$/`,
  String.raw`const end = /\s+$/`,
  'const ratio = a / b / c',
])(
  'this is fine: %s',
  (text) => {
    expect(slowExpressionViolations([inRoom(text)])).toEqual([])
  },
  600_000,
)
