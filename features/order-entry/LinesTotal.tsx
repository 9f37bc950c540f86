import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinesTotalProps } from '#features/sales-orders/form-values.ts'
import { pause } from '#platform/web/pause.ts'
import { send } from '#platform/web/send.ts'
import { previewOrder } from './contract.ts'

const pauseMs = 120

/** What the lines of a form come to, with tax and shipping, by the decision of Order Entry. */
export function LinesTotal({ wish, children }: LinesTotalProps) {
  const isAsked = wish !== undefined
  const read = useQuery({
    queryKey: [previewOrder.path, 'lines', wish],
    queryFn: async ({ signal }) => {
      await pause(pauseMs, signal)
      return send(previewOrder, { body: wish ?? { customerId: 0, items: [] }, signal })
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  return children(isAsked && !read.isError ? read.data?.pricing.total : undefined)
}
