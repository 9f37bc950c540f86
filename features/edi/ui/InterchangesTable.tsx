import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type EdiInterchange, listEdiInterchanges } from '../contract.ts'
import { interchangeStates } from '../rules.ts'
import { interchangeStateLabels } from '../labels.ts'

const InterchangeDialog = lazyPart(
  async () => (await import('./InterchangeDialog.tsx')).InterchangeDialog,
)

const columns: readonly Column<EdiInterchange>[] = [
  {
    id: 'controlNumber',
    header: 'Interchange',
    width: 130,
    sortable: false,
    cell: ({ controlNumber }) => controlNumber,
  },
  {
    id: 'direction',
    header: 'Direction',
    width: 95,
    sortable: false,
    cell: ({ direction }) => (direction === 'in' ? 'In' : 'Out'),
  },
  {
    id: 'partnerName',
    header: 'Partner',
    width: 170,
    sortable: false,
    cell: ({ partnerName }) => partnerName ?? 'Unknown sender',
  },
  {
    id: 'sets',
    header: 'Documents',
    width: 190,
    sortable: false,
    cell: ({ sets, references }) => (sets ? `${sets}  ${references}` : 'TA1'),
  },
  {
    id: 'state',
    header: 'State',
    width: 330,
    sortable: false,
    phone: 'line',
    text: stateText,
    cell: (interchange) => <span className="whitespace-normal">{stateText(interchange)}</span>,
  },
  {
    id: 'createdAt',
    header: 'Time',
    width: 130,
    sortable: false,
    phone: 'date',
    cell: ({ createdAt }) => formatMomentOr(createdAt),
  },
]

function stateText({ state, reason }: EdiInterchange): string {
  return reason ? `${interchangeStateLabels[state]}: ${reason}` : interchangeStateLabels[state]
}

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'direction',
    label: 'Direction',
    options: [
      { value: 'in', label: 'In' },
      { value: 'out', label: 'Out' },
    ],
  },
  {
    kind: 'choice',
    id: 'state',
    label: 'State',
    options: interchangeStates.map((value) => ({ value, label: interchangeStateLabels[value] })),
  },
]

/** Lists every inbound and outbound interchange. */
export function InterchangesTable({ list }: { list: ListState }) {
  const openId = Number(list.search.open)
  return (
    <>
      <DataTable
        name="edi-interchanges"
        title="Files"
        endpoint={listEdiInterchanges}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={({ direction, controlNumber }) => `${direction} ${controlNumber}`}
        hrefOf={({ id }) => '/edi' + searchText({ tab: 'files', open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
        empty={<p className="text-muted">No EDI files yet.</p>}
      />
      {openId > 0 && (
        <InterchangeDialog id={openId} onClose={() => list.closePart({ open: undefined })} />
      )}
    </>
  )
}
