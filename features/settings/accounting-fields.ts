import type { RuleField } from './rule-fields.ts'

/** The form fields of the page Accounting. */
export const accountingFields = {
  sodMode: {
    page: 'accounting',
    section: 'Controls',
    kind: 'choice',
    label: 'Separation of duties',
    hint: 'What happens when one person does both steps of a task that requires two people.',
    example: 'A buyer approves their own purchase order: recorded in a report, or refused.',
    options: [
      { value: 'record', label: 'Log only' },
      { value: 'enforce', label: 'Block' },
    ],
  },
  journalEntryApproval: {
    page: 'accounting',
    section: 'Controls',
    kind: 'choice',
    label: 'Manual journal entries',
    hint: 'Post immediately, or keep as a draft until another person posts it.',
    example: 'An accountant enters rent: posted at once, or by a second accountant.',
    options: [
      { value: 'none', label: 'Post immediately' },
      { value: 'second', label: 'Posted by another person' },
    ],
  },
  costMethod: {
    page: 'accounting',
    section: 'Inventory costs',
    kind: 'choice',
    label: 'Costing method',
    hint: 'Moving average cost, or standard cost with price variances.',
    example: '10 units bought at $2.00 and 10 at $3.00: the moving average is $2.50.',
    options: [
      { value: 'average', label: 'Moving average' },
      { value: 'standard', label: 'Standard cost' },
    ],
  },
} as const satisfies Record<string, RuleField>
