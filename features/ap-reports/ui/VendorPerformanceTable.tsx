import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { listVendorPerformance, vendorPerformanceList } from '../contract.ts'

const count = (units: number) => units.toLocaleString('en-US')
const days = (text: string | null) =>
  text === null ? '-' : `${text} ${Number(text) === 1 ? 'day' : 'days'}`

export const performanceColumns = columnsOf(vendorPerformanceList, {
  orders: (vendor) => count(vendor.orders),
  onTimePercent: ({ onTimePercent }) => (onTimePercent === null ? '-' : `${onTimePercent}%`),
  late: (vendor) => count(vendor.late),
  averageDaysLate: (vendor) => days(vendor.averageDaysLate),
  closedShort: (vendor) => count(vendor.closedShort),
  averageLeadDays: (vendor) => days(vendor.averageLeadDays),
})

const filters = filtersOf(vendorPerformanceList, {
  from: { kind: 'dates', id: 'from', to: 'to', label: 'Received' },
})

/** Vendors by punctuality in a period, by default the year up to the date; least punctual first. */
export function VendorPerformanceTable({ list }: { list: ListState }) {
  return (
    <>
      <ListViews
        name={vendorPerformanceList.name}
        list={list}
        views={vendorPerformanceList.views}
      />
      <ReportList
        declaredList={vendorPerformanceList}
        title="Vendor Performance"
        endpoint={listVendorPerformance}
        list={list}
        columns={performanceColumns}
        filters={filters}
        codeOf={(vendor) => vendor.vendorCode}
        addressOf={({ vendorCode: open }) => {
          return { to: '/vendors', search: { open, tab: 'performance' } }
        }}
        empty="No receipts in the last 12 months."
      />
      <DeliveryChart asOf={list.search['f.asOf']} />
    </>
  )
}

const DeliveryChart = lazyPart(
  async () => (await import('./DeliveryChart.tsx')).DeliveryChart,
  <Skeleton className="mt-4 h-104 rounded-card" />,
)
