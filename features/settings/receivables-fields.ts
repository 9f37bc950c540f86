import { dunningFields } from './dunning-fields.ts'
import type { RuleField } from './rule-fields.ts'

/** The form fields of the page Receivables. */
export const receivablesFields = {
  ...dunningFields,
  writeOffLimitFinance: {
    page: 'receivables',
    section: 'Write-offs and refunds',
    kind: 'amount',
    label: 'Write-off limit for finance',
    hint: 'Per invoice, and 20 times as much per month. A manager approves more.',
    example: 'With 25.00, finance writes off $25.00 of an invoice and $500.00 a month.',
  },
  writeOffLimitManager: {
    page: 'receivables',
    section: 'Write-offs and refunds',
    kind: 'amount',
    label: 'Write-off limit for managers',
    hint: 'Per invoice, and 5 times as much per month. Administrators: no limit.',
    example: 'With 1000.00, a manager writes off $1,000.00 of an invoice and $5,000.00 a month.',
  },
  refundLimit: {
    page: 'receivables',
    section: 'Write-offs and refunds',
    kind: 'amount',
    label: 'Refund limit for finance',
    hint: 'A manager releases larger refunds.',
    example: 'With 1000.00, finance refunds $900.00 alone; a manager releases $1,100.00.',
  },
} as const satisfies Record<string, RuleField>
