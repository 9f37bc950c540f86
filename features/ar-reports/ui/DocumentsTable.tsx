import { formatOptionalDay } from '#platform/kernel/format.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { CustomerLink } from '#features/receivables/ui/parts/CustomerLink.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { ListSums, type SumGroup } from '#platform/ui/table/ListSums.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type ArDocument, listArDocuments, sumArDocuments } from '../contract.ts'
import { type DocumentKind, documentKinds, type Figure, figures } from '../rules.ts'

const kindNames: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  memo: 'Credit memo',
  refund: 'Refund',
}
const figureNames: Record<Figure, string> = {
  balance: 'Receivables balance',
  sales: 'Sold on credit, 90 days',
  monthSales: 'Sold on credit, month',
  received: 'Received in the month',
}

const columns: readonly Column<ArDocument>[] = [
  { id: 'number', header: 'Document', width: 140, cell: ({ number }) => number },
  {
    id: 'kind',
    header: 'Kind',
    width: 120,
    phone: 'badge',
    text: ({ kind }) => kindNames[kind],
    cell: ({ kind }) => kindNames[kind],
  },
  {
    id: 'customerId',
    header: 'Customer',
    isLong: true,
    width: 230,
    phone: 'line',
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (row) => <CustomerLink of={row} />,
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

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'figure',
    label: 'Figure',
    options: figures.map((value) => ({ value, label: figureNames[value] })),
  },
  {
    kind: 'choice',
    id: 'kind',
    label: 'Kind',
    several: true,
    options: documentKinds.map((value) => ({ value, label: kindNames[value] })),
  },
  customerFilter,
]

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
      name="ar-documents"
      title={figureNames[figure]}
      endpoint={listArDocuments}
      list={list}
      usualSort="-day"
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
