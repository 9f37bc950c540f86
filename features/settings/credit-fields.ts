import type { RuleField } from './rule-fields.ts'

/** The form fields of the credit rules. */
export const creditFields = {
  creditZeroMeans: {
    section: 'Credit',
    kind: 'choice',
    label: 'A credit limit of 0 means',
    hint: 'Customers without a limit either pay in advance or have unlimited credit.',
    options: [
      { value: 'none', label: 'No credit' },
      { value: 'unlimited', label: 'No limit' },
    ],
  },
  creditOver: {
    section: 'Credit',
    kind: 'choice',
    label: 'Order over the credit limit',
    hint: 'An order on hold reserves no stock until finance releases it.',
    options: [
      { value: 'refuse', label: 'Refuse in Order Entry' },
      { value: 'hold', label: 'Put on hold for finance' },
    ],
  },
  creditOverdueDays: {
    section: 'Credit',
    kind: 'count',
    label: 'Block credit after days overdue',
    hint: 'Orders are held or refused while an invoice is later than this. 0: no limit.',
  },
  creditOverduePercent: {
    section: 'Credit',
    kind: 'count',
    label: 'Block credit above % of limit overdue',
    hint: 'Orders are held or refused while more is overdue. 0: no limit.',
  },
  creditOverrideLimit: {
    section: 'Credit',
    kind: 'amount',
    label: 'Managers approve orders over the limit by up to',
    hint: 'Per order. Finance and administrators have no limit.',
  },
  userMayEditTerms: {
    section: 'Credit',
    kind: 'switch',
    label: 'Role “user” may change credit limits and terms',
    hint: 'If off, only managers and finance may.',
  },
} satisfies Record<string, RuleField>
