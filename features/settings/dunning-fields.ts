const section = 'Reminders'
const names = ['First', 'Second', 'Last'] as const

const days = (index: 0 | 1 | 2) => ({
  section,
  kind: 'count' as const,
  label: `${names[index]} reminder: days past due`,
  hint: 'The number of days after the due date.',
})
const fee = (index: 0 | 1 | 2) => ({
  section,
  kind: 'amount' as const,
  label: `${names[index]} reminder: fee`,
  hint: 'Charged on a separate invoice. 0: no fee.',
})
const letterTextFields = (index: 0 | 1 | 2) => ({
  section,
  kind: 'area' as const,
  label: `${names[index]} reminder: text`,
  hint: 'Printed above the list of invoices.',
})

/** The form fields of the dunning rules. */
export const dunningFields = {
  dunningDays1: days(0),
  dunningFee1: fee(0),
  dunningText1: letterTextFields(0),
  dunningDays2: days(1),
  dunningFee2: fee(1),
  dunningText2: letterTextFields(1),
  dunningDays3: days(2),
  dunningFee3: fee(2),
  dunningText3: letterTextFields(2),
  dunningGapDays: {
    section,
    kind: 'count' as const,
    label: 'Days between reminders',
    hint: 'Minimum time between two reminders to a customer.',
  },
  dunningMinimum: {
    section,
    kind: 'amount' as const,
    label: 'Minimum amount for a reminder',
    hint: 'No reminder if the overdue amount is below this.',
  },
  dunningBlockFrom: {
    section,
    kind: 'choice' as const,
    label: 'Block credit from',
    hint: 'New orders of the customer are held or refused until finance clears it.',
    options: [
      { value: 'never', label: 'Never' },
      { value: '1', label: 'The first reminder' },
      { value: '2', label: 'The second reminder' },
      { value: '3', label: 'The last reminder' },
    ],
  },
}
