import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { useFollowing } from '#platform/web/changes-by-other-users.ts'
import { type Activity, type AuditedEntity, readActivity } from '../../contract.ts'

type ActivityTabProps = {
  entity: AuditedEntity
  id: number
  /** Renders a comment among the changes; by default only its text. */
  renderComment?: (comment: ActivityComment) => ReactNode
}

export type ActivityComment = NonNullable<Activity['comment']>

/**
 * The history and comments of a record, newest first: user, action, time, channel, old and new
 * values. Refreshes when other users change it.
 */
export function ActivityTab({ entity, id, renderComment = plainComment }: ActivityTabProps) {
  const read = useRead(readActivity, { params: { id }, query: { entity } })
  useFollowing(['comment', entity], read)
  const skeleton = <ActivitySkeleton />
  return (
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
  )
}

function plainComment({ text }: ActivityComment): ReactNode {
  return <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{text}</p>
}

type ActivityLineProps = { line: Activity; renderComment: (comment: ActivityComment) => ReactNode }

function ActivityLine({ line, renderComment }: ActivityLineProps) {
  const changes = Object.entries(line.changes)
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
      {changes.length > 0 && (
        <dl className="text-table mt-1 grid gap-x-4 gap-y-0.5 sm:grid-cols-[max-content_1fr]">
          {changes.map(([field, { from, to }]) => (
            <div key={field} className="contents">
              <dt className="text-muted">{fieldName(field)}</dt>
              <dd className="numbers wrap-anywhere">
                <span className="sr-only">from </span>
                {valueText(from)} <span aria-hidden>→</span>
                <span className="sr-only"> to </span> {valueText(to)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const channelNames: Record<string, string> = {
  web: 'on screen',
  screen: 'on screen',
  ui: 'on screen',
  api: 'by API',
  csv: 'by CSV import',
  edi: 'by EDI',
  wms: 'by the WMS',
  job: 'by a job',
  worker: 'by the system',
  demo: 'with the demo data',
  system: 'by the system',
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

const actionTexts: Record<string, string> = {
  create: 'created this',
  comment: 'commented',
  comment_deleted: 'deleted a comment',
  comment_restored: 'restored a comment',
  update: 'changed this',
  revise: 'revised this after the start',
  delete: 'deleted this',
  restore: 'restored this',
  activate: 'activated this',
  deactivate: 'deactivated this',
  process: 'started processing this',
  ship: 'shipped this',
  deliver: 'recorded the delivery of this',
  cancel: 'cancelled this',
  recall: 'recalled this from the warehouse',
  release: 'released this from hold',
  submit: 'submitted this',
  approve: 'approved this',
  reject: 'rejected this',
  send: 'sent this by email',
  withdraw: 'withdrew this',
  receive: 'recorded a receipt',
  close: 'closed this',
  complete: 'completed this',
  match: 'matched this',
  block: 'blocked this',
  post: 'posted this',
  void: 'voided this',
  reopen: 'reopened this',
  apply: 'applied this',
  unapply: 'reversed an application',
  settle: 'settled this',
  unsettle: 'reversed a settlement',
  remind: 'created a reminder',
  hold: 'put this on hold',
  order: 'ordered lines of this',
  backorder: 'backordered the remaining units',
  'fill-backorder': 'reserved stock for the backorder',
  'cancel-rest': 'cancelled the remaining units',
  'prepare-refund': 'requested a refund',
  'release-refund': 'released a refund',
  'cancel-refund': 'cancelled a refund',
  'block-credit': 'blocked the credit',
  'override-credit': 'approved this above the credit limit',
  credit_limit_lowered: 'lowered the credit limit',
  revoke: 'revoked this',
  adjust: 'adjusted the stock',
  adjust_prices: 'adjusted the prices',
  plan_prices: 'planned new prices',
  cancel_planned_prices: 'cancelled planned prices',
  planned_prices_began: 'applied planned prices',
  contract_price_created: 'agreed a contract price',
  contract_price_changed: 'changed a contract price',
  contract_price_deleted: 'deleted a contract price',
}

/** The text of an action: `created this` for `create`; unlisted actions use their own words. */
function actionText(action: string): string {
  const verb = action.split('.').at(-1) ?? action
  return actionTexts[verb] ?? verb.replaceAll(/[-_]/g, ' ')
}

/** Converts `creditLimit` or `credit_limit` to `Credit limit`. */
function fieldName(field: string): string {
  if (field === 'sku') return 'SKU'
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
