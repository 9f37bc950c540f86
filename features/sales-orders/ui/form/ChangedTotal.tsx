import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDecimal } from '#platform/kernel/money.ts'
import { debounce } from '#platform/web/debounce.ts'
import { send } from '#platform/web/api-client.ts'
import { type ChangePreview, previewOrderChange, type SalesOrderDetails } from '../../contract.ts'
import { type ChangeValues, pricedChangeOf } from '../parts/form-values.ts'
import type { useDisplayedTotal } from './use-displayed-total.ts'

const pauseMs = 120

type ChangedTotalProps = {
  order: Pick<SalesOrderDetails, 'id' | 'version'>
  displayedTotal: ReturnType<typeof useDisplayedTotal>
}

/**
 * The total of the order after the change, with tax and shipping, or why it would be refused. The
 * total of an earlier change is not shown: it is not the one that the order would get.
 */
export function ChangedTotal({ order: { id, version }, displayedTotal }: ChangedTotalProps) {
  const { refusals, hear } = displayedTotal
  const change = pricedChangeOf(useWatch<ChangeValues>() as ChangeValues)
  const read = useQuery({
    queryKey: [previewOrderChange.path, id, version, change, refusals],
    queryFn: async ({ signal }) => {
      await debounce(pauseMs, signal)
      return send(previewOrderChange, { params: { id }, body: change ?? {}, signal })
    },
    enabled: change !== undefined,
    gcTime: 30_000,
  })
  const preview = change && !read.isError ? read.data : undefined
  const total = preview?.totals?.totalAmount
  useEffect(() => {
    hear(total)
    return () => hear(undefined)
  }, [total, hear])
  const isComputing = change !== undefined && preview === undefined && read.isFetching
  return (
    <p aria-live="polite" className="numbers">
      {isComputing ? 'Computing the new total…' : textOf(preview)}
    </p>
  )
}

/** The total, or why the change would be refused, or that neither is known. */
function textOf(preview: ChangePreview | undefined): string {
  const total = preview?.totals?.totalAmount
  if (total !== undefined) return `New total ${formatDecimal(total)}`
  return preview?.problem ?? 'The new total is computed when saved'
}
