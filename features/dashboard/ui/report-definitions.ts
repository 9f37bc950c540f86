import { priceName } from '#features/customers/labels.ts'
import type { Permission } from '#features/auth/rules.ts'
import { priceLevels } from '#features/customers/contract.ts'
import type { salesOrderList } from '#features/sales-orders/contract.ts'
import { searchFor } from '#platform/kernel/list.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { type Report, type ReportDays, report } from '#platform/ui/reports/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import type { Address } from '#platform/web/screen-address.ts'
import {
  type SalesByCustomer,
  type StockValue,
  salesByCustomerReport,
  stockValuationReport,
} from '../contract.ts'
import { ordersAreNotPosted } from '../stat-cards.ts'
import { waiversReport } from './waivers-report.tsx'

const count = (value: number) => value.toLocaleString('en-US')

const area = 'Sales and stock'

type Amount = 'subtotal' | 'taxAmount' | 'shippingAmount' | 'totalAmount'
const amount = (id: Amount, header: string): Column<SalesByCustomer> => {
  return { id, header, align: 'right', cell: (row) => formatDecimal(row[id]) }
}

const salesOrders = searchFor<typeof salesOrderList>()
const notCancelled = ['pending', 'processing', 'shipped', 'delivered'] as const

/** The orders of a period that are not cancelled, of all customers or of one. */
const ordersOf = ({ from, to }: ReportDays, customerCode?: string): Address => ({
  to: '/sales-orders',
  search: salesOrders({ status: notCancelled, from, to, customerCode }),
})
const openOrders = ({ customerCode }: SalesByCustomer, days: ReportDays) =>
  ordersOf(days, customerCode)
const openAllOrders = (days: ReportDays) => ordersOf(days)

/** The value ledger of a SKU up to the day; stock of before it was kept by SKU has none. */
const openValue = ({ sku }: StockValue, { asOf }: ReportDays): Address | undefined =>
  sku === '' ? undefined : { to: '/skus', search: { open: sku, tab: 'value', part: asOf } }

/** The value of every SKU on the day. */
const openAllValues = ({ asOf }: ReportDays): Address => ({
  to: '/skus',
  search: { view: 'stock-values', part: asOf },
})

/** The reports that the dashboard feature defines. */
export const dashboardReports: readonly Report<Permission>[] = [
  report({
    id: 'sales-by-customer',
    area,
    title: 'Sales by customer',
    description: 'Orders by customer and order date, without cancelled orders.',
    permission: 'reports.receivables',
    dateMode: 'period',
    endpoint: salesByCustomerReport,
    queryOf: ({ from, to }) => ({ from, to }),
    rowsOf: (customers) => customers,
    columns: [
      { id: 'customerCode', header: 'Customer Code', cell: (row) => row.customerCode },
      { id: 'customerName', header: 'Name', cell: (row) => row.customerName },
      { id: 'orders', header: 'Orders', align: 'right', cell: (row) => count(row.orders) },
      amount('subtotal', 'Subtotal'),
      amount('taxAmount', 'Tax'),
      amount('shippingAmount', 'Shipping'),
      amount('totalAmount', 'Total'),
    ],
    sums: ['subtotal', 'taxAmount', 'shippingAmount', 'totalAmount'],
    groups: [
      {
        id: 'level',
        label: 'Price level',
        of: ({ priceLevel }: SalesByCustomer) => priceName(priceLevel),
        order: priceLevels.map(priceName),
      },
      { id: 'state', label: 'State', of: ({ state }: SalesByCustomer) => state ?? 'None' },
    ],
    formula:
      'Number and amounts of sales orders by order date, without cancelled orders. ' +
      ordersAreNotPosted,
    opens: {
      orders: openOrders,
      subtotal: openOrders,
      taxAmount: openOrders,
      shippingAmount: openOrders,
      totalAmount: openOrders,
    },
    opensSums: {
      subtotal: openAllOrders,
      taxAmount: openAllOrders,
      shippingAmount: openAllOrders,
      totalAmount: openAllOrders,
    },
  }),
  report({
    id: 'stock-valuation',
    area,
    title: 'Stock valuation',
    description: 'Stock on hand at the end of the day, valued at cost: account 1200 of that day.',
    permission: 'skus.cost',
    dateMode: 'day',
    endpoint: stockValuationReport,
    queryOf: ({ asOf }) => ({ asOf }),
    rowsOf: (skus) => skus,
    columns: [
      { id: 'sku', header: 'SKU', cell: (row) => row.sku },
      { id: 'name', header: 'Name', cell: (row) => row.name },
      { id: 'category', header: 'Category', cell: (row) => row.category },
      { id: 'onHand', header: 'On hand', align: 'right', cell: (row) => count(row.onHand) },
      { id: 'unitOfMeasure', header: 'UOM', cell: (row) => row.unitOfMeasure },
      { id: 'cost', header: 'Cost', align: 'right', cell: (row) => formatDecimal(row.cost) },
      { id: 'value', header: 'Value', align: 'right', cell: (row) => formatDecimal(row.value) },
    ],
    sums: ['value'],
    groups: [
      { id: 'category', label: 'Category', of: ({ category }: StockValue) => category ?? 'None' },
    ],
    formula:
      'Units and value of the stock at the end of the day: what receipts, shipments, returns and ' +
      'adjustments posted to account 1200 by then, by SKU. The cost is the value per unit.',
    opens: { sku: openValue, onHand: openValue, cost: openValue, value: openValue },
    opensSums: { value: openAllValues },
    tie: { sum: 'value', account: 'inventory' },
  }),
  waiversReport,
]
