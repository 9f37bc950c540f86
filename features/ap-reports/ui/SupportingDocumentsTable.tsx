import { formatOptionalDay } from '#platform/kernel/days.ts'
import { VendorLink, vendorByCode } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { figureFilter, SupportingDocuments } from '#platform/ui/reports/SupportingDocuments.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { Address } from '#platform/web/screen-address.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { type ApDocument, apDocumentList, listApDocuments, sumApDocuments } from '../contract.ts'
import { figureNames, kindNames } from '../labels.ts'
import { type Figure, figures } from '../rules.ts'

const columns = columnsOf(apDocumentList, {
  kind: { text: ({ kind }) => kindNames[kind], cell: ({ kind }) => kindNames[kind] },
  vendorId: { text: vendorByCode, cell: (row) => <VendorLink of={row} byCode /> },
  dueDate: ({ dueDate }) => formatOptionalDay(dueDate, '-'),
  billNumber: ({ billNumber }) => billNumber ?? '-',
  days: ({ days }) => days ?? '-',
})

/** Columns that do not apply to the documents of a figure. */
const hiddenColumns: Record<Figure, readonly string[]> = {
  outstanding: ['billNumber', 'days'],
  daysToPay: ['kind', 'dueDate'],
  volume: ['kind', 'dueDate', 'billNumber', 'days'],
  received: ['kind', 'billNumber', 'days'],
  receivedLate: ['kind', 'billNumber'],
  closedShort: ['kind', 'billNumber', 'days'],
}

const filters = filtersOf(apDocumentList, {
  figure: figureFilter(figures, figureNames),
  vendorCode: vendorFilter,
})

const groups = groupsOf(apDocumentList, { endpoint: sumApDocuments, what: 'document' })

/** The documents behind a figure. */
export function SupportingDocumentsTable({ list }: { list: ListState }) {
  return (
    <div>
      <ListViews name={apDocumentList.name} list={list} views={apDocumentList.views} />
      <SupportingDocuments
        declaredList={apDocumentList}
        endpoint={listApDocuments}
        list={list}
        figures={figures}
        figureNames={figureNames}
        hiddenColumns={hiddenColumns}
        columns={columns}
        filters={filters}
        groups={groups}
        addressOf={addressOf}
      />
    </div>
  )
}

const tabs = { bill: 'bills', credit: 'credits', payment: 'payments' } as const

/** Where a document opens. */
function addressOf({ kind, documentId, number }: ApDocument): Address {
  if (kind === 'order') return { to: '/purchase-orders', search: { open: number } }
  return { to: '/ap-reports', search: { tab: tabs[kind], open: String(documentId) } }
}
