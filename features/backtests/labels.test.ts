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
  const parked = { verdict: 'held', holdReason: 'parked' } as const
  expect(moveName({ from: approved, to: parked })).toBe('Created → Parked as a possible duplicate')
})

test('the notes say what was left out, and why', () => {
  const seen = { hidesCredit: false, hidesCost: false, hidesRefused: false }
  expect(notesOf({ notComparable: 0, withoutReceipt: 0, ...seen })).toEqual([
    'Each order is judged by itself: credit and stock that other orders used stay as they were.',
    'Orders that were refused are included as long as their decision records are stored.',
  ])
  const hidden = { hidesCredit: true, hidesCost: true, hidesRefused: true }
  const left = { notComparable: 1, withoutReceipt: 1200, ...hidden }
  expect(notesOf(left).slice(1)).toEqual([
    '1 order is left out: parked, bound by an approval, refused for the total, with amounts that ' +
      'are too large, or decided otherwise by today’s rules on the same facts.',
    '1,200 orders are left out, because there is no record of the decision.',
    'The credit check is left as it was, because your role does not see credit.',
    'The margin rule is left as it was, because your role does not see costs.',
    'Orders that were refused are left out, because your role does not read the history.',
  ])
})
