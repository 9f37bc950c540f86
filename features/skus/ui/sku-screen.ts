import { listImports } from '#features/audit/imports-contract.ts'
import { readActivity } from '#features/audit/activity-contract.ts'
import { masterScreen } from '#platform/ui/master-data/master-screen.ts'
import type { Notice } from '#platform/ui/notices/toast.ts'
import {
  createSku,
  deleteSku,
  importSkus,
  listDeletedSkus,
  listPlannedPrices,
  listSkuCategories,
  listSkuPrices,
  listSkus,
  listStockAdjustments,
  listStockMoves,
  readSku,
  readSupply,
  restoreSku,
  type Sku,
  skuColumns,
  skuList,
  undoSkuImport,
  updateSku,
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

/** What the screens of SKUs share. */
export const skuScreen = masterScreen<Sku, typeof listSkus, typeof updateSku>({
  noun: 'SKU',
  nouns: 'SKUs',
  list: listSkus,
  read: readSku,
  create: createSku,
  update: updateSku,
  deletion: deleteSku,
  restoration: restoreSku,
  deleted: listDeletedSkus,
  refreshes: skuReads,
  declaredList: skuList,
  codeOf: ({ sku }) => sku,
  lookUp: (code) => ({ sku: code, limit: 100 }),
  // For a role that may not read the cost, the server ignores the value sent.
  activation: ({ sku, name, cost, price }, isActive) => {
    return { sku, name, cost: cost ?? '0', price, isActive }
  },
  file: {
    columns: skuColumns,
    importing: importSkus,
    undoing: undoSkuImport,
    recent: { endpoint: listImports, query: { table: 'skus' } },
    sample: '/samples/skus.csv',
  },
})
