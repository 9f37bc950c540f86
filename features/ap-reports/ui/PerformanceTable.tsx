import { useNavigate } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type VendorPerformance, listVendorPerformance } from '../contract.ts'

const count = (units: number) => units.toLocaleString('en-US')
const days = (text: string | null) =>
  text === null ? '-' : `${text} ${Number(text) === 1 ? 'day' : 'days'}`

const number = { align: 'right', width: 110 } as const

export const performanceColumns: readonly Column<VendorPerformance>[] = [
  { id: 'vendorCode', header: 'Vendor Code', width: 120, cell: (vendor) => vendor.vendorCode },
  {
    id: 'vendorName',
    header: 'Vendor',
    isLong: true,
    width: 220,
    phone: 'line',
    cell: (vendor) => vendor.vendorName,
  },
  { id: 'orders', header: 'Received', ...number, cell: (vendor) => count(vendor.orders) },
  {
    id: 'onTimePercent',
    header: 'On time',
    ...number,
    phone: 'amount',
    cell: (vendor) => (vendor.onTimePercent === null ? '-' : `${vendor.onTimePercent}%`),
  },
  { id: 'late', header: 'Late', ...number, width: 80, cell: (vendor) => count(vendor.late) },
  {
    id: 'averageDaysLate',
    header: 'Late by',
    ...number,
    cell: (vendor) => days(vendor.averageDaysLate),
  },
  {
    id: 'closedShort',
    header: 'Closed short',
    ...number,
    cell: (vendor) => count(vendor.closedShort),
  },
  {
    id: 'averageLeadDays',
    header: 'Lead time',
    ...number,
    phone: 'date',
    cell: (vendor) => days(vendor.averageLeadDays),
  },
  {
    id: 'amount',
    header: 'Amount',
    ...number,
    width: 130,
    cell: (vendor) => formatDecimal(vendor.amount),
  },
]

const filters: readonly Filter[] = [{ kind: 'dates', id: 'from', to: 'to', label: 'Received' }]

/** Vendors by punctuality in a period, by default the year up to the date; least punctual first. */
export function PerformanceTable({ list }: { list: ListState }) {
  const navigate = useNavigate()
  return (
    <DataTable
      name="ap-vendors"
      title="Vendor Performance"
      endpoint={listVendorPerformance}
      list={list}
      usualSort="onTimePercent"
      columns={performanceColumns}
      filters={filters}
      codeOf={(vendor) => vendor.vendorCode}
      hrefOf={(vendor) => '/vendors' + searchText({ open: vendor.vendorCode, tab: 'performance' })}
      onOpen={(vendor) =>
        void navigate({
          to: '/vendors',
          search: { open: vendor.vendorCode, tab: 'performance' },
        })
      }
      empty={<p className="text-muted">No receipts in this year.</p>}
    />
  )
}
