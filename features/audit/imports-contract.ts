import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'

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
