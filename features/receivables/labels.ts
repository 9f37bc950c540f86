import type { invoiceStates, PaymentMethod, refundStatuses, ShortPayReason } from './rules.ts'

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

/** Display names of short-pay reasons. */
export const shortPayReasonNames: Record<ShortPayReason, string> = {
  pricing: 'Price difference',
  shortage: 'Short shipment',
  damaged: 'Damaged goods',
  returned: 'Returned goods',
  freight: 'Freight charge',
  tax: 'Tax exempt',
  'late-discount': 'Discount taken late',
  other: 'Other',
}

/** Display names of refund statuses. */
export const refundStatusNames: Record<(typeof refundStatuses)[number], string> = {
  prepared: 'Awaiting release',
  released: 'Paid',
  cancelled: 'Cancelled',
  reversed: 'Reversed',
}
