import { priceName } from '#features/customers/labels.ts'
import type { Permission } from '#features/auth/rules.ts'
import { priceLevels } from '#features/customers/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { type Report, report } from '#platform/ui/reports/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import {
  type SalesByCustomer,
  type StockValue,
  salesByCustomerReport,
  stockValuationReport,
} from '../contract.ts'
import { waiversReport } from './waivers-report.tsx'

const count = (value: number) => value.toLocaleString('en-US')

const area = 'Sales and stock'

type Amount = 'subtotal' | 'taxAmount' | 'shippingAmount' | 'totalAmount'
const amount = (id: Amount, header: string): Column<SalesByCustomer> => {
  return { id, header, align: 'right', cell: (row) => formatDecimal(row[id]) }
}

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
  }),
  waiversReport,
]
