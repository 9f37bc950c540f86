import { formatOptionalDay } from '#platform/kernel/format.ts'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import { ListSums, type SumGroup } from '#platform/ui/table/ListSums.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type Address, hrefOf, useOpenAddress } from '#platform/web/address.ts'
import { type ApDocument, apDocumentList, listApDocuments, sumApDocuments } from '../contract.ts'
import { figureNames, kindNames } from '../labels.ts'
import { type DocumentKind, type Figure, figures } from '../rules.ts'

const columns = columnsOf(apDocumentList, {
  kind: { text: ({ kind }) => kindNames[kind], cell: ({ kind }) => kindNames[kind] },
  vendorId: { text: vendorText, cell: (row) => <VendorLink of={row} /> },
  dueDate: ({ dueDate }) => formatOptionalDay(dueDate, '-'),
  billNumber: ({ billNumber }) => billNumber ?? '-',
  days: ({ days }) => days ?? '-',
})

/** Columns that do not apply to the documents of a figure. */
const hiddenColumns: Record<Figure, readonly string[]> = {
  outstanding: ['billNumber', 'days'],
  daysToPay: ['kind', 'dueDate'],
  volume: ['kind', 'dueDate', 'billNumber', 'days'],
}

function columnsFor(figure: Figure) {
  return columns.filter(({ id }) => !hiddenColumns[figure].includes(id))
}

const filters = filtersOf(apDocumentList, {
  figure: {
    kind: 'choice',
    id: 'figure',
    label: 'Figure',
    options: figures.map((value) => ({ value, label: figureNames[value] })),
  },
  vendorCode: vendorFilter,
})

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
      name={apDocumentList.name}
      title={figureNames[figure]}
      endpoint={listApDocuments}
      list={list}
      usualSort={apDocumentList.defaultSort}
      columns={columnsFor(figure)}
      filters={filters}
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
