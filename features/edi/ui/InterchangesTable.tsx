import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { type EdiInterchange, ediInterchangeList, listEdiInterchanges } from '../contract.ts'
import { interchangeStateLabels } from '../labels.ts'

const InterchangeDetailsDialog = lazyPart(
  async () => (await import('./InterchangeDetailsDialog.tsx')).InterchangeDetailsDialog,
)

const columns = columnsOf(ediInterchangeList, {
  partnerName: ({ partnerName }) => partnerName ?? 'Unknown sender',
  sets: ({ sets, references }) => (sets ? `${sets}  ${references}` : 'TA1'),
  state: {
    text: stateText,
    cell: (interchange) => <span className="whitespace-normal">{stateText(interchange)}</span>,
  },
  createdAt: ({ createdAt }) => formatMomentOr(createdAt),
})

function stateText({ state, reason }: EdiInterchange): string {
  return reason ? `${interchangeStateLabels[state]}: ${reason}` : interchangeStateLabels[state]
}

const filters = filtersOf(ediInterchangeList)

/** Lists every inbound and outbound interchange. */
export function InterchangesTable({ list }: { list: ListState }) {
  const openId = Number(list.search.open)
  return (
    <>
      <ListViews name={ediInterchangeList.name} list={list} views={ediInterchangeList.views} />
      <DataTable
        name={ediInterchangeList.name}
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
        <InterchangeDetailsDialog id={openId} onClose={() => list.closePart({ open: undefined })} />
      )}
    </>
  )
}
