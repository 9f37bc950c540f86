import { useWrite } from '#platform/web/api-hooks.ts'
import { cancelPlannedPrice } from '../../contract.ts'
import { skuReads } from '../sku-screen.ts'

/** Cancels a planned price change, with one toast. */
export function useCancelPlan(): (plan: { id: number; sku: string }) => Promise<unknown> {
  const cancellation = useWrite(cancelPlannedPrice, {
    refreshes: skuReads,
    success: 'Planned price change cancelled',
    failure: 'Failed to cancel the planned price change',
  })
  return ({ id }) => cancellation.isDone({ params: { id } })
}
