import { Link } from '@tanstack/react-router'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { readWmsDocument } from './contract.ts'
import type { WmsDocument } from './rules.ts'
import { momentText } from './words.ts'

type OrderWarehouseTabProps = { id: number; orderNumber: string; status: string }

/** What the warehouse was told of an order, what it said, and the way out where it was too late. */
export function OrderWarehouseTab({ id, orderNumber, status }: OrderWarehouseTabProps) {
  const isShipped = status === 'shipped' || status === 'delivered'
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
            isShipped && (
              <Link
                to="/returns"
                search={{ new: `rma:${orderNumber}` } as never}
                className="underline"
              >
                Create return
              </Link>
            )
          }
        >
          {isShipped ? comesBack : staysOpen}
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

const comesBack =
  'It was too late to stop them. What the customer does not keep comes back with a return.'
const staysOpen =
  'It was too late to stop them, and the order stays as it is. When their shipment is here, the ' +
  'goods can come back with a return.'

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
  if (last?.action === 'change') return changeText(last)
  return isWaiting ? 'Waits to be sent to the warehouse' : 'In the hands of the warehouse'
}

function changeText({ state, error }: WmsDocument['exports'][number]): string {
  if (state === 'waiting') return 'Change requested; the warehouse has not answered'
  return state === 'sent' && error ? `Too late to change: ${error}` : 'Change acknowledged'
}

function answerOf({ state, createdAt, sentAt, error }: WmsDocument['exports'][number]): string {
  if (state === 'sent') return `Sent ${momentText(sentAt)}${error ? `: ${error}` : ''}`
  if (state === 'failed') return `Not taken: ${error ?? 'no reason was given'}`
  if (state === 'dismissed') return 'Given up by a person'
  return `Waits since ${momentText(createdAt)}${error ? `: ${error}` : ''}`
}
