import { expect, test } from 'vitest'
import { outcomeChangeName, notesOf } from './labels.ts'

const approved = { verdict: 'approved', holdReason: null } as const
const held = { verdict: 'held', holdReason: 'credit' } as const

test('a different outcome is named by the outcome before and after', () => {
  expect(outcomeChangeName({ from: approved, to: held })).toBe('Created → On hold for credit')
  expect(outcomeChangeName({ from: approved, to: approved })).toBe('Created, different amount')
  expect(outcomeChangeName({ from: { verdict: 'refused', holdReason: null }, to: approved })).toBe(
    'Not created → Created',
  )
  const parked = { verdict: 'held', holdReason: 'parked' } as const
  expect(outcomeChangeName({ from: approved, to: parked })).toBe(
    'Created → Parked as a possible duplicate',
  )
})

test('the notes list what is not included, and why', () => {
  const seen = { hidesCredit: false, hidesCost: false, hidesRefused: false }
  expect(notesOf({ notComparable: 0, withoutReceipt: 0, ...seen })).toEqual([
    'Each order is decided by itself: credit and stock that other orders used stay as they were.',
    'Orders that were refused are included as long as their decision records are stored.',
  ])
  const hidden = { hidesCredit: true, hidesCost: true, hidesRefused: true }
  const left = { notComparable: 1, withoutReceipt: 1200, ...hidden }
  expect(notesOf(left).slice(1)).toEqual([
    '1 order is not included: the result cannot be recalculated, for example because an order ' +
      'was parked or the rules have changed since.',
    '1,200 orders are not included, because there is no decision record.',
    'Credit checks keep their original result because your role cannot see credit.',
    'Margin checks keep their original result because your role cannot see costs.',
    'Orders that were refused are not included because your role cannot see the history.',
  ])
})
