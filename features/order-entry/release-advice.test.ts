import { describe, expect, test } from 'vitest'
import { releaseAdvice } from '#features/sales-orders/contract.ts'
import { schemaNotes } from '#app/api-description/schema-notes.ts'
import { day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { type HeldOrder, releaseAdviceOf } from './release-advice.ts'

/** One line of 5 × $12.00, which may only be sold for $12.50, over a credit of $40.00. */
const total = cents('60.00')
const held: HeldOrder = {
  hold: 'credit',
  order: {
    total,
    lines: [{ lineNo: 1, quantity: 5, amount: total, leastPrice: cents('12.50') }],
    tryChange: ([change]) => {
      const { quantity = 5, unitPrice = cents('12.00') } = change ?? {}
      const after = (quantity * unitPrice) as Cents
      return quantity === 0
        ? undefined
        : { total: after, isBelowMargin: unitPrice < cents('12.50') }
    },
  },
  credit: {
    facts: {
      creditLimit: cents('100.00'),
      currentBalance: cents('60.00'),
      openOrderAmount: cents('0.00'),
      creditStatus: 'normal',
      paymentTerms: 'Net 30',
      zeroMeans: 'none',
    },
    total,
    invoices: [{ number: 'INV-7', openAmount: cents('60.00'), daysLate: -3 }],
    overrideLimit: cents('5.00'),
    isTotalTyped: false,
  },
  payment: undefined,
  until: null,
  staleSkus: [],
  next: null,
  isPlaced: true,
}
const advised = (fields: Partial<HeldOrder>, hidden: ('cost' | 'credit')[] = []) =>
  releaseAdviceOf({ ...held, ...fields }, hidden).sentence

describe('the advice on a credit hold', () => {
  test('has the smallest amount first, and the override last', () => {
    const advice = releaseAdviceOf(held, [])
    expect(advice.sentence).toBe(
      'Pay $20.00 of INV-7, or raise the limit by $20.00, or reduce line 1 to 3 units, or ask ' +
        'admin or finance to approve it above the credit limit. ' +
        'Credit is checked again at release.',
    )
    expect(advice.remedies.map(({ amount }) => amount)).toEqual(['20.00', '20.00', '24.00', null])
    expect(releaseAdvice.parse(advice)).toEqual(advice)
  })

  test('of an order that does not exist yet says nothing of a release', () => {
    const credit = held.credit && { ...held.credit, overrideLimit: undefined }
    expect(advised({ isPlaced: false, credit })).toBe(
      'Pay $20.00 of INV-7, or raise the limit by $20.00, or reduce line 1 to 3 units.',
    )
  })

  test('has no figures for roles that do not see credit', () => {
    const override = 'Ask admin, manager or finance to approve it above the credit limit.'
    expect(advised({}, ['credit'])).toBe(override)
    expect(advised({ credit: undefined }, ['credit'])).toBe(override)
  })

  test('names the hold that follows', () => {
    expect(advised({ next: 'margin' }, ['credit'])).toMatch(/\. Then it is on hold for margin\.$/)
  })

  test('of a deleted customer is to change or cancel the order', () => {
    expect(advised({ credit: undefined })).toBe(
      'This order cannot be released as it is. Change it or cancel it.',
    )
  })
})

describe('the advice on a margin hold', () => {
  test('has the price that is enough, and who may release the order', () => {
    const credit = undefined
    expect(advised({ hold: 'margin', credit })).toBe(
      'Raise the price of line 1 to $12.50, or ask admin or manager to release it. ' +
        'The margin is checked again at release.',
    )
  })

  test('has no price for roles that do not see costs', () => {
    const advice = releaseAdviceOf({ ...held, hold: 'margin' }, ['cost'])
    expect(advice.sentence).toBe('Ask admin or manager to release it.')
    expect(JSON.stringify(advice)).not.toMatch(/12\.50|lineNo/)
  })
})

test('a payment hold needs what is still unpaid', () => {
  const payment = { open: cents('60.00'), left: cents('15.00'), ahead: [] }
  expect(advised({ hold: 'payment', payment })).toBe(
    'Pay $45.00 in advance, or ask admin, manager or finance to release it unpaid. ' +
      'It is released automatically when paid.',
  )
  expect(advised({ hold: 'payment', payment }, ['credit'])).toBe(
    'Ask admin, manager or finance to release it unpaid.',
  )
})

test.each([
  ['manual', {}, 'Ask admin, manager or finance to release it.'],
  ['parked', {}, 'Ask admin, manager or finance to compare it with the earlier order and decide.'],
  [
    'address',
    { until: day('2026-03-05') },
    'Wait until 3/5/2026, when the hold ends, or ask admin, manager or finance to release it.',
  ],
  [
    'stock',
    { staleSkus: ['S-1', 'S-2'] },
    'Check the stock of S-1 and S-2 and ask admin, manager or finance to release it.',
  ],
] as const)('a hold for %s with %j', (hold, fields, sentence) => {
  expect(advised({ hold, ...fields })).toBe(sentence)
})

test('the example in the description of the API is an advice', () => {
  const [example] = schemaNotes['ReleaseAdvice']?.examples ?? []
  expect(releaseAdvice.safeParse(example).success).toBe(true)
})
