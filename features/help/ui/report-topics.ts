import { agingBuckets } from '#features/receivables/rules.ts'
import { money } from './credits-and-dunning-topics.ts'
import type { HelpTab } from '../rules.ts'

/** The aging buckets of the reports. */
const bucketNames = agingBuckets
  .filter(({ from }) => from !== undefined)
  .map(({ label }) => label.replace(/ days$/, '').toLowerCase())
const agingNote =
  `Aging buckets: ${bucketNames.join(', ')} days. ` + 'Amounts not yet due are shown separately.'

const documentsNote =
  'Click a figure to see its supporting documents as of the date, with their total. The ' +
  'figure from orders alone is shown beside it.'

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
        agingNote,
        documentsNote,
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
        agingNote,
        documentsNote,
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
        'In the vendor performance, Received, Late, Closed short and Amount open the purchase ' +
          'orders that they count. A vendor opens its deliveries, receipt by receipt.',
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
        'Payment trends open the invoices and payments of each month. In the credit ' +
          'utilisation, Open orders opens the orders that use credit, each with what has not ' +
          'shipped.',
      ],
      tryIt: { label: 'Open accounts receivable', to: '/ar-reports' },
    },
    {
      id: 'work-queues',
      title: 'Work queues and the business on the dashboard',
      blocks: [
        'The dashboard counts what waits for you: drafts, held and late orders, what to approve, ' +
          'order, ship, receive, release and close. You see the queues of your role. Each number ' +
          'opens exactly its rows; a queue without any is gray.',
        'Administrators, managers and finance also see the last 30 days: orders, revenue and ' +
          'gross margin of the income statement, cash expected in the next 30 days, what is ' +
          'overdue, revenue and margin of the last 13 weeks, and the top customers and SKUs.',
        'The button at a figure says how it is computed and as of which day, and opens its rows. ' +
          'Numbers of orders have no account: their invoices are posted.',
      ],
      tryIt: { label: 'Open the dashboard', to: '/' },
    },
    {
      id: 'charts',
      title: 'Reading a chart',
      blocks: [
        'Point at a week or a month, or move along the chart with the arrow keys, to read its ' +
          'figures. A click or Enter opens its rows. Show as table lists all figures, with the ' +
          'same links.',
        'Compare with … adds the same number of weeks or months directly before, as a gray mark ' +
          'in the chart and as columns in the table. The stock of a SKU is compared by days, as ' +
          'a gray line. A pale bar and a dotted line belong to a week or a month that is not over.',
        {
          facts: [
            ['Dashboard', 'Orders and order value by week; for those who read the books, margin'],
            ['Accounts Receivable', 'Aging by month; invoiced and received; days to pay'],
            ['Accounts Payable', 'Aging by month; billed and paid; deliveries on time'],
            ['SKU, Movements', 'Stock on hand over time, with the minimum as a dashed line'],
          ],
        },
      ],
      tryIt: { label: 'Open payment trends', to: '/ar-reports', search: { tab: 'trends' } },
    },
    {
      id: 'generate-report',
      title: 'Generating a report',
      blocks: [
        'Generate Report on the dashboard runs any of these reports: choose the report, ' +
          'the date or period, and how to group its rows. View it on screen, download it as ' +
          'CSV or XLSX, or print it, with totals. Your last choices are saved to your ' +
          'account.',
        'Its figures and sums open their rows, which add up to them: orders, invoices, payments, ' +
          'bills, or the value of each SKU. The button above the report says how it is computed, ' +
          'as of which day, and which account its total equals, and opens the rows of each sum. ' +
          'Shares, averages and days are no sums of rows.',
        'For a long report, choose Notify me when it is ready to run it in the background. A ' +
          'notification links to the finished report for seven days, or says why it failed.',
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
      title: 'Exporting lists',
      blocks: [
        'Export in a list’s toolbar, or Ctrl+E, downloads all pages of the list with its ' +
          'filters, sort order and visible columns.',
      ],
      tryIt: { label: 'Open the sales orders', to: '/sales-orders' },
    },
  ],
}
