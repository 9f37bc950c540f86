import { buckets as agingBuckets } from '#features/receivables/rules.ts'
import { money } from './money.ts'
import type { HelpTab } from '../rules.ts'

/** The aging buckets of the reports. */
const spans = agingBuckets
  .filter(({ from }) => from !== undefined)
  .map(({ label }) => label.replace(/ days$/, '').toLowerCase())
const buckets = `Aging buckets: ${spans.join(', ')} days. What is not due yet stands apart.`

const behind =
  'A figure opens the documents that it is made of, as of the day, with their sum. What orders ' +
  'alone would say stands beside it.'

/** Topics on receivables, payables and their reports. */
export const reports: HelpTab = {
  id: 'reports',
  label: 'Financial Reports',
  topics: [
    {
      id: 'payables',
      title: 'Accounts Payable dashboard',
      blocks: [
        {
          list: [
            'Total outstanding payables',
            'Overdue payment count',
            'Average days to pay',
            'Monthly payment volume',
          ],
        },
        buckets,
        behind,
      ],
      tryIt: { label: 'Open accounts payable', to: '/ap-reports' },
    },
    {
      id: 'receivables',
      title: 'Accounts Receivable dashboard',
      blocks: [
        {
          list: [
            'Total receivables balance',
            'Overdue customer count',
            'Average collection period',
            'Monthly collection rate',
          ],
        },
        buckets,
        behind,
      ],
      tryIt: { label: 'Open accounts receivable', to: '/ar-reports' },
    },
    ...money,
    {
      id: 'ap-reports',
      title: 'Accounts Payable reports',
      blocks: [
        {
          list: [
            'Vendor payment schedule',
            'Overdue payments',
            'Monthly payment summary',
            'Vendor performance analysis',
          ],
        },
      ],
      tryIt: { label: 'Open accounts payable', to: '/ap-reports' },
    },
    {
      id: 'ar-reports',
      title: 'Accounts Receivable reports',
      blocks: [
        {
          list: [
            'Customer aging',
            'Collection priority list',
            'Payment trend analysis',
            'Credit limit utilisation',
          ],
        },
      ],
      tryIt: { label: 'Open accounts receivable', to: '/ar-reports' },
    },
    {
      id: 'generate-report',
      title: 'Generating a report',
      blocks: [
        'Generate Report on the dashboard makes each of these reports: choose it, the day or the ' +
          'period it is of, and what its rows are grouped by. It is shown on the screen, ' +
          'downloaded as CSV or XLSX, or printed, with its sums. How you made it last is kept ' +
          'for you at every desk: the report, its days, its groups, and the form, whose button ' +
          'is the filled one.',
        'One that takes long can be left: Tell me when it is ready has it made in the ' +
          'background. The bell then leads to it for seven days, or tells why it failed.',
        'The palette (Ctrl+K) opens a report by its name.',
      ],
      tryIt: {
        label: 'Generate a report',
        to: '/',
        search: { report: 'last' },
      },
    },
    {
      id: 'exports',
      title: 'Taking figures along',
      blocks: [
        'Every list is exported as it is filtered and sorted, all pages of it, with the columns ' +
          'that are shown: Export in its toolbar, or Ctrl+E.',
      ],
      tryIt: { label: 'Open the sales orders', to: '/sales-orders' },
    },
  ],
}
