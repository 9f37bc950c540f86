import * as z from 'zod/mini'
import {
  bulkOutcome,
  csvBody,
  type ImportColumn,
  importOutcome,
  importQuery,
} from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { code, dayField, optionalText, price, units } from '#platform/kernel/fields.ts'

/** The most orders that one file makes. */
export const maxImportedOrders = 500

export const purchaseColumns = [
  { name: 'orderNumber', label: 'Order Number', isRequired: true },
  { name: 'vendorCode', label: 'Vendor Code', isRequired: true },
  { name: 'sku', label: 'SKU', isRequired: true },
  { name: 'quantity', label: 'Quantity', kind: 'count', isRequired: true },
  { name: 'unitPrice', label: 'Unit Price', kind: 'amount' },
  { name: 'orderDate', label: 'Order Date', kind: 'day' },
  { name: 'expectedDate', label: 'Expected Date', kind: 'day' },
  { name: 'notes', label: 'Notes' },
] as const satisfies readonly ImportColumn[]

/** A row of a file of purchase orders: one line, with what it says of its order. */
export const purchaseRow = z.object({
  orderNumber: code(50),
  vendorCode: code(50),
  sku: code(50),
  quantity: units(1, 'Quantity must be at least 1'),
  unitPrice: z.optional(price),
  orderDate: z.optional(dayField),
  expectedDate: z.optional(dayField),
  notes: optionalText(5000),
})
export type PurchaseRow = z.output<typeof purchaseRow>

export const importPurchaseQuery = z.pick(importQuery, {
  dryRun: true,
  decimal: true,
  days: true,
  fileName: true,
})

export const importPurchaseOrders = endpoint('POST', '/api/purchase-orders/import', {
  permission: 'purchaseOrders.import',
  query: importPurchaseQuery,
  body: csvBody,
  takes: 'text/csv',
  returns: importOutcome,
  summary:
    'Makes drafts by a CSV file, a row for each line: all of its orders or none; may only check ' +
    'it. Orders whose number is there already are left as they are',
})
export const undoPurchaseImport = endpoint('POST', '/api/purchase-orders/import/:id/undo', {
  permission: 'purchaseOrders.import',
  returns: bulkOutcome,
  summary: 'Cancels the drafts that an import made; those changed since are kept',
})
