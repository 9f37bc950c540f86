import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { text } from '#platform/kernel/fields.ts'
import { stockAdjustmentStatuses } from './rules.ts'

const nullableText = z.nullable(z.string())

/** An adjustment that one person did not book alone, and who decided about it. */
export const stockAdjustment = z.object({
  id: z.int(),
  skuId: z.int(),
  units: z.int(),
  reason: nullableText,
  status: z.enum(stockAdjustmentStatuses),
  askedById: z.int(),
  askedBy: z.string(),
  askedAt: z.string(),
  decidedBy: nullableText,
  decidedAt: nullableText,
  decisionReason: nullableText,
  version: z.int(),
})
export type StockAdjustment = z.infer<typeof stockAdjustment>

export const listStockAdjustments = endpoint('GET', '/api/skus/:id/adjustments', {
  permission: 'skus.read',
  returns: z.array(stockAdjustment),
  summary: 'The last 100 adjustments of a SKU that a second person decides about, newest first',
})
export const approveStockAdjustment = endpoint('POST', '/api/stock-adjustments/:id/approve', {
  permission: 'skus.approveAdjust',
  returns: stockAdjustment,
  summary: 'Books an adjustment that somebody else asked for, on the stock as it is by now',
})
export const rejectStockAdjustment = endpoint('POST', '/api/stock-adjustments/:id/reject', {
  permission: 'skus.adjust',
  body: z.object({ reason: text(200) }),
  returns: stockAdjustment,
  summary: 'Turns an adjustment down, or takes back one’s own',
})
