import { FileDown, RotateCw } from 'lucide-react'
import { readActivity } from '#features/audit/activity-contract.ts'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { pathOf } from '#platform/kernel/endpoint.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  listSendings,
  documentKinds,
  readSentPdf,
  retrySending,
  type Sendable,
  type Sending,
} from '../../contract.ts'
import { sendingLabel } from '../../rules.ts'
import { AutomaticEmailNotices } from '../AutomaticEmailNotices.tsx'

type SentRef = { name: Sendable; id: number }

/** The Sent tab of a record: when its document was sent, by whom and to whom. */
export function sentTab(of: SentRef): Tab {
  return { id: 'sent', label: 'Sent', render: () => <SentList {...of} /> }
}

const pollMs = 2000

/** What could not be emailed by itself, then the sent emails, the latest first. */
export function SentList(of: SentRef) {
  return (
    <div className="grid gap-4">
      <AutomaticEmailNotices {...of} />
      <Sendings {...of} />
    </div>
  )
}

/** Lists sent emails, the latest first, and polls while one is queued. */
function Sendings({ name, id }: SentRef) {
  const endpoint = listSendings[name]
  const read = useRead(endpoint, { params: { id } })
  const hasQueued = read.data?.some(({ status }) => status === 'queued') ?? false
  if (read.isPending) return <Skeleton className="h-24" />
  if (read.error && !read.data) {
    return (
      <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
        {read.error.message}
      </Alert>
    )
  }
  if (read.data.length === 0) {
    return (
      <p className="text-muted">This {documentKinds[name].name} has not been sent by email yet.</p>
    )
  }
  return (
    <>
      <RefreshFailed read={read} />
      {hasQueued && <PollSendings name={name} id={id} />}
      <ol className="grid gap-4">
        {read.data.map((sending) => (
          <SendingRow key={sending.id} sending={sending} />
        ))}
      </ol>
    </>
  )
}

/** Polls the list while an email is queued. */
function PollSendings({ name, id }: SentRef) {
  useRead(listSendings[name], { params: { id }, everyMs: pollMs })
  return null
}

function SendingRow({ sending }: { sending: Sending }) {
  const { id, name, status, to, cc, subject, queuedBy, queuedAt, sentAt, lastError } = sending
  const { bouncedAt } = sending
  const whyNot = useWhyNot()(documentKinds[name].send)
  const retry = useWrite(retrySending, {
    refreshes: [listSendings[name], readActivity],
    success: 'The message is queued again',
    failure: 'Failed to send the message again',
  })
  return (
    <li className="grid gap-1 border-b border-line pb-4">
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge status={sendingLabel(sending)} />
        <span className="font-semibold break-all">{to}</span>
        {cc && <span className="break-all text-muted">{`cc ${cc}`}</span>}
      </p>
      <p>{subject}</p>
      <p className="text-caption font-normal text-muted">
        {`${queuedBy || 'Sent automatically'}, `}
        <time dateTime={sentAt ?? queuedAt}>{formatMoment(sentAt ?? queuedAt)}</time>
        {bouncedAt && (
          <>
            , bounced <time dateTime={bouncedAt}>{formatMoment(bouncedAt)}</time>
          </>
        )}
      </p>
      {lastError && (
        <p className="text-table break-words">
          {status === 'queued' ? `Not sent yet: ${lastError}` : lastError}
        </p>
      )}
      {!whyNot && (
        <p className="flex flex-wrap gap-2">
          {(status === 'failed' || status === 'uncertain') && (
            <Button
              size="small"
              icon={RotateCw}
              isBusy={retry.isPending}
              onClick={() => void retry.tryRun({ params: { id } })}
            >
              Retry
            </Button>
          )}
          <a
            href={pathOf(readSentPdf.path, { id })}
            download
            className="text-table inline-flex h-8 items-center gap-2 font-medium"
          >
            <FileDown aria-hidden size={16} strokeWidth={1.75} />
            Sent file
          </a>
        </p>
      )}
    </li>
  )
}
