import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { useWrite } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type EdiDocument, listEdiDocuments, settleEdiDocument } from '../contract.ts'
import { documentStates } from '../rules.ts'
import { documentStateLabels, setName } from '../labels.ts'

const InterchangeDialog = lazyPart(
  async () => (await import('./InterchangeDialog.tsx')).InterchangeDialog,
)

const columns: readonly Column<EdiDocument>[] = [
  {
    id: 'setId',
    header: 'Document',
    width: 180,
    sortable: false,
    text: ({ setId }) => setName(setId),
    cell: ({ setId }) => setName(setId),
  },
  {
    id: 'reference',
    header: 'Number',
    width: 120,
    sortable: false,
    cell: ({ reference }) => reference ?? '—',
  },
  {
    id: 'partnerName',
    header: 'Partner',
    width: 160,
    sortable: false,
    cell: ({ partnerName }) => partnerName ?? 'Unknown',
  },
  {
    id: 'direction',
    header: 'Direction',
    width: 90,
    sortable: false,
    cell: ({ direction }) => (direction === 'in' ? 'In' : 'Out'),
  },
  {
    id: 'state',
    header: 'Outcome',
    width: 235,
    sortable: false,
    phone: 'line',
    text: outcomeText,
    cell: (document) => <span className="whitespace-normal">{outcomeText(document)}</span>,
  },
  {
    id: 'orderNumber',
    header: 'Order',
    width: 160,
    sortable: false,
    cell: ({ orderNumber }) =>
      orderNumber && (
        <Link to="/sales-orders" search={{ open: orderNumber } as never}>
          {orderNumber}
        </Link>
      ),
  },
  {
    id: 'createdAt',
    header: 'Time',
    width: 120,
    sortable: false,
    phone: 'date',
    cell: ({ createdAt }) => formatMomentOr(createdAt),
  },
]

function outcomeText({ state, reason, needsPerson, settledAt, note }: EdiDocument): string {
  const sentence = reason ? `${documentStateLabels[state]}: ${reason}` : documentStateLabels[state]
  if (!needsPerson) return sentence
  return settledAt ? `${sentence} (done${note ? `: ${note}` : ''})` : `${sentence} (to do)`
}

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'open',
    label: 'To do',
    options: [
      { value: 'true', label: 'Needs attention' },
      { value: 'false', label: 'No action needed' },
    ],
  },
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
    options: documentStates.map((value) => ({ value, label: documentStateLabels[value] })),
  },
]

/** Built-in views for daily use. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Needs attention', filters: { open: 'true' } },
  { label: 'In', filters: { direction: 'in' } },
  { label: 'Out', filters: { direction: 'out' } },
]

/** Lists every inbound and outbound document, and those that need review. */
export function DocumentsTable({ list }: { list: ListState }) {
  const openId = Number(list.search.open)
  const may = useMay()
  const settling = useWrite(settleEdiDocument, {
    refreshes: [listEdiDocuments],
    success: 'Document marked as done',
    failure: 'Failed to mark the document',
  })
  const settle = ({ id }: EdiDocument) => void settling.run({ params: { id }, body: {} })
  return (
    <>
      <ListViews name="edi-documents" list={list} views={views} />
      <DataTable
        name="edi-documents"
        title="Documents"
        endpoint={listEdiDocuments}
        list={list}
        columns={columns}
        filters={filters}
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
        <InterchangeDialog id={openId} onClose={() => list.closePart({ open: undefined })} />
      )}
    </>
  )
}
