import type { invoiceStates, PaymentMethod, refundStatuses } from './rules.ts'

/** Display names of invoice states. */
export const invoiceStateNames: Record<(typeof invoiceStates)[number], string> = {
  open: 'Open',
  'part-paid': 'Part-paid',
  overdue: 'Overdue',
  paid: 'Paid',
}

/** Display names of payment methods. */
export const paymentMethodNames: Record<PaymentMethod, string> = {
  ach: 'ACH',
  check: 'Check',
  wire: 'Wire',
  card: 'Card',
  cash: 'Cash',
}

/** Display names of refund statuses. */
export const refundStatusNames: Record<(typeof refundStatuses)[number], string> = {
  prepared: 'Awaiting release',
  released: 'Paid',
  cancelled: 'Cancelled',
  reversed: 'Reversed',
}
