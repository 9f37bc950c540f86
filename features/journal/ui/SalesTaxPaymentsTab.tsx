import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { listTaxPayments, taxPaymentList } from '../contract.ts'
import { jurisdictionName } from '../sales-tax-payment-rules.ts'

const SalesTaxPaymentDetails = lazyPart(
  async () => (await import('./SalesTaxPaymentDetails.tsx')).SalesTaxPaymentDetails,
)

const columns = columnsOf(taxPaymentList, {
  paidOn: ({ paidOn }) => formatDay(paidOn),
  place: jurisdictionName,
  periodTo: {
    text: ({ periodFrom, periodTo }) => `${periodFrom} to ${periodTo}`,
    cell: ({ periodFrom, periodTo }) => `${formatDay(periodFrom)} to ${formatDay(periodTo)}`,
  },
  status: {
    text: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  reference: ({ reference }) => reference ?? '-',
})

const filters = filtersOf(taxPaymentList)

/** The sales tax payments, newest first, with their details. */
export function SalesTaxPaymentsTab({ list }: { list: ListState }) {
  const open = Number(list.search.open)
  return (
    <>
      <ListViews name={taxPaymentList.name} list={list} views={taxPaymentList.views} />
      <DataTable
        name={taxPaymentList.name}
        title="Payments of Sales Tax"
        endpoint={listTaxPayments}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={({ paymentNumber }) => paymentNumber}
        hrefOf={({ id }) => '/journal' + searchText({ tab: 'tax-payments', open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
        empty={
          <p className="text-muted">No sales tax payments yet. Record one on the Sales tax tab.</p>
        }
      />
      {open > 0 && (
        <SalesTaxPaymentDetails
          id={open}
          list={list}
          onClose={() => list.closePart({ open: undefined, part: undefined, full: undefined })}
        />
      )}
    </>
  )
}
