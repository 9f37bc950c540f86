import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { listTaxPayments, type TaxPayment } from '../contract.ts'
import { jurisdictionName, taxPaymentStatuses } from '../tax-rules.ts'

const TaxPaymentDetails = lazyPart(
  async () => (await import('./TaxPaymentDetails.tsx')).TaxPaymentDetails,
)

const columns: readonly Column<TaxPayment>[] = [
  { id: 'paymentNumber', header: 'Number', width: 175, cell: ({ paymentNumber }) => paymentNumber },
  {
    id: 'paidOn',
    header: 'Paid on',
    width: 110,
    phone: 'date',
    cell: ({ paidOn }) => formatDay(paidOn as Day),
  },
  { id: 'place', header: 'Place', width: 150, sortable: false, cell: jurisdictionName },
  {
    id: 'periodTo',
    header: 'Period',
    width: 200,
    phone: 'line',
    text: ({ periodFrom, periodTo }) => `${periodFrom} to ${periodTo}`,
    cell: ({ periodFrom, periodTo }) =>
      `${formatDay(periodFrom as Day)} to ${formatDay(periodTo as Day)}`,
  },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    phone: 'badge',
    text: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 120,
    align: 'right',
    phone: 'amount',
    cell: ({ amount }) => formatDecimal(amount),
  },
  {
    id: 'reference',
    header: 'Reference',
    width: 140,
    sortable: false,
    cell: ({ reference }) => reference ?? '-',
  },
  {
    id: 'createdByName',
    header: 'Entered by',
    width: 120,
    sortable: false,
    cell: ({ createdByName }) => createdByName,
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    several: true,
    options: taxPaymentStatuses.map((value) => ({
      value,
      label: value.charAt(0).toUpperCase() + value.slice(1),
    })),
  },
  { kind: 'dates', id: 'from', label: 'Paid on', to: 'to' },
]

const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Posted', filters: { status: 'posted' } },
]

/** The sales tax payments, newest first, with their details. */
export function TaxPaymentsTab({ list }: { list: ListState }) {
  const open = Number(list.search.open)
  return (
    <>
      <ListViews name="sales-tax-payments" list={list} views={views} />
      <DataTable
        name="sales-tax-payments"
        title="Payments of Sales Tax"
        endpoint={listTaxPayments}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={({ paymentNumber }) => paymentNumber}
        hrefOf={({ id }) => '/journal' + searchText({ tab: 'tax-payments', open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
        empty={<p className="text-muted">No sales tax payments yet. Pay under Sales tax.</p>}
      />
      {open > 0 && (
        <TaxPaymentDetails
          id={open}
          list={list}
          onClose={() => list.closePart({ open: undefined, part: undefined })}
        />
      )}
    </>
  )
}
