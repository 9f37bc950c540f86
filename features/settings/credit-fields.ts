import type { RuleField } from './rule-fields.ts'

/** The form fields of the page Credit. */
export const creditFields = {
  creditZeroMeans: {
    page: 'credit',
    section: 'Credit limits',
    kind: 'choice',
    label: 'A credit limit of 0 means',
    hint: 'Customers without a limit either pay in advance or have unlimited credit.',
    example: 'A customer with limit 0 orders $100.00 on Net 30: refused, or accepted.',
    options: [
      { value: 'none', label: 'No credit' },
      { value: 'unlimited', label: 'No limit' },
    ],
  },
  creditOver: {
    page: 'credit',
    section: 'Credit limits',
    kind: 'choice',
    label: 'Order over the credit limit',
    hint: 'An order on hold reserves no stock until finance releases it.',
    example: 'A customer with $1,000.00 available orders $1,200.00: refused, or created on hold.',
    options: [
      { value: 'refuse', label: 'Refuse in Order Entry' },
      { value: 'hold', label: 'Put on hold for finance' },
    ],
  },
  creditOverdueDays: {
    page: 'credit',
    section: 'Past due customers',
    kind: 'count',
    label: 'Block credit: days past due',
    hint: 'Orders are held or rejected while an invoice is past due by more. 0: no limit.',
    example: 'With 60, a customer with an invoice 61 days past due cannot buy on credit.',
  },
  creditOverduePercent: {
    page: 'credit',
    section: 'Past due customers',
    kind: 'count',
    label: 'Block credit: past due in % of credit limit',
    hint: 'Orders are held or rejected while more is past due. 0: no limit.',
    example: 'With 10 and a limit of $5,000.00, more than $500.00 past due blocks credit.',
  },
  creditOverrideLimit: {
    page: 'credit',
    section: 'Credit limits',
    kind: 'amount',
    label: 'Managers approve orders over the limit by up to',
    hint: 'Per order. Finance and administrators have no limit.',
    example: 'With 10000.00, a manager releases an order that is $9,000.00 over the credit limit.',
  },
  userMayEditTerms: {
    page: 'credit',
    section: 'Credit limits',
    kind: 'switch',
    label: 'Role “user” may change credit limits and terms',
    hint: 'If off, only managers and finance may.',
    example: 'If on, a clerk with that role may change a customer from Net 30 to Net 60.',
  },
} as const satisfies Record<string, RuleField>
