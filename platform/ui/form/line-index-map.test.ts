import { expect, test } from 'vitest'
import { errorsInForm, inForm, linesToWire } from './line-index-map.ts'

const typed = ['', '7', '', '-1']
const items = linesToWire(typed, (line) => (line === '' ? undefined : { quantity: Number(line) }))
const body = { note: 'x', items, days: ['Monday'] }

test('does not send lines without a wire form', () => {
  expect(items).toEqual([{ quantity: 7 }, { quantity: -1 }])
})

test.each([
  ['items.0.quantity', 'items.1.quantity'],
  ['items.1.quantity', 'items.3.quantity'],
  ['items.1', 'items.3'],
  ['items.2.quantity', 'items.2.quantity'],
  ['items', 'items'],
  ['note', 'note'],
  ['days.0', 'days.0'],
])('the path %j of a request is the field %j of the form', (path, expected) => {
  expect(inForm(body, path)).toBe(expected)
})

test('moves the errors of a sent line to its index in the form', () => {
  const wrong = { quantity: { type: 'min', message: 'Must be at least 1' } }
  const note = { type: 'min', message: 'Required' }
  const moved = errorsInForm(body, { note, items: [undefined, wrong] as never })
  const places: unknown[] = []
  places[3] = wrong
  expect(moved).toEqual({ note, items: places })
})
