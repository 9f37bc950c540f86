import { useRemoval } from '#platform/ui/use-removal.ts'
import { useWrite } from '#platform/web/api.ts'
import {
  type Sku,
  deleteSku,
  listDeletedSkus,
  listSkuCategories,
  listSkus,
  listStockMoves,
  readSku,
  restoreSku,
  updateSku,
} from './contract.ts'

export const skuReads = [
  listSkus,
  readSku,
  listDeletedSkus,
  listSkuCategories,
  listStockMoves,
] as const

/** What a list or a details dialog does to SKUs: each with its toast and its way back. */
export function useSkuWrites() {
  const change = useWrite(updateSku, {
    refreshes: skuReads,
    success: 'SKU updated successfully',
    failure: 'Failed to update SKU',
  })
  const setActive = ({ id, version, sku, name, cost, price }: Sku, isActive: boolean) =>
    // A cost the role may not read is one it cannot change: the server leaves it alone.
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
