import type { RuleField } from './rule-fields.ts'

/** The form fields of the credit rules. */
export const creditFields = {
  creditZeroMeans: {
    section: 'Credit',
    kind: 'choice',
    label: 'A credit limit of 0 means',
    hint: 'Customers without a limit pay before, or buy without one.',
    options: [
      { value: 'none', label: 'No credit' },
      { value: 'unlimited', label: 'No limit' },
    ],
  },
  creditOver: {
    section: 'Credit',
    kind: 'choice',
    label: 'An order over the credit',
    hint: 'On hold it takes no stock until finance releases it, whatever channel it came by.',
    options: [
      { value: 'refuse', label: 'Is refused to a person' },
      { value: 'hold', label: 'Waits on hold for finance' },
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
    label: 'Managers let orders through above the credit, up to',
    hint: 'Of one order, beyond the limit of its customer. Finance and administrators: any.',
  },
  userMayEditTerms: {
    section: 'Credit',
    kind: 'switch',
    label: 'Role “user” may change credit limits and terms',
    hint: 'Otherwise managers and finance alone.',
  },
} satisfies Record<string, RuleField>
