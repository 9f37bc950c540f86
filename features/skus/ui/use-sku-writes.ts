import { readActivity } from '#features/audit/contract.ts'
import { useRemoval } from '#platform/ui/records/use-removal.ts'
import type { Notice } from '#platform/ui/notices/toast.ts'
import { useWrite } from '#platform/web/api.ts'
import {
  listStockAdjustments,
  type Sku,
  deleteSku,
  listDeletedSkus,
  listSkuCategories,
  listSkus,
  readSku,
  restoreSku,
  updateSku,
  listStockMoves,
  readSupply,
  listPlannedPrices,
  listSkuPrices,
} from '../contract.ts'
import { deltaText } from '../rules.ts'

export const skuReads = [
  listSkus,
  readSku,
  readSupply,
  listDeletedSkus,
  listSkuCategories,
  listStockMoves,
  listStockAdjustments,
  listSkuPrices,
  listPlannedPrices,
  readActivity,
] as const

type Adjusting = { body?: { currentStock?: number | undefined } | undefined }

/** The toast of a write that may have posted an adjustment or requested approval for one. */
export function adjustedNotice(done: string): (answer: Sku, request: Adjusting) => Notice {
  return ({ currentStock, awaitingApproval }, { body }) =>
    awaitingApproval === null || (body?.currentStock ?? currentStock) === currentStock
      ? { title: 'Success', text: done }
      : { title: 'Awaiting approval', text: `${deltaText(awaitingApproval)} is not in stock yet` }
}

/** Writes from the list or the details dialog, each with a toast and an undo. */
export function useSkuWrites() {
  const change = useWrite(updateSku, {
    refreshes: skuReads,
    success: 'SKU updated successfully',
    failure: 'Failed to update SKU',
  })
  const setActive = ({ id, version, sku, name, cost, price }: Sku, isActive: boolean) =>
    // For a role that may not read the cost, the server ignores the value sent.
    change.tryRun({
      params: { id },
      body: { sku, name, cost: cost ?? '0', price, isActive },
      ifMatch: version,
    })
  const removal = useRemoval<Sku>({
    noun: 'SKU',
    codeOf: ({ sku }) => sku,
    deletion: deleteSku,
    restoration: restoreSku,
    refreshes: skuReads,
    deactivate: (sku) => void setActive(sku, false),
  })
  return { ...removal, setActive }
}
