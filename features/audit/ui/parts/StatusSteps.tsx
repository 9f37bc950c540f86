import { clsx } from 'clsx'
import { Check, X } from 'lucide-react'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type Activity, readActivity } from '../../activity-contract.ts'
import type { AuditedEntity } from '../../audited-entities.ts'
import { type StatusStep, stepsOf } from '../status-steps.ts'

type StatusStepsProps = {
  entity: AuditedEntity
  record: { id: number; status: string }
  /** The regular sequence of statuses of a document. */
  sequence: readonly string[]
}

/** The progress of a document, with the user and time of each step. */
export function StatusSteps({ entity, record, sequence }: StatusStepsProps) {
  const { id, status } = record
  const { data = [] } = useRead(readActivity, { params: { id }, query: { entity } })
  return (
    <div className="@container">
      <ol aria-label="Progress" className="grid gap-3 @lg:auto-cols-fr @lg:grid-flow-col">
        {stepsOf({ status, sequence }, data).map((step) => (
          <Step key={step.status} step={step} isEnd={step.status === sequence.at(-1)} />
        ))}
      </ol>
    </div>
  )
}

const stepStyles = {
  done: 'border-accent bg-accent text-on-accent',
  now: 'border-accent bg-accent text-on-accent',
  ahead: 'border-control bg-surface text-muted',
  cancelled: 'border-danger bg-danger text-on-danger',
} as const

type StepProps = {
  step: StatusStep<Activity>
  /** The last status of the sequence, after which nothing is to be done. */
  isEnd: boolean
}

function Step({ step, isEnd }: StepProps) {
  const { status, state, by: change } = step
  const isReached = state !== 'ahead'
  const isUnderWay = state === 'now' && !isEnd
  const Icon = state === 'cancelled' ? X : Check
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={clsx(
        'flex gap-2 @max-lg:border-l-2 @max-lg:pl-2 @lg:border-t-2 @lg:pt-2',
        isReached ? 'border-accent' : 'border-line',
      )}
    >
      <span
        aria-hidden
        className={clsx(
          'mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border',
          stepStyles[state],
        )}
      >
        {isUnderWay && <span className="size-1.5 rounded-full bg-current" />}
        {isReached && !isUnderWay && <Icon size={10} strokeWidth={3} />}
      </span>
      <span className="min-w-0">
        <span className={`text-label block ${isReached ? '' : 'text-muted'}`}>
          {status.charAt(0).toUpperCase() + status.slice(1)}
          {state === 'ahead' && <span className="sr-only"> (not yet)</span>}
        </span>
        {change && (
          <span className="text-caption block font-normal text-muted">
            {`${change.actor} · ${formatMoment(change.at)}`}
          </span>
        )}
      </span>
    </li>
  )
}
