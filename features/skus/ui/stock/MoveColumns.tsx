import { Link } from '@tanstack/react-router'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import type { StockMove } from '../../contract.ts'
import { deltaText, effectText, moveText } from '../../rules.ts'

const notSortable = { sortable: false } as const
const count = { ...notSortable, align: 'right', width: 80 } as const

/** The columns of the movements of one SKU. */
export const columns: readonly Column<StockMove>[] = [
  {
    id: 'id',
    header: 'When',
    width: 155,
    text: (move) => move.occurredAt,
    cell: ({ occurredAt }) => formatMoment(occurredAt),
  },
  {
    id: 'kind',
    header: 'Movement',
    ...notSortable,
    width: 115,
    phone: 'line',
    text: (move) => moveText(move.kind),
    cell: (move) => (
      <>
        {moveText(move.kind)}
        <span className="block text-muted sm:sr-only">{effectText(move)}</span>
      </>
    ),
  },
  { id: 'onHandDelta', header: 'On hand', ...count, cell: (move) => deltaText(move.onHandDelta) },
  {
    id: 'onHandAfter',
    header: 'Balance',
    ...count,
    width: 105,
    phone: 'amount',
    cell: (move) => move.onHandAfter.toLocaleString('en-US'),
  },
  {
    id: 'reservedDelta',
    header: 'Reserved',
    ...count,
    cell: (move) => deltaText(move.reservedDelta),
  },
  {
    id: 'onOrderDelta',
    header: 'On order',
    ...count,
    cell: (move) => deltaText(move.onOrderDelta),
  },
  {
    id: 'document',
    header: 'Document',
    ...notSortable,
    width: 165,
    phone: 'badge',
    cell: (move) => <DocumentLink move={move} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    isLong: true,
    ...notSortable,
    width: 105,
    cell: (move) => move.reason,
  },
  { id: 'by', header: 'By', ...notSortable, width: 90, phone: 'date', cell: (move) => move.by },
]

const screenOf: Record<string, '/purchase-orders' | '/returns'> = {
  purchase_order: '/purchase-orders',
  return: '/returns',
}

function DocumentLink({ move }: { move: StockMove }) {
  if (!move.document) return null
  return (
    <Link
      to={screenOf[move.refType] ?? '/sales-orders'}
      search={{ open: move.document }}
      className="numbers text-link"
    >
      {move.document}
    </Link>
  )
}
