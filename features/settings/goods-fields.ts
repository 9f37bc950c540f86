/** How the rules of goods that come in, and of what they cost, are asked for. */
export const goodsFields = {
  overReceiptPercent: {
    section: 'Controls',
    kind: 'count',
    label: 'Over-receipt, in percent',
    hint: 'How much more than was ordered may be received, 0 to 10.',
  },
  costMethod: {
    section: 'Controls',
    kind: 'choice',
    label: 'Cost of goods',
    hint: 'Moving average of what they cost, or the cost of each SKU with price variances.',
    options: [
      { value: 'average', label: 'Moving average' },
      { value: 'standard', label: 'Standard cost' },
    ],
  },
} as const
