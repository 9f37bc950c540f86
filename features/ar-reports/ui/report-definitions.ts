import { agingReport } from '#features/receivables/ui/parts/aging-columns.ts'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { byQuarterAndYear, type ReportGroup, reportsAsOf } from '#platform/ui/reports/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { customersOf } from './AgingTab.tsx'
import { collectionColumns, stepOf } from './CollectionsTable.tsx'
import { creditColumns } from './CreditUsageTable.tsx'
import {
  type ArMonth,
  type CreditUse,
  listArMonths,
  listCollections,
  listCreditUse,
  readArSummary,
} from '../contract.ts'
import { creditUseNames } from '../rules.ts'
import { trendFigures } from './TrendsTab.tsx'

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

/** The named receivables reports, in the order of the help page. */
export const receivableReports = [
  report({
    id: 'customer-aging',
    title: 'Customer aging',
    description: 'Receivables by customer and age as of the selected date.',
    endpoint: readArSummary,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: customersOf,
    ...agingReport('Customer'),
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
  }),
  report({
    id: 'credit-utilisation',
    title: 'Credit limit utilisation',
    description: 'Credit utilisation of customers as of the selected date, highest first.',
    endpoint: listCreditUse,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (customers) => customers,
    columns: creditColumns,
    sums: ['currentBalance', 'openOrderAmount', 'creditLimit', 'availableCredit'],
    groups: [byUse],
  }),
] as const
