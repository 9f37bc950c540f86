import {
  agingByOldest,
  agingColumns,
  agingSums,
} from '#features/receivables/ui/parts/AgingReport.tsx'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { type ReportGroup, quarterOf, report } from '#platform/ui/page/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { collectionColumns, stepOf } from './CollectionsTable.tsx'
import { creditColumns } from './CreditTable.tsx'
import {
  type ArMonth,
  type CreditUse,
  listArMonths,
  listCollections,
  listCreditUse,
  readArSummary,
} from '../contract.ts'
import { creditUses, creditUseOf } from '../rules.ts'
import { daysText, percentText } from './TrendsTab.tsx'

const area = 'Accounts Receivable'
const permission = 'reports.receivables'

const figure = (
  id: keyof ArMonth,
  header: string,
  text: (month: ArMonth) => string,
): Column<ArMonth> => ({ id, header, align: 'right', cell: text })
const trendColumns: readonly Column<ArMonth>[] = [
  { id: 'from', header: 'Month', cell: ({ from }) => formatMonth(from) },
  figure('invoiced', 'Invoiced', ({ invoiced }) => formatDecimal(invoiced)),
  figure('received', 'Cash Received', ({ received }) => formatDecimal(received)),
  figure('balance', 'Balance', ({ balance }) => formatDecimal(balance)),
  figure('collectionPeriod', 'Collection Period', (each) => daysText(each.collectionPeriod)),
  figure('daysToPay', 'Days to Pay', ({ daysToPay }) => daysText(daysToPay)),
  figure('onTimeShare', 'Paid on Time', ({ onTimeShare }) => percentText(onTimeShare)),
]

const byQuarter = { id: 'quarter', label: 'Quarter', of: ({ from }: ArMonth) => quarterOf(from) }
const byYear = { id: 'year', label: 'Year', of: ({ from }: ArMonth) => from.slice(0, 4) }
const byUse: ReportGroup<CreditUse> = {
  id: 'use',
  label: 'Utilisation',
  of: creditUseOf,
  order: creditUses,
}

/** The named receivables reports, in the order of the help page. */
export const receivableReports = [
  report({
    id: 'customer-aging',
    area,
    title: 'Customer aging',
    description: 'Receivables by customer and age as of the selected date.',
    permission,
    dateMode: 'day',
    endpoint: readArSummary,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: ({ agingByCustomer }) =>
      agingByCustomer.map(({ customerCode: code, customerName: name, ...ages }) => {
        return { ...ages, code, name }
      }),
    columns: agingColumns('Customer'),
    sums: agingSums,
    groups: [agingByOldest],
  }),
  report({
    id: 'collection-priority',
    area,
    title: 'Collection priority list',
    description:
      'Customers to contact about overdue invoices as of the selected date, by priority.',
    permission,
    dateMode: 'day',
    endpoint: listCollections,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (customers) => customers,
    columns: collectionColumns,
    sums: ['pastDue'],
    groups: [{ id: 'step', label: 'Next step', of: stepOf }],
  }),
  report({
    id: 'payment-trends',
    area,
    title: 'Payment trend analysis',
    description: 'Payments of customers in the twelve months up to the day.',
    permission,
    dateMode: 'day',
    endpoint: listArMonths,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (months) => months,
    columns: trendColumns,
    sums: ['invoiced', 'received'],
    groups: [byQuarter, byYear],
  }),
  report({
    id: 'credit-utilisation',
    area,
    title: 'Credit limit utilisation',
    description: 'Credit utilisation of customers as of the selected date, highest first.',
    permission,
    dateMode: 'day',
    endpoint: listCreditUse,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (customers) => customers,
    columns: creditColumns,
    sums: ['currentBalance', 'openOrderAmount', 'creditLimit', 'availableCredit'],
    groups: [byUse],
  }),
] as const
