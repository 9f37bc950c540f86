/** The form fields of the rules for receiving and costing. */
export const goodsFields = {
  overReceiptPercent: {
    section: 'Controls',
    kind: 'count',
    label: 'Over-receipt tolerance, %',
    hint: 'How much more than ordered can be received, 0 to 10.',
  },
  costMethod: {
    section: 'Controls',
    kind: 'choice',
    label: 'Costing method',
    hint: 'Moving average cost, or standard cost with price variances.',
    options: [
      { value: 'average', label: 'Moving average' },
      { value: 'standard', label: 'Standard cost' },
    ],
  },
} as const
