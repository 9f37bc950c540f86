import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { useFollowing } from '#platform/web/changes-by-other-users.ts'
import { isVersioned } from '../../contract.ts'
import { type Activity, readActivity } from '../../activity-contract.ts'
import type { AuditedEntity } from '../../audited-entities.ts'
import { actionText, channelNames } from '../../labels.ts'
import type { PastValuesProps } from '../PastValues.tsx'
import { ChangedFields } from './ChangedFields.tsx'

const PastValues = lazyPart<PastValuesProps>(
  async () => (await import('../PastValues.tsx')).PastValues,
  <div className="mb-4 h-6" />,
)

type ActivityTabProps = {
  entity: AuditedEntity
  id: number
  /** Renders a comment among the changes; by default only its text. */
  renderComment?: (comment: ActivityComment) => ReactNode
}

export type ActivityComment = NonNullable<Activity['comment']>

/**
 * The history and comments of a record, newest first: user, action, time, channel, old and new
 * values. Refreshes when other users change it. Of a record with past values, they can be read for
 * any day.
 */
export function ActivityTab({ entity, id, renderComment = plainComment }: ActivityTabProps) {
  const read = useRead(readActivity, { params: { id }, query: { entity } })
  useFollowing(['comment', entity], read)
  const skeleton = <ActivitySkeleton />
  return (
    <>
      {isVersioned(entity) && <PastValues entity={entity} id={id} />}
      <Loaded read={read} skeleton={skeleton} title="The activity could not be loaded">
        {(lines) =>
          lines.length === 0 ? (
            <p className="text-muted">No activity yet.</p>
          ) : (
            <ol className="border-l border-line pl-4">
              {lines.map((line) => (
                <ActivityLine key={line.id} line={line} renderComment={renderComment} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </>
  )
}

function plainComment({ text }: ActivityComment): ReactNode {
  return <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{text}</p>
}

type ActivityLineProps = { line: Activity; renderComment: (comment: ActivityComment) => ReactNode }

function ActivityLine({ line, renderComment }: ActivityLineProps) {
  return (
    <li
      className={clsx(
        'relative pb-5 before:absolute before:top-1.5 before:-left-[21px] before:size-2.5',
        'before:rounded-full before:border-2 before:border-surface before:bg-accent',
      )}
    >
      <p className="text-body">
        <span className="font-semibold">{line.actor}</span> {actionText(line.action)}
        {line.toStatus && <> {statusText(line)}</>}
      </p>
      <p className="text-caption font-normal text-muted">
        <time dateTime={line.at}>{formatMoment(line.at)}</time>
        {` · ${channelNames[line.channel] ?? line.channel}`}
      </p>
      {line.comment && renderComment(line.comment)}
      {line.reason && <p className="text-table mt-1">{line.reason}</p>}
      <ChangedFields changes={line.changes} isNew={/(^|_)created?$/.test(line.action)} />
    </li>
  )
}

function ActivitySkeleton() {
  return (
    <div className="grid gap-4">
      {[1, 2, 3].map((index) => (
        <Skeleton key={index} className="h-10" />
      ))}
    </div>
  )
}

function statusText(line: Activity): string {
  return line.fromStatus ? `(${line.fromStatus} → ${line.toStatus})` : `(${line.toStatus})`
}
