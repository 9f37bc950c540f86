import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDecimal } from '#platform/kernel/money.ts'
import { debounce } from '#platform/web/debounce.ts'
import { send } from '#platform/web/api-client.ts'
import { previewOrderChange, type SalesOrderDetails } from '../../contract.ts'
import { type ChangeValues, pricedChangeOf } from '../parts/form-values.ts'
import type { useDisplayedTotal } from './use-displayed-total.ts'

const pauseMs = 120

type ChangedTotalProps = {
  order: Pick<SalesOrderDetails, 'id' | 'version'>
  displayedTotal: ReturnType<typeof useDisplayedTotal>
}

/** The total of the order after the change, with tax and shipping, or why it would be refused. */
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
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const preview = change && !read.isError ? read.data : undefined
  const total = preview?.totals?.totalAmount
  const current = read.isPlaceholderData ? undefined : total
  useEffect(() => {
    hear(current)
    return () => hear(undefined)
  }, [current, hear])
  return (
    <p aria-live="polite" className="numbers">
      {total === undefined
        ? (preview?.problem ?? 'The new total is computed when saved')
        : `New total ${formatDecimal(total)}`}
    </p>
  )
}
