import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { passesPayment, type PaymentHold, prepayment } from './prepayment.ts'

const hold = (open: string, left: string, ahead: readonly string[] = []): PaymentHold => ({
  open: cents(open),
  left: cents(left),
  ahead: ahead.map((each, index) => ({ number: `SO-${index + 1}`, open: cents(each) })),
})

test.each([
  [hold('123.00', '0.00'), 'Pay $123.00 in advance'],
  [hold('123.00', '122.99'), 'Pay $0.01 in advance'],
  [
    hold('123.00', '-50.00'),
    'Pay $173.00 in advance (includes what is owed and what other orders use)',
  ],
  [hold('123.00', '0.00', ['123.00']), 'Pay $246.00 in advance (SO-1 is released first)'],
  [hold('50.00', '0.00', ['100.00']), 'Pay $50.00 in advance'],
  [
    hold('50.00', '0.00', ['100.00', '50.00']),
    'Pay $200.00 in advance (SO-1 and SO-2 are released first)',
  ],
])('%j: %s', (held, sentence) => {
  expect(prepayment(held)?.sentence).toBe(sentence)
})

test('an order that is paid, or has shipped, needs no payment', () => {
  expect(prepayment(hold('123.00', '123.00'))).toBeUndefined()
  expect(prepayment(hold('0.00', '-50.00'))).toBeUndefined()
})

const seed = 20_261_129
const amounts = (min: number, max: number) => fc.integer({ min, max }) as fc.Arbitrary<Cents>

test('whatever waits before it, the payment releases the order, and no smaller one does', () => {
  const ahead = fc.array(amounts(1, 20), { maxLength: 5 })
  fc.assert(
    fc.property(amounts(1, 20), amounts(-20, 20), ahead, (open, left, waiting) => {
      const orders = waiting.map((each, index) => ({ number: `SO-${index}`, open: each }))
      const held = { open, left, ahead: orders }
      const found = prepayment(held)
      if (!found) {
        expect(left).toBeGreaterThanOrEqual(open)
        return
      }
      const least = found.amount ?? zero
      expect(passesPayment(held, least)).toBe(true)
      for (let paid = 0; paid < least; paid++) {
        expect(passesPayment(held, paid as Cents)).toBe(false)
      }
    }),
    { seed },
  )
})
