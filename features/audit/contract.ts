import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const auditedEntities = [
  'user',
  'api_key',
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
  'dunning_letter',
  'requisition',
  'vendor_bill',
  'vendor_payment',
  'vendor_credit',
  'period',
  'manual_entry',
  'sales_tax_payment',
  'wms',
  'edi_partner',
  'edi_document',
  'setting',
  'incident',
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
  /** What was said, where the act was a comment; `mentions` are usernames. */
  comment: z.nullable(
    z.object({
      id: z.int(),
      text: z.string(),
      mentions: z.array(z.string()),
      isMine: z.boolean(),
    }),
  ),
})
export type Activity = z.infer<typeof activity>

export const readActivity = endpoint('GET', '/api/activity/:id', {
  permission: 'activity.read',
  query: z.object({ entity: z.enum(auditedEntities) }),
  returns: z.array(activity),
  summary: 'What happened to one record, newest first',
})

/**
 * What others do to records of one kind; `comment` is what they say about records of any kind, and
 * `notification` how much the caller has not read, told to who listens when that has changed.
 */
export const change = z.object({
  entity: z.enum([...auditedEntities, 'comment', 'notification']),
  count: z.int(),
})
export type Change = z.infer<typeof change>

/**
 * What others change, as server-sent events (`text/event-stream`) until the caller goes away: each
 * with its place as `id` and a list of changes as `data`. A caller that does not ask for events
 * gets what has happened since `since` and no more.
 */
export const listenToChanges = endpoint('GET', '/api/changes', {
  permission: 'activity.read',
  query: z.object({ since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  file: 'text/event-stream',
  summary: 'What other people change, while it happens',
})

/** The tables whose imports are listed; goods that were counted or left have no undo. */
export const importedTables = [
  'customers',
  'vendors',
  'skus',
  'contract_pricing',
  'purchase_orders',
  'sales_orders',
  'stock_adjustments',
  'shipments',
] as const
export type ImportedTable = (typeof importedTables)[number]

const pastImport = z.object({
  id: z.int(),
  table: z.enum(importedTables),
  madeAt: z.string(),
  /** Who imported it; null where it was no user. */
  madeBy: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  created: z.int(),
  updated: z.int(),
  undoneAt: z.nullable(z.string()),
  /** False once it was undone, and after 30 days. */
  canUndo: z.boolean(),
})
export type PastImport = z.infer<typeof pastImport>

export const listImports = endpoint('GET', '/api/imports', {
  permission: 'activity.read',
  query: z.object({ table: z.optional(z.enum(importedTables)) }),
  returns: z.array(pastImport),
  summary:
    'The last 50 imports of files that the caller may import, the latest first: who, when, which ' +
    'file, what it created and updated, and whether it can still be undone',
})
