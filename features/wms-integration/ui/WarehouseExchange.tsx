import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readWmsDocument } from '../contract.ts'
import type { CancellableKind, WmsDocument } from '../rules.ts'

type TooLateAlertProps = { title: string; text: string; returnRequest: string | false }

/** Says that the goods have moved, with a link to a new return if `returnRequest` names one. */
export function TooLateAlert({ title, text, returnRequest }: TooLateAlertProps) {
  return (
    <Alert
      title={title}
      actions={
        returnRequest && (
          <Link to="/returns" search={{ new: returnRequest }} className="underline">
            Create return
          </Link>
        )
      }
    >
      {text}
    </Alert>
  )
}

type Kind = CancellableKind

/** Shows the exchange for one document; `children` is shown if it was too late to cancel it. */
export function WarehouseExchange({
  kind,
  id,
  children,
}: {
  kind: Kind
  id: number
  children: ReactNode
}) {
  const read = useRead(readWmsDocument, { params: { id }, query: { kind } })
  if (read.isPending) return <Skeleton className="h-40" />
  if (read.error && !read.data) {
    return (
      <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
        {read.error.message}
      </Alert>
    )
  }
  const { document } = read.data
  if (!document) return <p className="text-muted">Not sent to the warehouse.</p>
  return (
    <div className="flex flex-col gap-4">
      <RefreshFailed read={read} />
      <p role="status" className="text-label">
        {sentenceOf(kind, document)}
      </p>
      {document.state === 'too_late' && children}
      <ol className="flex flex-col">
        {document.exports.map((each) => (
          <li key={each.version} className="numbers border-t border-line py-2">
            <span className="text-label">{`${actionText(kind, each.action)}. `}</span>
            {answerOf(each)}
          </li>
        ))}
      </ol>
    </div>
  )
}

const actions: Readonly<Record<string, string>> = {
  original: 'Order',
  change: 'Change',
  cancel: 'Cancellation',
  closed: 'Closed: shipped manually',
}

function actionText(kind: Kind, action: string): string {
  if (kind === 'expected_return' && action === 'original') return 'Return'
  const isEnd = kind !== 'order' && action === 'closed'
  return isEnd ? 'Closed: nothing more expected' : (actions[action] ?? action)
}

function sentenceOf(kind: Kind, { state, exports }: WmsDocument): string {
  const [last] = exports
  const isWaiting = last?.state === 'waiting'
  if (state === 'cancel_requested') return 'Cancellation requested; the warehouse has not responded'
  if (state === 'cancelled') {
    return last?.state === 'dismissed'
      ? 'Cancelled before it was sent to the warehouse'
      : 'Cancellation acknowledged by the warehouse'
  }
  if (state === 'too_late') return 'Too late to cancel'
  if (state === 'closed') return 'Completed at the warehouse'
  if (last?.action === 'change') return changeText(last)
  if (isWaiting) return 'Waiting to be sent to the warehouse'
  return kind === 'order' ? 'In progress at the warehouse' : 'Expected by the warehouse'
}

function changeText({ state, error, answer }: WmsDocument['exports'][number]): string {
  if (state === 'waiting' || answer === 'pending') {
    return 'Change requested; the warehouse has not responded'
  }
  if (state === 'failed') return `Change rejected: ${error ?? 'no reason was given'}`
  const isTooLate = answer === 'too_late' || (state === 'sent' && error !== null)
  return isTooLate ? `Too late to change: ${error ?? 'no reason was given'}` : 'Change acknowledged'
}

function answerOf({ state, createdAt, sentAt, error }: WmsDocument['exports'][number]): string {
  if (state === 'sent') return `Sent ${formatMomentOr(sentAt)}${error ? `: ${error}` : ''}`
  if (state === 'failed') return `Rejected: ${error ?? 'no reason was given'}`
  if (state === 'dismissed') return error ?? 'Dismissed by a user'
  return `Waiting since ${formatMomentOr(createdAt)}${error ? `: ${error}` : ''}`
}
