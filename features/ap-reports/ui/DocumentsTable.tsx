import { formatOptionalDay } from '#platform/kernel/format.ts'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { ListSums, type SumGroup } from '#platform/ui/table/ListSums.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type Address, hrefOf, useOpenAddress } from '#platform/web/address.ts'
import { type ApDocument, listApDocuments, sumApDocuments } from '../contract.ts'
import { type DocumentKind, documentKinds, type Figure, figures } from '../rules.ts'

const kindNames: Record<DocumentKind, string> = {
  bill: 'Bill',
  credit: 'Credit',
  order: 'Purchase order',
  payment: 'Payment',
}
const figureNames: Record<Figure, string> = {
  outstanding: 'Outstanding payables',
  daysToPay: 'Days to pay, 90 days',
  volume: 'Payments in the month',
}

const columns: readonly Column<ApDocument>[] = [
  { id: 'number', header: 'Document', width: 170, cell: ({ number }) => number },
  {
    id: 'kind',
    header: 'Kind',
    width: 135,
    phone: 'badge',
    text: ({ kind }) => kindNames[kind],
    cell: ({ kind }) => kindNames[kind],
  },
  {
    id: 'vendorId',
    header: 'Vendor',
    isLong: true,
    width: 230,
    phone: 'line',
    text: vendorText,
    cell: (row) => <VendorLink of={row} />,
  },
  {
    id: 'day',
    header: 'Date',
    width: 110,
    phone: 'date',
    cell: ({ day }) => formatOptionalDay(day, '-'),
  },
  {
    id: 'dueDate',
    header: 'Due',
    width: 110,
    cell: ({ dueDate }) => formatOptionalDay(dueDate, '-'),
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 130,
    align: 'right',
    phone: 'amount',
    cell: ({ amount }) => formatDecimal(amount),
  },
]
/** Columns for bill payments: the bill and the days it took. */
const settledColumns: readonly Column<ApDocument>[] = [
  {
    id: 'billNumber',
    header: 'Bill Number',
    width: 150,
    sortable: false,
    cell: ({ billNumber }) => billNumber ?? '-',
  },
  { id: 'days', header: 'Days', width: 80, align: 'right', cell: ({ days }) => days ?? '-' },
]

function columnsOf(figure: Figure): readonly Column<ApDocument>[] {
  if (figure === 'outstanding') return columns
  const figureColumns = columns.filter(({ id }) => id !== 'kind' && id !== 'dueDate')
  return figure === 'volume'
    ? figureColumns
    : [...figureColumns.slice(0, -1), ...settledColumns, ...figureColumns.slice(-1)]
}

const figureFilter: Filter = {
  kind: 'choice',
  id: 'figure',
  label: 'Figure',
  options: figures.map((value) => ({ value, label: figureNames[value] })),
}
const kindFilter: Filter = {
  kind: 'choice',
  id: 'kind',
  label: 'Kind',
  several: true,
  options: documentKinds.map((value) => ({ value, label: kindNames[value] })),
}

const byKind: SumGroup = {
  id: 'kind',
  label: 'Kind',
  filtersOf: (kind) => ({ 'f.kind': kind }),
  labelOf: (kind) => kindNames[kind as DocumentKind],
}
const byVendor: SumGroup = {
  id: 'vendor',
  label: 'Vendor',
  filtersOf: (code) => ({ 'f.vendorCode': code }),
}

/** The documents behind a card's figure, with their sum, which equals the figure. */
export function DocumentsTable({ list }: { list: ListState }) {
  const openAddress = useOpenAddress()
  const figure = figures.find((candidate) => candidate === list.search['f.figure']) ?? 'outstanding'
  return (
    <DataTable
      name="ap-documents"
      title={figureNames[figure]}
      endpoint={listApDocuments}
      list={list}
      usualSort="-day"
      columns={columnsOf(figure)}
      filters={[figureFilter, kindFilter, vendorFilter]}
      codeOf={({ number }) => number}
      hrefOf={(row) => hrefOf(placeOf(row))}
      onOpen={(row) => void openAddress(placeOf(row))}
      foot={
        <ListSums
          endpoint={sumApDocuments}
          list={list}
          what="document"
          groups={[byKind, byVendor]}
        />
      }
      empty={<p className="text-muted">No documents for this figure.</p>}
    />
  )
}

/** Where a document opens. A credit has no dialog of its own, so the link searches for it. */
function placeOf({ kind, documentId, number }: ApDocument): Address {
  if (kind === 'order') return { to: '/purchase-orders', search: { open: number } }
  if (kind === 'credit') return { to: '/ap-reports', search: { tab: 'credits', q: number } }
  const tab = kind === 'bill' ? 'bills' : 'payments'
  return { to: '/ap-reports', search: { tab, open: String(documentId) } }
}
