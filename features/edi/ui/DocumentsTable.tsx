import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import {
  type EdiDocument,
  ediDocumentList,
  listEdiDocuments,
  settleEdiDocument,
  sumEdiDocuments,
} from '../contract.ts'
import { documentStateLabels, setName } from '../labels.ts'

const InterchangeDetailsDialog = lazyPart(
  async () => (await import('./InterchangeDetailsDialog.tsx')).InterchangeDetailsDialog,
)

const partnerOf = ({ partnerName }: EdiDocument) => partnerName ?? 'Unknown'

const columns = columnsOf(ediDocumentList, {
  setId: { text: ({ setId }) => setName(setId), cell: ({ setId }) => setName(setId) },
  reference: ({ reference }) => reference ?? '—',
  partnerName: partnerOf,
  state: {
    text: outcomeText,
    cell: (document) => <span className="whitespace-normal">{outcomeText(document)}</span>,
  },
  orderNumber: ({ orderNumber }) =>
    orderNumber && (
      <Link to="/sales-orders" search={{ open: orderNumber }}>
        {orderNumber}
      </Link>
    ),
  createdAt: ({ createdAt }) => formatMomentOr(createdAt),
})

function outcomeText({ state, reason, needsPerson, settledAt, note }: EdiDocument): string {
  const sentence = reason ? `${documentStateLabels[state]}: ${reason}` : documentStateLabels[state]
  if (!needsPerson) return sentence
  return settledAt ? `${sentence} (done${note ? `: ${note}` : ''})` : `${sentence} (to do)`
}

const filters = filtersOf(ediDocumentList)

const groups = groupsOf(ediDocumentList, {
  endpoint: sumEdiDocuments,
  what: 'document',
  hasAmounts: false,
  headings: { partner: partnerOf },
  labels: { set: setName },
})

/** Lists every inbound and outbound document, and those that need review. */
export function DocumentsTable({ list }: { list: ListState }) {
  const openId = Number(list.search.open)
  const may = useMay()
  const settlement = useWrite(settleEdiDocument, {
    refreshes: [listEdiDocuments],
    success: 'Document marked as done',
    failure: 'Failed to mark the document',
  })
  const settle = ({ id }: EdiDocument) => void settlement.run({ params: { id }, body: {} })
  return (
    <>
      <ListViews name={ediDocumentList.name} list={list} views={ediDocumentList.views} />
      <DataTable
        name={ediDocumentList.name}
        title="Documents"
        endpoint={listEdiDocuments}
        list={list}
        columns={columns}
        filters={filters}
        groups={groups}
        codeOf={({ setId, reference, id }) => `${setId} ${reference ?? id}`}
        hrefOf={({ interchangeId }) => '/edi' + searchText({ open: String(interchangeId) })}
        onOpen={({ interchangeId }) => list.change({ open: String(interchangeId) }, 'push')}
        actionsOf={(document) =>
          document.needsPerson && !document.settledAt && may('edi.mend')
            ? [
                {
                  icon: Check,
                  label: 'Mark as done',
                  run: () => settle(document),
                },
              ]
            : []
        }
        empty={
          <p className="text-muted">
            No EDI documents yet. Import a partner’s order file in Order Entry.
          </p>
        }
      />
      {openId > 0 && (
        <InterchangeDetailsDialog id={openId} onClose={() => list.closePart({ open: undefined })} />
      )}
    </>
  )
}
