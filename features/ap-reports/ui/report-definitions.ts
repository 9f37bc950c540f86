import { agingBuckets } from '#features/receivables/rules.ts'
import { agingReport } from '#features/receivables/ui/parts/aging-columns.ts'
import {
  byQuarterAndYear,
  type ReportDays,
  type ReportGroup,
  reportsAsOf,
} from '#platform/ui/reports/report.ts'
import type { Address, SearchOf } from '#platform/web/screen-address.ts'
import { agingLabels, vendorsOf } from './AgingTab.tsx'
import { billColumns } from './ApBillsTable.tsx'
import { monthBills, monthPayments, yearBills, yearPayments } from './month-documents.ts'
import { monthColumns } from './MonthlyPaymentSummary.tsx'
import { receivedOrders } from './received-orders.ts'
import { performanceColumns } from './VendorPerformanceTable.tsx'
import {
  type ApBill,
  type ApMonth,
  type VendorPerformance,
  listApBills,
  listApMonths,
  listVendorPerformance,
  readApSummary,
} from '../contract.ts'
import { type DeliveryFigure, onTimeBands, onTimeBandOf } from '../rules.ts'

const report = reportsAsOf('Accounts Payable', 'reports.payables')

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
    agingBuckets.find(({ to }) => to === undefined || daysPastDue <= to)?.label ?? '',
}
const byPunctuality: ReportGroup<VendorPerformance> = {
  id: 'onTime',
  label: 'On time',
  of: ({ onTimePercent }) => onTimeBandOf(onTimePercent),
  order: onTimeBands,
}

/** Rows of the payables screen. */
const rowsAt = (search: SearchOf<'/ap-reports'>): Address => ({ to: '/ap-reports', search })

const openBill = ({ id }: ApBill) => rowsAt({ tab: 'bills', open: String(id) })
const openPayments = (month: ApMonth, { asOf }: ReportDays) => monthPayments(month, asOf)
const openReceived =
  (figure: DeliveryFigure) =>
  ({ vendorCode }: VendorPerformance, { asOf }: ReportDays) =>
    receivedOrders(figure, { vendorCode, asOf })

/** The payables reports, in the order of the help. */
export const payableReports = [
  report({
    id: 'vendor-payment-schedule',
    title: 'Vendor payment schedule',
    description: 'Open bills as of the selected date, by due date.',
    endpoint: listApBills,
    queryOf: ({ asOf }) => ({ asOf, sort: 'dueDate' }),
    rowsOf: (bills) => bills,
    columns: billColumns,
    sums: ['openAmount'],
    groups: [byVendor, byDueDate, byAge],
    formula:
      'Open amounts of posted bills, by due date. With the unapplied vendor credits they are the ' +
      'balance of account 2000.',
    opens: { billNumber: openBill, openAmount: openBill },
    opensSums: { openAmount: ({ asOf }) => rowsAt({ tab: 'schedule', 'f.asOf': asOf }) },
  }),
  report({
    id: 'overdue-payments',
    title: 'Overdue payments',
    description: 'Overdue bills as of the selected date, oldest first.',
    endpoint: listApBills,
    queryOf: ({ asOf }) => ({ asOf, overdue: 'true' as const, sort: 'dueDate' }),
    rowsOf: (bills) => bills,
    columns: billColumns,
    sums: ['openAmount'],
    groups: [byVendor, byAge],
    formula: 'Open amounts of posted bills that are past due. They are a part of account 2000.',
    opens: { billNumber: openBill, openAmount: openBill },
    opensSums: { openAmount: ({ asOf }) => rowsAt({ tab: 'overdue', 'f.asOf': asOf }) },
  }),
  report({
    id: 'monthly-payment-summary',
    title: 'Monthly payment summary',
    description: 'Billed and paid amounts of the twelve months up to the day.',
    endpoint: listApMonths,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (months) => months,
    columns: monthColumns(),
    sums: ['billed', 'paid', 'discounts'],
    groups: byQuarterAndYear(({ month }: ApMonth) => month),
    formula:
      'Bills and payments by posting date, without those that were void by the day. Each has a ' +
      'journal entry of its posting date.',
    opens: {
      billed: (month: ApMonth, { asOf }: ReportDays) => monthBills(month, asOf),
      payments: openPayments,
      paid: openPayments,
      discounts: openPayments,
      largest: openPayments,
    },
    opensSums: {
      billed: ({ asOf }) => yearBills(asOf),
      paid: ({ asOf }) => yearPayments(asOf),
      discounts: ({ asOf }) => yearPayments(asOf),
    },
  }),
  report({
    id: 'vendor-performance',
    title: 'Vendor performance analysis',
    description: 'On-time delivery of vendors in the year up to the day.',
    endpoint: listVendorPerformance,
    queryOf: ({ asOf }) => ({ asOf, sort: 'onTimePercent' }),
    rowsOf: (vendors) => vendors,
    columns: performanceColumns(),
    sums: ['amount'],
    groups: [byPunctuality],
    formula:
      'Purchase orders that were received in full or closed in the year up to the day, by their ' +
      'expected dates. The amount is the total of these orders; the journal has their receipts.',
    opens: {
      orders: openReceived('received'),
      late: openReceived('receivedLate'),
      closedShort: openReceived('closedShort'),
      onTimePercent: openReceived('received'),
      averageDaysLate: openReceived('receivedLate'),
      averageLeadDays: openReceived('received'),
      amount: openReceived('received'),
    },
    opensSums: { amount: ({ asOf }) => receivedOrders('received', { asOf }) },
  }),
  report({
    id: 'vendor-aging',
    title: 'Vendor aging',
    description: 'Payables by vendor and age as of the selected date.',
    endpoint: readApSummary,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: vendorsOf,
    ...agingReport(agingLabels),
  }),
] as const
