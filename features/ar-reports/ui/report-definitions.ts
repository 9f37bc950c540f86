import { agingReport } from '#features/receivables/ui/parts/aging-columns.ts'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { type Day, monthSpan } from '#platform/kernel/days.ts'
import {
  byQuarterAndYear,
  type ReportDays,
  type ReportGroup,
  reportsAsOf,
} from '#platform/ui/reports/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import type { Address, SearchOf } from '#platform/web/screen-address.ts'
import { agingLabels, customersOf } from './AgingTab.tsx'
import { collectionColumns, stepOf } from './CollectionsTable.tsx'
import { creditDocuments } from './credit-documents.ts'
import { creditColumns } from './CreditUsageTable.tsx'
import {
  type ArMonth,
  type Collection,
  type CreditUse,
  listArMonths,
  listCollections,
  listCreditUse,
  readArSummary,
} from '../contract.ts'
import { creditUseNames } from '../rules.ts'
import { invoicedTab, receivedTab } from './month-documents.ts'
import { trendFigures, trendHint } from './TrendsTab.tsx'

const report = reportsAsOf('Accounts Receivable', 'reports.receivables')

const trendColumns: readonly Column<ArMonth>[] = [
  { id: 'from', header: 'Month', cell: ({ from }) => formatMonth(from) },
  ...trendFigures(),
]

const byUse: ReportGroup<CreditUse> = {
  id: 'use',
  label: 'Utilisation',
  of: ({ use }) => creditUseNames[use],
  order: Object.values(creditUseNames),
}

/** Rows of the receivables screen. */
const rowsAt = (search: SearchOf<'/ar-reports'>): Address => ({ to: '/ar-reports', search })

/** The overdue invoices of a day, of all customers or of one. */
const overdueOf = (asOf: Day, customerCode?: string) =>
  rowsAt({
    tab: 'invoices',
    'f.state': 'overdue',
    'f.customerCode': customerCode,
    'f.asOf': asOf,
  })
const openOverdue = ({ customerCode }: Collection, { asOf }: ReportDays) =>
  overdueOf(asOf, customerCode)

const openDocuments =
  (figure: 'balance' | 'openOrders') =>
  ({ customerCode }: CreditUse, { asOf }: ReportDays) =>
    creditDocuments(figure, { customerCode, asOf })

const openCustomer = ({ customerCode: open }: CreditUse): Address => {
  return { to: '/customers', search: { open } }
}

/** All customers with their credit on a day: its limits add up to the sum of the limits. */
const creditOf = ({ asOf }: ReportDays) => rowsAt({ tab: 'credit', 'f.asOf': asOf })

const daysOf = ({ from, to }: Pick<ArMonth, 'from' | 'to'>, { asOf }: ReportDays) => ({
  'f.from': from,
  'f.to': to,
  'f.asOf': asOf,
})

/** All days of the twelve months up to a day. */
const yearUpTo = ({ asOf }: ReportDays) => ({ from: monthSpan(asOf, {}).first, to: asOf })

/** The named receivables reports, in the order of the help page. */
export const receivableReports = [
  report({
    id: 'customer-aging',
    title: 'Customer aging',
    description: 'Receivables by customer and age as of the selected date.',
    endpoint: readArSummary,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: customersOf,
    ...agingReport(agingLabels),
  }),
  report({
    id: 'collection-priority',
    title: 'Collection priority list',
    description:
      'Customers to contact about overdue invoices as of the selected date, by priority.',
    endpoint: listCollections,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (customers) => customers,
    columns: collectionColumns,
    sums: ['pastDue'],
    groups: [{ id: 'step', label: 'Next step', of: stepOf }],
    formula:
      'Open amounts of the invoices that are past due on the day, by customer. They are a part ' +
      'of account 1100.',
    opens: { pastDue: openOverdue, invoices: openOverdue },
    opensSums: { pastDue: ({ asOf }) => overdueOf(asOf) },
  }),
  report({
    id: 'payment-trends',
    title: 'Payment trend analysis',
    description: 'Payments of customers in the twelve months up to the day.',
    endpoint: listArMonths,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (months) => months,
    columns: trendColumns,
    sums: ['invoiced', 'received'],
    groups: byQuarterAndYear(({ from }: ArMonth) => from),
    formula:
      'Invoices by date, without charges for refunds, payments by the day they were received, ' +
      'and the balance of account 1100 at the end of each month. ' +
      trendHint,
    opens: {
      invoiced: (month: ArMonth, days: ReportDays) =>
        rowsAt({ ...invoicedTab, ...daysOf(month, days) }),
      received: (month: ArMonth, days: ReportDays) =>
        rowsAt({ ...receivedTab, ...daysOf(month, days) }),
      balance: ({ to: asOf }: ArMonth) => creditDocuments('balance', { asOf }),
    },
    opensSums: {
      invoiced: (days) => rowsAt({ ...invoicedTab, ...daysOf(yearUpTo(days), days) }),
      received: (days) => rowsAt({ ...receivedTab, ...daysOf(yearUpTo(days), days) }),
    },
    // The newest month, which ends on the day of the report, is first.
    tie: {
      amountOf: ([newest]: readonly ArMonth[]) => newest?.balance ?? '0.00',
      account: 'receivable',
    },
  }),
  report({
    id: 'credit-utilisation',
    title: 'Credit limit utilisation',
    description: 'Credit utilisation of customers as of the selected date, highest first.',
    endpoint: listCreditUse,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (customers) => customers,
    columns: creditColumns(),
    sums: ['currentBalance', 'openOrderAmount', 'creditLimit', 'availableCredit'],
    groups: [byUse],
    formula:
      'What a customer owes, with the open orders, as a share of the credit limit. The balance ' +
      'is that of the customer on account 1100. Open orders count with what has not shipped, ' +
      'without orders on credit hold and parked ones; they are posted when they are invoiced.',
    opens: {
      currentBalance: openDocuments('balance'),
      openOrderAmount: openDocuments('openOrders'),
      creditLimit: openCustomer,
    },
    opensSums: {
      currentBalance: ({ asOf }) => creditDocuments('balance', { asOf }),
      openOrderAmount: ({ asOf }) => creditDocuments('openOrders', { asOf }),
      creditLimit: creditOf,
      availableCredit: creditOf,
    },
    tie: { sum: 'currentBalance', account: 'receivable' },
  }),
] as const
