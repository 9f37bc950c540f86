import { type PaymentFacts, unpaidPart } from '#features/sales-orders/hold-rules.ts'
import { type Cents, decimal, formatMoney } from '#platform/kernel/money.ts'
import type { Remedy } from './remedies.ts'
import { listed } from './remedy-texts.ts'

/** The money of a prepaying customer, and the orders that their payment releases first. */
export type PaymentHold = PaymentFacts & {
  ahead: readonly { number: string; open: Cents }[]
}

/** What is left of a payment after the orders that it releases first, and their numbers. */
export function moneyAfterPayment({ left, ahead }: PaymentHold, paid: Cents) {
  let money = left + paid
  const released = ahead.filter(({ open }) => {
    if (open > money) return false
    money -= open
    return true
  })
  return { money: money as Cents, released: released.map(({ number }) => number) }
}

/** True if the order is paid once this amount was paid. */
export function passesPayment(held: PaymentHold, paid: Cents): boolean {
  return moneyAfterPayment(held, paid).money >= held.open
}

/**
 * The payment after which a prepaid order is released, though older orders of the customer are
 * released first; undefined if it is paid.
 */
export function prepayment(held: PaymentHold): Remedy | undefined {
  const { open, left } = held
  let paid = unpaidPart(held)
  if (paid === 0) return undefined
  // A higher payment may release another order first. It ends when all of them are released.
  while (!passesPayment(held, paid)) {
    paid = (paid + open - moneyAfterPayment(held, paid).money) as Cents
  }
  const { released: documents } = moneyAfterPayment(held, paid)
  const verb = documents.length === 1 ? 'is' : 'are'
  const notes = [
    ...(left < 0 ? ['includes what is owed and what other orders use'] : []),
    ...(documents.length > 0 ? [`${listed(documents)} ${verb} released first`] : []),
  ]
  const note = notes.length > 0 ? ` (${notes.join('; ')})` : ''
  return {
    sentence: `Pay ${formatMoney(paid)} in advance${note}`,
    amount: paid,
    steps: [{ act: 'pay', amount: decimal(paid), ...(documents.length > 0 && { documents }) }],
  }
}
