import { expect, test } from 'vitest'
import { compare, type StoredRecord, type Attempt } from './attempt-history.ts'

const attempt = (key: string, more: Partial<Attempt>): Attempt => ({
  key,
  node: 'A',
  request: {},
  start: 0,
  end: 1,
  status: 0,
  ...more,
})
const acknowledged = (key: string, id: number): Attempt =>
  attempt(key, { status: 201, id, number: `SO-${id}` })
const stored = (key: string, id: number): StoredRecord => ({ key, id, number: `SO-${id}` })

test('an order acknowledged once and stored once is correct', () => {
  expect(compare([acknowledged('a', 1), acknowledged('a', 1)], [stored('a', 1)])).toEqual([])
})

test('an acknowledged order that is not stored is lost', () => {
  const faults = compare([acknowledged('a', 1), acknowledged('b', 2)], [stored('b', 2)])
  expect(faults).toEqual(['a: acknowledged (SO-1) and lost'])
})

test('an order stored twice under one key is doubled', () => {
  const faults = compare([acknowledged('a', 1)], [stored('a', 1), stored('a', 2)])
  expect(faults).toEqual(['a: stored 2 times'])
})

test('an order with an unknown outcome may be stored, but not twice', () => {
  const unknown = attempt('a', { status: 0 })
  expect(compare([unknown], [])).toEqual([])
  expect(compare([unknown], [stored('a', 1)])).toEqual([])
  expect(compare([unknown], [stored('a', 1), stored('a', 2)])).toEqual(['a: stored 2 times'])
})

test.each([
  [500, undefined],
  [503, 'overloaded'],
  [409, 'request-in-flight'],
])('an answer of %s %s leaves it open', (status, code) => {
  expect(compare([attempt('a', { status, code })], [stored('a', 1)])).toEqual([])
})

test('a refused order that is stored is a fault', () => {
  const refused = attempt('a', { status: 409, code: 'insufficient-stock' })
  expect(compare([refused], [])).toEqual([])
  const faults = compare([refused], [stored('a', 1)])
  expect(faults).toEqual(['a: refused and stored all the same (SO-1)'])
})

test('a stored order that was never requested is a fault', () => {
  expect(compare([], [stored('x', 1)])).toEqual(['x: stored, and nobody asked for it'])
})

test('two acknowledgements of one key must return the same order', () => {
  const faults = compare([acknowledged('a', 1), acknowledged('a', 2)], [stored('a', 1)])
  expect(faults).toEqual(['a: acknowledged as different orders: 1 SO-1, 2 SO-2'])
})

test('the stored order must match the acknowledged one', () => {
  const faults = compare([acknowledged('a', 1)], [stored('a', 2)])
  expect(faults).toEqual(['a: acknowledged as 1 SO-1, stored as SO-2'])
})
