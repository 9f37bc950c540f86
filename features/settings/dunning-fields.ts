import type { RuleField } from './rule-fields.ts'

const page = 'receivables'
const names = ['First', 'Second', 'Last'] as const

const sectionOf = (index: 0 | 1 | 2) => `${names[index]} reminder`

const examples = [
  'With 7, an invoice due on May 1 gets this reminder from May 8.',
  'With 21, an invoice due on May 1 gets this reminder from May 22.',
  'With 45, an invoice due on May 1 gets this reminder from June 15.',
] as const

const days = (index: 0 | 1 | 2): RuleField => ({
  page,
  section: sectionOf(index),
  kind: 'count',
  label: `${names[index]} reminder: days past due`,
  hint: 'The number of days after the due date.',
  example: examples[index],
})
const fee = (index: 0 | 1 | 2): RuleField => ({
  page,
  section: sectionOf(index),
  kind: 'amount',
  label: `${names[index]} reminder: fee`,
  hint: 'Charged on a separate invoice. 0: no fee.',
  example: 'With 10.00, the customer also gets an invoice of $10.00.',
})
const letterText = (index: 0 | 1 | 2): RuleField => ({
  page,
  section: sectionOf(index),
  kind: 'area',
  label: `${names[index]} reminder: text`,
  hint: 'Printed above the list of invoices.',
})

/** The form fields of the dunning rules, which are on the page Receivables. */
export const dunningFields = {
  dunningDays1: days(0),
  dunningFee1: fee(0),
  dunningText1: letterText(0),
  dunningDays2: days(1),
  dunningFee2: fee(1),
  dunningText2: letterText(1),
  dunningDays3: days(2),
  dunningFee3: fee(2),
  dunningText3: letterText(2),
  dunningGapDays: {
    page,
    section: 'All reminders',
    kind: 'count',
    label: 'Days between reminders',
    hint: 'Minimum time between two reminders to a customer.',
    example: 'With 14, a customer who was reminded on May 1 gets no other reminder before May 15.',
  },
  dunningMinimum: {
    page,
    section: 'All reminders',
    kind: 'amount',
    label: 'Minimum amount for a reminder',
    hint: 'No reminder if the overdue amount is below this.',
    example: 'With 25.00, a customer who owes $24.00 gets no reminder.',
  },
  dunningBlockFrom: {
    page,
    section: 'All reminders',
    kind: 'choice',
    label: 'Block credit from',
    hint: 'New orders of the customer are held or refused until finance clears it.',
    example: 'With the last reminder, the customer may still buy on credit after the second.',
    options: [
      { value: 'never', label: 'Never' },
      { value: '1', label: 'The first reminder' },
      { value: '2', label: 'The second reminder' },
      { value: '3', label: 'The last reminder' },
    ],
  },
} as const satisfies Record<string, RuleField>
