import {
  agingByOldest,
  agingColumns,
  agingSums,
} from '#features/receivables/ui/parts/AgingReport.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { type ReportGroup, quarterOf, report } from '#platform/ui/page/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { billColumns } from './ApBillsTable.tsx'
import { performanceColumns } from './PerformanceTable.tsx'
import {
  type ApBill,
  type ApMonth,
  type VendorPerformance,
  listApBills,
  listApMonths,
  listVendorPerformance,
  readApSummary,
} from '../contract.ts'
import { buckets, onTimeBands, onTimeBandOf } from '../rules.ts'

const area = 'Accounts Payable'
const permission = 'reports.payables'

const byVendor = {
  id: 'vendor',
  label: 'Vendor',
  of: (bill: ApBill) => `${bill.vendorCode} · ${bill.vendorName}`,
}
const byDueDate = { id: 'due', label: 'Due date', of: (bill: ApBill) => bill.dueDate }
const byAge = {
  id: 'age',
  label: 'Age',
  of: ({ daysPastDue }: ApBill) =>
    buckets.find(({ to }) => to === undefined || daysPastDue <= to)?.label ?? '',
}
const byQuarter = { id: 'quarter', label: 'Quarter', of: ({ month }: ApMonth) => quarterOf(month) }
const byYear = { id: 'year', label: 'Year', of: ({ month }: ApMonth) => month.slice(0, 4) }
const byPunctuality: ReportGroup<VendorPerformance> = {
  id: 'onTime',
  label: 'On time',
  of: ({ onTimePercent }) => onTimeBandOf(onTimePercent),
  order: onTimeBands,
}

const amount = (id: keyof ApMonth, header: string): Column<ApMonth> => {
  return { id, header, align: 'right', cell: (month) => formatDecimal(String(month[id])) }
}
const monthColumns: readonly Column<ApMonth>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => month },
  amount('billed', 'Billed'),
  {
    id: 'payments',
    header: 'Payments',
    align: 'right',
    cell: ({ payments }) => payments.toLocaleString('en-US'),
  },
  amount('paid', 'Paid'),
  amount('discounts', 'Discounts Taken'),
  amount('largest', 'Largest Payment'),
]

/** The payables reports, in the order of the help. */
export const payableReports = [
  report({
    id: 'vendor-payment-schedule',
    area,
    title: 'Vendor payment schedule',
    description: 'Open bills as of the selected date, by due date.',
    permission,
    dateMode: 'day',
    endpoint: listApBills,
    queryOf: ({ asOf }) => ({ asOf, sort: 'dueDate' }),
    rowsOf: (bills) => bills,
    columns: billColumns,
    sums: ['openAmount'],
    groups: [byVendor, byDueDate, byAge],
  }),
  report({
    id: 'overdue-payments',
    area,
    title: 'Overdue payments',
    description: 'Overdue bills as of the selected date, oldest first.',
    permission,
    dateMode: 'day',
    endpoint: listApBills,
    queryOf: ({ asOf }) => ({ asOf, overdue: 'true' as const, sort: 'dueDate' }),
    rowsOf: (bills) => bills,
    columns: billColumns,
    sums: ['openAmount'],
    groups: [byVendor, byAge],
  }),
  report({
    id: 'monthly-payment-summary',
    area,
    title: 'Monthly payment summary',
    description: 'Billed and paid amounts of the twelve months up to the day.',
    permission,
    dateMode: 'day',
    endpoint: listApMonths,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (months) => months,
    columns: monthColumns,
    sums: ['billed', 'paid', 'discounts'],
    groups: [byQuarter, byYear],
  }),
  report({
    id: 'vendor-performance',
    area,
    title: 'Vendor performance analysis',
    description: 'On-time delivery of vendors in the year up to the day.',
    permission,
    dateMode: 'day',
    endpoint: listVendorPerformance,
    queryOf: ({ asOf }) => ({ asOf, sort: 'onTimePercent' }),
    rowsOf: (vendors) => vendors,
    columns: performanceColumns,
    sums: ['amount'],
    groups: [byPunctuality],
  }),
  report({
    id: 'vendor-aging',
    area,
    title: 'Vendor aging',
    description: 'Payables by vendor and age as of the selected date.',
    permission,
    dateMode: 'day',
    endpoint: readApSummary,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: ({ agingByVendor }) =>
      agingByVendor.map(({ vendorCode: code, vendorName: name, ...ages }) => {
        return { ...ages, code, name }
      }),
    columns: agingColumns('Vendor'),
    sums: agingSums,
    groups: [agingByOldest],
  }),
] as const
