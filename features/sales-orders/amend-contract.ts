import * as z from 'zod/mini'
import { addressField } from '#features/customers/rules.ts'
import { computedOfLines } from './rules.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id, optionalDay, optionalText, price } from '#platform/kernel/fields.ts'
import {
  priceSources,
  salesOrderDetails,
  shippingMethodField,
  tooManyLines,
  wantedItem,
} from './contract.ts'

/** A line as it is wanted; one of an order that was started may say which of its lines it is. */
const changedItem = z.extend(wantedItem, { lineNo: z.optional(id()) })

/** What changes of an order; absent stays as it is. A total is of orders without lines. */
export const salesOrderChanges = z.object({
  shipDate: optionalDay,
  cancelAfter: optionalDay,
  totalAmount: z.optional(price),
  customerPO: optionalText(50),
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  billingAddress: addressField,
  notes: optionalText(5000),
  backorder: z.optional(z.boolean()),
  /** The total after the change that was shown: where it is another, nothing changes (409). */
  expectedTotal: z.optional(price),
  /** Why it is changed; stands in its history and with its revision. */
  reason: optionalText(500),
  items: z.optional(
    z
      .array(changedItem)
      .check(z.minLength(1, { error: 'At least one item is required' }), tooManyLines),
  ),
})
export type SalesOrderChanges = z.output<typeof salesOrderChanges>

export const updateSalesOrder = endpoint('PUT', '/api/sales-orders/:id', {
  permission: 'salesOrders.edit',
  body: salesOrderChanges,
  ignores: computedOfLines,
  returns: salesOrderDetails,
  summary: 'Changes an open order; one that was started gets a numbered revision',
})

const nullableText = z.nullable(z.string())

/** A line before and after a revision; nothing before is a new line, 0 after one taken off. */
const revisionLine = z.object({
  lineNo: z.int(),
  sku: z.string(),
  name: z.string(),
  quantityBefore: z.nullable(z.int()),
  quantityAfter: z.int(),
  priceBefore: nullableText,
  priceAfter: z.string(),
  sourceBefore: z.nullable(z.enum(priceSources)),
  sourceAfter: z.enum(priceSources),
})

/** What one revision of an order changed. */
const salesOrderRevision = z.object({
  revision: z.int(),
  by: z.string(),
  at: z.string(),
  reason: nullableText,
  totalBefore: z.string(),
  totalAfter: z.string(),
  fields: z.array(z.object({ name: z.string(), before: nullableText, after: nullableText })),
  lines: z.array(revisionLine),
})
export type SalesOrderRevision = z.infer<typeof salesOrderRevision>

export const listRevisions = endpoint('GET', '/api/sales-orders/:id/revisions', {
  permission: 'salesOrders.read',
  returns: z.array(salesOrderRevision),
  summary: 'What was changed of an order since the warehouse had it first, the latest first',
})
