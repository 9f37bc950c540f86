import type { DocumentKind, Figure } from './rules.ts'

/** The names of the kinds of documents behind a figure. */
export const kindNames: Record<DocumentKind, string> = {
  bill: 'Bill',
  credit: 'Credit',
  order: 'Purchase order',
  payment: 'Payment',
}

/** The names of the figures that have supporting documents. */
export const figureNames: Record<Figure, string> = {
  outstanding: 'Outstanding payables',
  daysToPay: 'Days to pay, 90 days',
  volume: 'Payments in the month',
  received: 'Orders received',
  receivedLate: 'Orders received late',
  closedShort: 'Orders closed short',
}
