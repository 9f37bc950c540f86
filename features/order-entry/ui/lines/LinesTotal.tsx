import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LinesTotalProps } from '#features/sales-orders/ui/parts/form-values.ts'
import { debounce } from '#platform/web/debounce.ts'
import { send } from '#platform/web/api-client.ts'
import { previewOrder } from '../../contract.ts'

const pauseMs = 120

/** Debounced preview total of the lines, with tax and shipping, from the Order Entry preview. */
export function LinesTotal({ priceRequest, refusals, onTotal, children }: LinesTotalProps) {
  const isEnabled = priceRequest !== undefined
  const read = useQuery({
    queryKey: [previewOrder.path, 'lines', priceRequest, refusals],
    queryFn: async ({ signal }) => {
      await debounce(pauseMs, signal)
      return send(previewOrder, { body: priceRequest ?? { customerId: 0, items: [] }, signal })
    },
    enabled: isEnabled,
    gcTime: 30_000,
  })
  const total = isEnabled && !read.isError ? read.data?.pricing.total : undefined
  useEffect(() => {
    onTotal(total)
    return () => onTotal(undefined)
  }, [total, onTotal])
  return children(total, isEnabled && total === undefined && read.isFetching)
}
