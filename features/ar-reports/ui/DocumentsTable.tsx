import { formatOptionalDay } from '#platform/kernel/format.ts'
import { CustomerLink } from '#features/receivables/ui/parts/CustomerLink.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import { ListSums, type SumGroup } from '#platform/ui/table/ListSums.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { arDocumentList, listArDocuments, sumArDocuments } from '../contract.ts'
import { figureNames, kindNames } from '../labels.ts'
import { type DocumentKind, figures } from '../rules.ts'

const columns = columnsOf(arDocumentList, {
  kind: { text: ({ kind }) => kindNames[kind], cell: ({ kind }) => kindNames[kind] },
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (row) => <CustomerLink of={row} />,
  },
  dueDate: ({ dueDate }) => formatOptionalDay(dueDate, '-'),
})

const filters = filtersOf(arDocumentList, {
  figure: {
    kind: 'choice',
    id: 'figure',
    label: 'Figure',
    options: figures.map((value) => ({ value, label: figureNames[value] })),
  },
  customerCode: customerFilter,
})

const groups: readonly SumGroup[] = [
  {
    id: 'kind',
    label: 'Kind',
    filtersOf: (kind) => ({ 'f.kind': kind }),
    labelOf: (kind) => kindNames[kind as DocumentKind],
  },
  {
    id: 'customer',
    label: 'Customer',
    filtersOf: (code) => ({ 'f.customerCode': code }),
  },
]

/** Lists the documents behind a card's figure, with their sum, which equals the figure. */
export function DocumentsTable({ list }: { list: ListState }) {
  const figure = figures.find((candidate) => candidate === list.search['f.figure']) ?? 'balance'
  return (
    <DataTable
      name={arDocumentList.name}
      title={figureNames[figure]}
      endpoint={listArDocuments}
      list={list}
      usualSort={arDocumentList.defaultSort}
      columns={columns}
      filters={filters}
      codeOf={({ number }) => number}
      hrefOf={({ number: open }) => '/ar-reports' + searchText({ tab: 'documents', open })}
      onOpen={({ number: open }) => list.change({ open }, 'push')}
      foot={<ListSums endpoint={sumArDocuments} list={list} what="document" groups={groups} />}
      empty={<p className="text-muted">No documents for this figure.</p>}
    />
  )
}
