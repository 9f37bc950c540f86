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
    label: 'Block credit: days past due',
    hint: 'Orders are held or rejected while an invoice is past due by more. 0: no limit.',
  },
  creditOverduePercent: {
    section: 'Credit',
    kind: 'count',
    label: 'Block credit: past due in % of credit limit',
    hint: 'Orders are held or rejected while more is past due. 0: no limit.',
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
