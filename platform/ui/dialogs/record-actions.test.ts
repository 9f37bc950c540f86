import { expect, test } from 'vitest'
import type { MenuItem } from '../menu/Menu.tsx'
import { divideActions } from './record-actions.ts'

const run = () => undefined
const action = (label: string, more: Partial<MenuItem> = {}): MenuItem => ({ label, run, ...more })
const names = (items: readonly MenuItem[]) => items.map(({ label }) => label)
const divided = (items: readonly MenuItem[]) => {
  const { next, buttons, menu } = divideActions(items)
  return { next: next?.label, buttons: names(buttons), menu: names(menu) }
}

const copies = [
  action('Copy bill number', { startsGroup: true, isMenuOnly: true }),
  action('Copy link', { isMenuOnly: true }),
]

test('the next step is the primary button, four others are buttons, and the rest is a menu', () => {
  const others = ['Void…', 'Credit…', 'Refund…', 'Duplicate', 'Print', 'Export'].map((label) =>
    action(label),
  )
  expect(divided([...others, action('Release', { isNextStep: true }), ...copies])).toEqual({
    next: 'Release',
    buttons: ['Void…', 'Credit…', 'Refund…', 'Duplicate'],
    menu: ['Print', 'Export', 'Copy bill number', 'Copy link'],
  })
})

test('of two possible next steps only the first is the primary button', () => {
  const release = (whyNot?: string) => action('Release…', { isNextStep: true, whyNot })
  const post = action('Match and post', { isNextStep: true })
  expect(divided([release(), post])).toEqual({
    next: 'Release…',
    buttons: ['Match and post'],
    menu: [],
  })
  expect(divided([release('It is a draft'), post])).toEqual({
    next: 'Match and post',
    buttons: [],
    menu: [],
  })
})

test('an action that is not possible, and Edit, are neither buttons nor in the menu', () => {
  const items = [
    action('Edit', { shortcut: 'rowEdit' }),
    action('Approve', { isNextStep: true, whyNot: 'It is approved' }),
    action('Void…', { whyNot: 'It is paid' }),
    action('Duplicate'),
  ]
  expect(divided(items)).toEqual({ next: undefined, buttons: ['Duplicate'], menu: [] })
})

test('copying never takes the place of a button', () => {
  expect(divided(copies)).toEqual({
    next: undefined,
    buttons: [],
    menu: ['Copy bill number', 'Copy link'],
  })
})

test('the menu has no line above its first item', () => {
  const starts = divideActions(copies).menu.map(({ startsGroup }) => startsGroup ?? false)
  expect(starts).toEqual([false, false])
})

test('each possible action is in exactly one place', () => {
  const items = Array.from({ length: 21 }, (_, at) =>
    action(`Action ${at}`, { isNextStep: at === 7 || at === 9, isMenuOnly: at > 18 }),
  )
  const { next, buttons, menu } = divideActions(items)
  const all = [...(next ? [next] : []), ...buttons, ...menu].map(({ label }) => label)
  expect(all.toSorted()).toEqual(names(items).toSorted())
  expect(buttons).toHaveLength(4)
})
