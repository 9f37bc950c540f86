import type { Permission } from '#features/auth/rules.ts'
import { type Cents, cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { send } from '#platform/web/send.ts'
import {
  type SalesByCustomer,
  salesByCustomerReport,
  type StockValue,
  stockValuationReport,
} from './contract.ts'

export type Period = { from: string; to: string }

/** A report: its rows, how they are shown, and the sum under its last column. */
export type Report<Row extends { id: number } = { id: number }> = {
  id: string
  title: string
  says: string
  permission: Permission
  takesPeriod: boolean
  load: (period: Period) => Promise<Row[]>
  columns: readonly Column<Row>[]
  total: (rows: readonly Row[]) => string
}

const count = (value: number) => value.toLocaleString('en-US')

const salesByCustomer: Report<SalesByCustomer> = {
  id: 'sales-by-customer',
  title: 'Sales by customer',
  says: 'What each customer ordered, by order date. Cancelled orders are left out.',
  permission: 'reports.receivables',
  takesPeriod: true,
  load: (period) => send(salesByCustomerReport, { query: period }),
  columns: [
    { id: 'customerCode', header: 'Customer Code', cell: (row) => row.customerCode },
    { id: 'customerName', header: 'Name', cell: (row) => row.customerName },
    { id: 'orders', header: 'Orders', align: 'right', cell: (row) => count(row.orders) },
    {
      id: 'subtotal',
      header: 'Subtotal',
      align: 'right',
      cell: (row) => formatDecimal(row.subtotal),
    },
    { id: 'taxAmount', header: 'Tax', align: 'right', cell: (row) => formatDecimal(row.taxAmount) },
    {
      id: 'shippingAmount',
      header: 'Shipping',
      align: 'right',
      cell: (row) => formatDecimal(row.shippingAmount),
    },
    {
      id: 'totalAmount',
      header: 'Total',
      align: 'right',
      cell: (row) => formatDecimal(row.totalAmount),
    },
  ],
  total: (rows) => totalOf(rows.map((row) => row.totalAmount)),
}

const stockValuation: Report<StockValue> = {
  id: 'stock-valuation',
  title: 'Stock valuation',
  says: 'What is on hand now, at the cost of each SKU.',
  permission: 'skus.cost',
  takesPeriod: false,
  load: () => send(stockValuationReport),
  columns: [
    { id: 'sku', header: 'SKU', cell: (row) => row.sku },
    { id: 'name', header: 'Name', cell: (row) => row.name },
    { id: 'category', header: 'Category', cell: (row) => row.category },
    { id: 'onHand', header: 'On hand', align: 'right', cell: (row) => count(row.onHand) },
    { id: 'unitOfMeasure', header: 'UOM', cell: (row) => row.unitOfMeasure },
    { id: 'cost', header: 'Cost', align: 'right', cell: (row) => formatDecimal(row.cost) },
    { id: 'value', header: 'Value', align: 'right', cell: (row) => formatDecimal(row.value) },
  ],
  total: (rows) => totalOf(rows.map((row) => row.value)),
}

/** Every report, in the order of the dialog. A row's type is known to its own report alone. */
export const reports = [salesByCustomer, stockValuation] as unknown as readonly Report[]

function totalOf(amounts: readonly string[]): string {
  return formatDecimal(decimal(sum(amounts.map((amount): Cents => cents(amount)))))
}
