import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { momentText } from '#platform/kernel/fields.ts'

/** The tables whose imports are listed. */
export const importedTables = [
  'customers',
  'vendors',
  'skus',
  'sku_prices',
  'contract_pricing',
  'purchase_orders',
  'sales_orders',
  'stock_adjustments',
  'shipments',
] as const
export type ImportedTable = (typeof importedTables)[number]

export const pastImport = z.object({
  id: z.int(),
  table: z.enum(importedTables),
  madeAt: momentText,
  /** The user who ran the import; null for the system. */
  madeBy: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  created: z.int(),
  updated: z.int(),
  undoneAt: z.nullable(momentText),
  /** False after the undo, and after 30 days. */
  canUndo: z.boolean(),
})
export type PastImport = z.infer<typeof pastImport>

export const listImports = endpoint('GET', '/api/imports', {
  permission: 'activity.read',
  query: z.object({ table: z.optional(z.enum(importedTables)) }),
  returns: z.array(pastImport),
  summary:
    'The last 50 imports of the kinds that the caller may import, newest first, with user, time, ' +
    'file, counts and whether it can still be undone',
})
