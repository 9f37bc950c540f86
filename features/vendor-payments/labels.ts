/** Display names of the payment methods. */
export const methodNames = { check: 'Check', ach: 'ACH', wire: 'Wire', card: 'Card' } as const
