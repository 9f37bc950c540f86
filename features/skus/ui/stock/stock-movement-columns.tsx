import { Link } from '@tanstack/react-router'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { type StockMove, stockMoveList } from '../../contract.ts'
import { deltaText, effectText, moveText } from '../../rules.ts'
import { documentAddress } from './movement-document.ts'

/** The columns of the movements of one SKU. */
export const columns = columnsOf(stockMoveList, {
  id: { text: (move) => move.occurredAt, cell: ({ occurredAt }) => formatMoment(occurredAt) },
  kind: {
    text: (move) => moveText(move.kind),
    cell: (move) => (
      <>
        {moveText(move.kind)}
        <span className="block text-muted sm:sr-only">{effectText(move)}</span>
      </>
    ),
  },
  onHandDelta: (move) => deltaText(move.onHandDelta),
  onHandAfter: (move) => move.onHandAfter.toLocaleString('en-US'),
  reservedDelta: (move) => deltaText(move.reservedDelta),
  onOrderDelta: (move) => deltaText(move.onOrderDelta),
  document: (move) => <DocumentLink move={move} />,
})

function DocumentLink({ move }: { move: StockMove }) {
  const address = documentAddress(move)
  if (!address) return null
  return (
    <Link {...address} className="numbers text-link">
      {move.document}
    </Link>
  )
}
