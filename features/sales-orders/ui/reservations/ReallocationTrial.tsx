import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { holdReasonLabel } from '#features/decisions/hold-labels.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { type ApiError, send } from '#platform/web/api-client.ts'
import { debounce } from '#platform/web/debounce.ts'
import { type OrderAllocation, previewReallocation, type Reallocation } from '../../contract.ts'

const pauseMs = 120

export type TrialRequest = { fromItemId: number; toItemId: number; quantity: number }

type TrialValues = { fromItemId: string; toItemId: string; quantity: string }

/** What both orders would have with the units of the form, before and after. */
export function ReallocationTrial({
  onTrial,
}: {
  onTrial: (trial: Reallocation | undefined) => void
}) {
  const values = useWatch<TrialValues>() as TrialValues
  const body = requestOf(values)
  const read = useQuery<Reallocation, ApiError>({
    queryKey: [previewReallocation.path, body],
    queryFn: async ({ signal }) => {
      await debounce(pauseMs, signal)
      return send(previewReallocation, { body, signal })
    },
    enabled: body.quantity > 0 && body.toItemId > 0,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const current = read.isPlaceholderData || read.isError ? undefined : read.data
  useEffect(() => {
    onTrial(current)
    return () => onTrial(undefined)
  }, [current, onTrial])
  if (read.error) return <Alert>{read.error.sentence}</Alert>
  if (!read.data) return read.isFetching ? <Skeleton className="h-32" /> : null
  return <Outcome trial={read.data} isStale={read.isPlaceholderData} />
}

function requestOf({ fromItemId, toItemId, quantity }: TrialValues): TrialRequest {
  const units = parseWholeNumber(quantity) ?? 0
  return { fromItemId: Number(fromItemId), toItemId: Number(toItemId), quantity: units }
}

const heads = [{ text: 'Figure', isHidden: true }, rightAligned('Before'), rightAligned('After')]

function Outcome({ trial, isStale }: { trial: Reallocation; isStale: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2" aria-busy={isStale || undefined} aria-live="polite">
      <OrderOutcome order={trial.from} />
      <OrderOutcome order={trial.to} />
    </div>
  )
}

function holdText({ holdReason }: OrderAllocation['before']): string {
  return holdReason === null ? 'None' : holdReasonLabel(holdReason)
}

function OrderOutcome({ order }: { order: OrderAllocation }) {
  const { orderNumber, customerCode, before, after } = order
  const label = `${orderNumber} · ${customerCode}`
  const count = (units: number) => units.toLocaleString('en-US')
  const rows = [
    ['Reserved', count(before.reserved), count(after.reserved)],
    ['Backordered', count(before.backordered), count(after.backordered)],
    ['Order', completeText(before), completeText(after)],
    ['Hold', holdText(before), holdText(after)],
    ['Rest expected', restText(before), restText(after)],
    ['Promised date', promiseText(order, before), promiseText(order, after)],
  ] as const
  return (
    <section aria-label={label}>
      <h3 className="text-label">{label}</h3>
      <LinesTable label={`Outcome for ${orderNumber}`} heads={heads} className="min-w-64">
        {rows.map(([name, was, becomes]) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="px-2 py-1.5 text-left font-medium">
              {name}
            </th>
            <td className="numbers px-2 py-1.5 text-right text-muted">{was}</td>
            <td
              className={clsx('numbers px-2 py-1.5 text-right', was !== becomes && 'font-semibold')}
            >
              {becomes}
            </td>
          </tr>
        ))}
      </LinesTable>
    </section>
  )
}

type State = OrderAllocation['before']

function completeText({ isComplete, canStart }: State): string {
  if (isComplete) return canStart ? 'Complete, can start' : 'Complete'
  return canStart ? 'Partial, can start' : 'Partial'
}

function restText({ backordered, expectedDate }: State): string {
  if (backordered === 0) return '—'
  return expectedDate ? formatDay(expectedDate) : 'Unknown'
}

function promiseText({ promisedDate }: OrderAllocation, { meetsPromise }: State): string {
  if (promisedDate === null || meetsPromise === null) return '—'
  return `${formatDay(promisedDate)} ${meetsPromise ? 'met' : 'missed'}`
}
