import { formatOptionalDay } from '#platform/kernel/days.ts'
import { CustomerLink } from '#features/receivables/ui/parts/CustomerLink.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { figureFilter, SupportingDocuments } from '#platform/ui/reports/SupportingDocuments.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { type Address, useOpenAddress } from '#platform/web/screen-address.ts'
import { type ArDocument, arDocumentList, listArDocuments, sumArDocuments } from '../contract.ts'
import { figureNames, kindNames } from '../labels.ts'
import { figures } from '../rules.ts'

const columns = columnsOf(arDocumentList, {
  kind: { text: ({ kind }) => kindNames[kind], cell: ({ kind }) => kindNames[kind] },
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (row) => <CustomerLink of={row} />,
  },
  dueDate: ({ dueDate }) => formatOptionalDay(dueDate, '-'),
})

const filters = filtersOf(arDocumentList, {
  figure: figureFilter(figures, figureNames),
  customerCode: customerFilter,
})

const groups = groupsOf(arDocumentList, { endpoint: sumArDocuments, what: 'document' })

/** The documents behind a figure; they open over the list, and orders on their own screen. */
export function SupportingDocumentsTable({ list }: { list: ListState }) {
  const openAddress = useOpenAddress()
  const open = (document: ArDocument) => {
    if (document.kind === 'order') void openAddress(addressOf(document))
    else list.change({ open: document.number }, 'push')
  }
  return (
    <div>
      <ListViews name={arDocumentList.name} list={list} views={arDocumentList.views} />
      <SupportingDocuments
        declaredList={arDocumentList}
        endpoint={listArDocuments}
        list={list}
        figures={figures}
        figureNames={figureNames}
        columns={columns}
        filters={filters}
        groups={groups}
        addressOf={addressOf}
        onOpen={open}
      />
    </div>
  )
}

/** Where a document opens. */
function addressOf({ kind, number: open }: ArDocument): Address {
  if (kind === 'order') return { to: '/sales-orders', search: { open } }
  return { to: '/ar-reports', search: { tab: 'documents', open } }
}
