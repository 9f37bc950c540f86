import type { ApiDescription } from '#platform/server/openapi/openapi.ts'

/** What schemas mean, with examples, where their fields do not say it. */
export const schemaNotes: ApiDescription['schemaNotes'] = {
  ReleaseAdvice: {
    description:
      'What ends the hold of an order: the remedies, the smallest amount first, each of which ' +
      'was tried in the rule that set the hold, and all of them in one sentence. `next` is the ' +
      'hold that follows, or null. Facts that the caller may not see are left out with their ' +
      'remedies: costs without `skus.cost`, credit without `receivables.read`.',
    examples: [
      {
        hold: 'credit',
        sentence:
          'Pay $890.00 of INV-1000017 and INV-1000021, or raise the limit by $890.00, or reduce ' +
          'line 3 to 2 units, or remove line 3. Credit is checked again at release.',
        remedies: [
          {
            sentence: 'Pay $890.00 of INV-1000017 and INV-1000021',
            amount: '890.00',
            steps: [{ act: 'pay', amount: '890.00', documents: ['INV-1000017', 'INV-1000021'] }],
          },
          {
            sentence: 'Raise the limit by $890.00',
            amount: '890.00',
            steps: [{ act: 'raise-limit', amount: '890.00' }],
          },
          {
            sentence: 'Reduce line 3 to 2 units',
            amount: '972.00',
            steps: [{ act: 'reduce-line', lines: [{ lineNo: 3, quantity: 2 }] }],
          },
          {
            sentence: 'Remove line 3',
            amount: '1296.00',
            steps: [{ act: 'remove-lines', lines: [{ lineNo: 3 }] }],
          },
        ],
        next: null,
      },
    ],
  },
}
