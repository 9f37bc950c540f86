import { expect, test } from 'vitest'
import { moveName, notesOf } from './labels.ts'

const approved = { verdict: 'approved', holdReason: null } as const
const held = { verdict: 'held', holdReason: 'credit' } as const

test('a way is named by how the orders came out and would have', () => {
  expect(moveName({ from: approved, to: held })).toBe('Created → On hold for credit')
  expect(moveName({ from: approved, to: approved })).toBe('Created, other amount')
  expect(moveName({ from: { verdict: 'refused', holdReason: null }, to: approved })).toBe(
    'Refused → Created',
  )
})

test('the notes say what was left out, and why', () => {
  const nothing = { notComparable: 0, withoutReceipt: 0, hidesCredit: false, hidesCost: false }
  expect(notesOf(nothing)).toHaveLength(1)
  const left = { notComparable: 1, withoutReceipt: 1200, hidesCredit: true, hidesCost: true }
  expect(notesOf(left).slice(1)).toEqual([
    '1 order is left out, because today’s rules decide otherwise on the same facts.',
    '1,200 orders are left out, because there is no receipt of the decision.',
    'The credit check is left as it was, because your role does not see credit.',
    'The margin rule is left as it was, because your role does not see costs.',
  ])
})
