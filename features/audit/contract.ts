import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const auditedEntities = [
  'user',
  'customer',
  'vendor',
  'sku',
  'contract_price',
  'sales_order',
  'purchase_order',
  'return',
  'shipment',
  'invoice',
  'customer_payment',
  'credit_memo',
  'requisition',
  'vendor_bill',
  'vendor_payment',
  'vendor_credit',
  'period',
  'wms',
] as const
export type AuditedEntity = (typeof auditedEntities)[number]

/** One line of a record's Activity tab: who did what, when, and what changed from what to what. */
export const activity = z.object({
  id: z.int(),
  action: z.string(),
  actor: z.string(),
  channel: z.string(),
  at: z.string(),
  fromStatus: z.nullable(z.string()),
  toStatus: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})
export type Activity = z.infer<typeof activity>

export const readActivity = endpoint('GET', '/api/activity/:id', {
  permission: 'activity.read',
  query: z.object({ entity: z.enum(auditedEntities) }),
  returns: z.array(activity),
  summary: 'What happened to one record, newest first',
})
