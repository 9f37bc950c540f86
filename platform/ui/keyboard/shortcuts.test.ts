import { expect, test } from 'vitest'
import { nameOf, describeKeys, refuseDuplicates, shortcuts } from './shortcuts.ts'

test('rejects a key with two meanings in one place, documented-only keys included', () => {
  const twice = {
    ...shortcuts,
    other: { where: 'List', keys: ['F8'], description: 'Other' },
  } as const
  expect(() => refuseDuplicates(twice)).toThrow('the key F8 means both toasts and other')
  const next = {
    where: 'Order entry',
    keys: ['Enter'],
    description: 'Other',
    isDisplayOnly: true,
  } as const
  expect(() => refuseDuplicates({ ...shortcuts, next })).toThrow(
    'the key Enter means both orderNext and next',
  )
  expect(() => refuseDuplicates(shortcuts)).not.toThrow()
})

test('describeKeys lists every key, including those of the browser or a field', () => {
  const descriptions = describeKeys()
  expect(descriptions).toHaveLength(Object.keys(shortcuts).length)
  expect(descriptions).toEqual(
    expect.arrayContaining([
      'Command palette: Ctrl+K',
      'Go to the latest message: F8',
      'Print the record: Ctrl+P',
      'Close the record: Esc',
      'Close (asks before it discards changes): Esc',
      'Open the list or calendar of a field: Alt+↓',
      'Next field (adds a line after the last one): Enter',
      'Previous field: Shift+Enter',
      'Line below: ↓',
      'Line above: ↑',
    ]),
  )
})

type Press = Record<'ctrlKey' | 'altKey' | 'isAltGraph', boolean>

test.each<[string, Partial<Press> & { key: string }, string]>([
  ['AltGr as Ctrl and Alt', { key: '[', ctrlKey: true, altKey: true, isAltGraph: true }, '['],
  ['AltGr alone', { key: ']', isAltGraph: true }, ']'],
  ['Ctrl and Alt', { key: 'b', ctrlKey: true, altKey: true }, 'Ctrl+Alt+B'],
  ['AltGr with a key that types nothing', { key: 'F8', altKey: true, isAltGraph: true }, 'Alt+F8'],
])('a key press has the name %s', (_, { isAltGraph = false, ...keys }, name) => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  const getModifierState = (key: string) => key === 'AltGraph' && isAltGraph
  expect(nameOf({ ...none, ...keys, getModifierState })).toBe(name)
})
