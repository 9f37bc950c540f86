import { agingColumns, agingSums } from '#features/receivables/AgingReport.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { report } from '#platform/ui/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { send } from '#platform/web/send.ts'
import { billColumns } from './ApBillsTable.tsx'
import { performanceColumns } from './PerformanceTable.tsx'
import {
  type ApBill,
  type ApMonth,
  listApBills,
  listApMonths,
  listVendorPerformance,
  readApSummary,
} from './contract.ts'
import { buckets } from './rules.ts'

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

/** The named reports of payables, in the order of the help. */
export const payableReports = [
  report({
    id: 'vendor-payment-schedule',
    area,
    title: 'Vendor payment schedule',
    says: 'Bills that were open on the day, the first due first.',
    permission,
    takes: 'day',
    load: ({ asOf }) => send(listApBills, { query: { asOf, sort: 'dueDate' } }),
    columns: billColumns,
    sums: ['openAmount'],
    groups: [byVendor, byDueDate, byAge],
  }),
  report({
    id: 'overdue-payments',
    area,
    title: 'Overdue payments',
    says: 'Bills that were open and past due on the day, the oldest first.',
    permission,
    takes: 'day',
    load: ({ asOf }) => send(listApBills, { query: { asOf, overdue: 'true', sort: 'dueDate' } }),
    columns: billColumns,
    sums: ['openAmount'],
    groups: [byVendor, byAge],
  }),
  report({
    id: 'monthly-payment-summary',
    area,
    title: 'Monthly payment summary',
    says: 'What was billed and paid in each of the twelve months up to the day.',
    permission,
    takes: 'day',
    load: ({ asOf }) => send(listApMonths, { query: { asOf } }),
    columns: monthColumns,
    sums: ['billed', 'paid', 'discounts'],
  }),
  report({
    id: 'vendor-performance',
    area,
    title: 'Vendor performance analysis',
    says: 'How vendors kept their expected dates in the year up to the day.',
    permission,
    takes: 'day',
    load: ({ asOf }) => send(listVendorPerformance, { query: { asOf, sort: 'onTimePercent' } }),
    columns: performanceColumns,
    sums: ['amount'],
  }),
  report({
    id: 'vendor-aging',
    area,
    title: 'Vendor aging',
    says: 'What is owed to each vendor on the day, by how long it has been due.',
    permission,
    takes: 'day',
    load: async ({ asOf }) => {
      const { agingByVendor } = await send(readApSummary, { query: { asOf } })
      return agingByVendor.map(({ vendorCode: code, vendorName: name, ...ages }) => {
        return { ...ages, code, name }
      })
    },
    columns: agingColumns('Vendor'),
    sums: agingSums,
  }),
] as const
