import type { ReactNode } from 'react'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { ListSearch, ListState } from '#platform/web/list-state.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import {
  listVendorPerformance,
  type VendorPerformance,
  vendorPerformanceList,
} from '../contract.ts'
import { receivedOrders } from './received-orders.ts'
import type { DeliveryFigure } from '../rules.ts'

const count = (units: number) => units.toLocaleString('en-US')
const days = (text: string | null) =>
  text === null ? '-' : `${text} ${Number(text) === 1 ? 'day' : 'days'}`

type Link = (figure: DeliveryFigure, vendor: VendorPerformance, text: string) => ReactNode

/** The figures of a vendor; the table links those that orders add up to. */
export function performanceColumns(link: Link = (_, __, text) => text) {
  return columnsOf(vendorPerformanceList, {
    orders: (vendor) => link('received', vendor, count(vendor.orders)),
    onTimePercent: ({ onTimePercent }) =>
      onTimePercent === null ? '-' : <OnPhone text={`${onTimePercent}%`} says="on time" />,
    late: (vendor) => link('receivedLate', vendor, count(vendor.late)),
    averageDaysLate: (vendor) => days(vendor.averageDaysLate),
    closedShort: (vendor) => link('closedShort', vendor, count(vendor.closedShort)),
    averageLeadDays: ({ averageLeadDays }) => (
      <OnPhone text={days(averageLeadDays)} says="lead time" />
    ),
    amount: (vendor) => link('received', vendor, formatDecimal(vendor.amount)),
  })
}

/** A figure, with its name on phones, where no head names it. */
function OnPhone({ text, says }: { text: string; says: string }) {
  return (
    <>
      {text}
      <span className="sm:hidden">{` ${says}`}</span>
    </>
  )
}

/** The columns of the table, whose links lead to the orders of the same days. */
function linkedColumns(search: ListSearch) {
  const period = { from: search['f.from'], to: search['f.to'], asOf: search['f.asOf'] }
  return performanceColumns((figure, { vendorCode }, text) =>
    text === '0' ? (
      text
    ) : (
      <ScreenAddressLink address={receivedOrders(figure, { ...period, vendorCode })}>
        {text}
      </ScreenAddressLink>
    ),
  )
}

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
        columns={linkedColumns(list.search)}
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
