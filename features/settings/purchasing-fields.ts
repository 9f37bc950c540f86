import type { RuleField } from './rule-fields.ts'

/** The form fields of the page Purchasing. */
export const purchasingFields = {
  purchaseApprovalLimit: {
    page: 'purchasing',
    section: 'Purchase orders',
    kind: 'amount',
    label: 'Purchase approval limit for managers',
    hint: 'Per purchase order. Administrators have no limit.',
    example: 'With 25000.00, a manager approves an order of $24,000.00, but not one of $26,000.00.',
  },
  certificateMode: {
    page: 'purchasing',
    section: 'Purchase orders',
    kind: 'choice',
    label: 'Expired vendor certificates',
    hint: 'For purchase order lines that need the certificate.',
    example: 'A vendor’s certificate expired yesterday: its lines show a warning, or are refused.',
    options: [
      { value: 'warn', label: 'Warn' },
      { value: 'block', label: 'Block the lines' },
    ],
  },
  purchaseCoverDays: {
    page: 'purchasing',
    section: 'Purchase orders',
    kind: 'count',
    label: 'Purchase proposals: days of supply',
    hint: 'Days of usage to buy beyond the reorder point, 1 to 365.',
    example: 'With 30, a SKU that sells 2 units a day is bought up to 60 above its reorder point.',
  },
  overReceiptPercent: {
    page: 'purchasing',
    section: 'Receiving',
    kind: 'count',
    label: 'Over-receipt tolerance, %',
    hint: 'How much more than ordered can be received, 0 to 10.',
    example: 'With 5, up to 105 units of an order of 100 can be received.',
  },
  billPricePercent: {
    page: 'purchasing',
    section: 'Vendor bills',
    kind: 'count',
    label: 'Bills: price tolerance, %',
    hint: 'Block a bill line whose price exceeds the order price by more than this.',
    example: 'With 2, a line of $100.00 may be billed at $102.00; at $103.00 it is blocked.',
  },
  billPriceAmount: {
    page: 'purchasing',
    section: 'Vendor bills',
    kind: 'amount',
    label: 'Bills: price tolerance per line',
    hint: 'Block a bill line that costs this much more than ordered.',
    example: 'With 100.00, a line that costs $120.00 more is blocked even if that is only 1%.',
  },
  billRounding: {
    page: 'purchasing',
    section: 'Vendor bills',
    kind: 'amount',
    label: 'Bills: rounding tolerance',
    hint: 'Accept a bill that differs from the order by up to this in total.',
    example: 'With 1.00, a bill of $500.80 for an order of $500.00 passes.',
  },
  billApprovalLimit: {
    page: 'purchasing',
    section: 'Vendor bills',
    kind: 'amount',
    label: 'Bills without a purchase order: two approvals above',
    hint: 'Each such bill must be released; above this amount, by two people.',
    example: 'With 500.00, one person releases a phone bill of $450.00, and two one of $900.00.',
  },
} as const satisfies Record<string, RuleField>
