import type { ReactNode } from 'react'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import {
  type RelatedDocument,
  type RelatedKind,
  relatedKindNames,
  relatedKinds,
} from '../../related-records.ts'
import { type FlowStep, relatedTree } from '../../related-tree.ts'

/** The kinds of orders that documents belong to: their title and their screen. */
const orderKinds = {
  sale: { title: 'Sales order', to: '/sales-orders' },
  purchase: { title: 'Purchase order', to: '/purchase-orders' },
} as const

/** The document in whose details the related records of its order are shown. */
export type ShownDocument = {
  kind: RelatedKind
  number: string
  orderKind: keyof typeof orderKinds
}

type Flow = {
  /** The number of the order. */
  order: string
  /** Undefined in the details of the order itself. */
  shown?: ShownDocument | undefined
}

type RelatedRecordsProps = Flow & { records: readonly RelatedDocument[] }

/**
 * The records related to an order: the documents before and after it, as they follow one another,
 * then the others by kind. They are shown in the details of the order or of one of the documents.
 */
export function RelatedRecords({ records, ...flow }: RelatedRecordsProps) {
  if (records.length === 0) return <p className="text-muted">No related documents yet.</p>
  const { before, after, others } = relatedTree(records)
  const kinds = relatedKindNames.filter((name) => others.some(({ kind }) => kind === name))
  const orderName = flow.shown ? flow.order : 'this order'
  // A bill shows the records of several orders, so each has a name of its own.
  const ofOrder = flow.shown ? ` of ${flow.order}` : ''
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-6">
      {before.length + after.length > 0 && (
        <section
          aria-label={`Document flow${ofOrder}`}
          className="flex flex-col gap-2 @min-[44.5rem]:flex-row"
        >
          {before.length > 0 && (
            <ul aria-label={`Before ${orderName}`} className="grid content-center gap-2">
              {before.map((record) => (
                <li key={keyOf(record)}>
                  <FlowDocument flow={flow} record={record} />
                </li>
              ))}
            </ul>
          )}
          <div className={`${beside} grow`}>
            <OrderCard {...flow} />
            <FlowSteps flow={flow} label={`After ${orderName}`} steps={after} />
          </div>
        </section>
      )}
      {kinds.map((name) => (
        <section key={name} aria-label={relatedKinds[name].title + ofOrder}>
          <h3 className="text-label">{relatedKinds[name].title}</h3>
          <ul>
            {others
              .filter(({ kind }) => kind === name)
              .map((record) => (
                <OtherRecord key={record.id} order={flow.order} record={record} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** A document with those that follow it: beside it where there is room, otherwise below it. */
const beside = 'flex min-w-0 flex-col @min-[44.5rem]:flex-row @min-[44.5rem]:items-center'

/** The order that the documents belong to: a link, except in its own details. */
function OrderCard({ order, shown }: Flow) {
  if (!shown) {
    return (
      <FlowCard title="This order" isCurrent>
        <span className={numberClass}>{order}</span>
      </FlowCard>
    )
  }
  const { title, to } = orderKinds[shown.orderKind]
  return (
    <FlowCard title={title}>
      <ScreenAddressLink address={{ to, search: { open: order } }} className={numberClass}>
        {order}
      </ScreenAddressLink>
    </FlowCard>
  )
}

const numberClass = 'numbers font-medium break-all'

type FlowStepsProps = { flow: Flow; label: string; steps: readonly FlowStep[] }

function FlowSteps({ flow, label, steps }: FlowStepsProps) {
  if (steps.length === 0) return null
  return (
    <ul aria-label={label} className="ml-3 grid min-w-0 gap-2 border-l border-line py-2">
      {steps.map(({ record, next }) => (
        <li key={keyOf(record)} className="flex min-w-0 items-start @min-[44.5rem]:items-center">
          <span
            aria-hidden
            className="mt-4 w-3 shrink-0 border-t border-line @min-[44.5rem]:mt-0"
          />
          <div className={beside}>
            <FlowDocument flow={flow} record={record} />
            <FlowSteps flow={flow} label={`After ${record.number}`} steps={next} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function FlowDocument({ flow, record }: { flow: Flow; record: RelatedDocument }) {
  const { kind, number, status, on, amount, says } = record
  const isCurrent = kind === flow.shown?.kind && number === flow.shown.number
  return (
    <FlowCard title={relatedKinds[kind].title} isCurrent={isCurrent}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {isCurrent ? (
          <span className={numberClass}>{number}</span>
        ) : (
          <RecordLink order={flow.order} record={record} />
        )}
        <StatusBadge status={status} />
      </span>
      <span className="numbers flex flex-wrap gap-x-3">
        {on && <span className="text-muted">{formatDay(on)}</span>}
        {amount && <span className="font-semibold">{formatDecimal(amount)}</span>}
      </span>
      {says && <span className="text-muted break-words">{says}</span>}
    </FlowCard>
  )
}

type FlowCardProps = { title: string; isCurrent?: boolean; children: ReactNode }

function FlowCard({ title, isCurrent = false, children }: FlowCardProps) {
  return (
    <div
      aria-current={isCurrent || undefined}
      className={
        'grid w-60 min-w-0 gap-1 rounded-control border bg-surface p-2 @min-[44.5rem]:w-40 ' +
        '@5xl:w-48 ' +
        (isCurrent ? 'border-control' : 'border-line')
      }
    >
      <span className="text-label">{title}</span>
      {children}
    </div>
  )
}

function OtherRecord({ order, record }: { order: string; record: RelatedDocument }) {
  const { status, on, amount, says } = record
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <RecordLink order={order} record={record} />
      <StatusBadge status={status} />
      {says && <span className="text-muted">{says}</span>}
      <span className="numbers ml-auto flex gap-3">
        {on && <span className="text-muted">{formatDay(on)}</span>}
        {amount && <span className="font-semibold">{formatDecimal(amount)}</span>}
      </span>
    </li>
  )
}

function RecordLink({ order, record }: { order: string; record: RelatedDocument }) {
  const { kind, id, number } = record
  const { to, ...target } = relatedKinds[kind]
  const open = 'isPart' in target ? order : 'opensById' in target ? String(id) : number
  const search = { ...('tab' in target && { tab: target.tab }), open }
  return (
    <ScreenAddressLink address={{ to, search }} className={numberClass}>
      {number}
    </ScreenAddressLink>
  )
}

/** A payment of two invoices is listed with each of them. */
const keyOf = ({ kind, id, follows }: RelatedDocument) => `${kind} ${id} ${follows ?? ''}`
