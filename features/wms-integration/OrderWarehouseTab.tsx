import { Link } from '@tanstack/react-router'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { readWmsDocument } from './contract.ts'
import type { WmsDocument } from './rules.ts'
import { momentText } from './words.ts'

type OrderWarehouseTabProps = { id: number; orderNumber: string }

/** What the warehouse was told of an order, what it said, and the way out where it was too late. */
export function OrderWarehouseTab({ id, orderNumber }: OrderWarehouseTabProps) {
  const read = useRead(readWmsDocument, { params: { id }, query: { kind: 'order' } })
  if (read.isPending) return <Skeleton className="h-40" />
  if (read.error) {
    return (
      <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
        {read.error.message}
      </Alert>
    )
  }
  const { document } = read.data
  if (!document) return <p className="text-muted">The warehouse was not told of it.</p>
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-label">
        {sentenceOf(document)}
      </p>
      {document.state === 'too_late' && (
        <Alert
          title="The goods have left the warehouse"
          actions={
            <Link to="/sales-orders" search={{ new: orderNumber } as never} className="underline">
              Place it again
            </Link>
          }
        >
          The cancellation came too late. Place the order again and mark it shipped; what the
          customer does not keep comes back with a return.
        </Alert>
      )}
      <ol className="flex flex-col">
        {document.exports.map((each) => (
          <li key={each.version} className="numbers border-t border-line py-2">
            <span className="text-label">{`${actions[each.action] ?? each.action}. `}</span>
            {answerOf(each)}
          </li>
        ))}
      </ol>
    </div>
  )
}

const actions: Readonly<Record<string, string>> = {
  original: 'The order',
  change: 'A change of it',
  cancel: 'Its cancellation',
  closed: 'That the goods left by hand',
}

function sentenceOf({ state, exports }: WmsDocument): string {
  const [last] = exports
  const isWaiting = last?.state === 'waiting'
  if (state === 'cancel_requested') return 'Cancellation requested; the warehouse has not answered'
  if (state === 'cancelled') return 'Cancellation acknowledged by the warehouse'
  if (state === 'too_late') return 'Too late to cancel'
  if (state === 'closed') return 'Done; the warehouse has nothing more to do'
  if (last?.action === 'change') return isWaiting ? 'Change requested' : 'Change acknowledged'
  return isWaiting ? 'Waits to be sent to the warehouse' : 'In the hands of the warehouse'
}

function answerOf({ state, createdAt, sentAt, error }: WmsDocument['exports'][number]): string {
  if (state === 'sent') return `Sent and answered ${momentText(sentAt)}`
  if (state === 'failed') return `Not taken: ${error ?? 'no reason was given'}`
  if (state === 'dismissed') return 'Given up by a person'
  return `Waits since ${momentText(createdAt)}${error ? `: ${error}` : ''}`
}
