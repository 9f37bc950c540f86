import * as z from 'zod/mini'
import { choiceQuery, endpoint } from '#platform/kernel/endpoint.ts'
import { amountText, searchWords } from '#platform/kernel/fields.ts'

export const hitKinds = [
  'sales-order',
  'purchase-order',
  'requisition',
  'return',
  'invoice',
  'payment',
  'bill',
  'vendor-payment',
  'customer',
  'vendor',
  'sku',
  'credit-memo',
  'refund',
  'letter',
  'vendor-credit',
  'manual-entry',
  'tax-payment',
] as const
export type HitKind = (typeof hitKinds)[number]

const nullableText = z.nullable(z.string())

/** A search hit; `why` says what matched if it was not the code. */
export const hit = z.object({
  kind: z.enum(hitKinds),
  id: z.int(),
  code: z.string(),
  title: z.string(),
  status: nullableText,
  amount: z.nullable(amountText),
  date: nullableText,
  why: nullableText,
})
export type Hit = z.infer<typeof hit>

export const searchQuery = z.object({
  q: searchWords().check(z.minLength(1)),
  /** Limits the kinds, comma-separated. */
  kinds: choiceQuery(hitKinds),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
})
export type SearchQuery = z.output<typeof searchQuery>

export const searchAll = endpoint('GET', '/api/search', {
  permission: 'search.all',
  query: searchQuery,
  returns: z.array(hit),
  summary:
    'Records of every kind by number, customer PO, code, barcode, name, email, phone or notes; ' +
    'orders, returns, invoices, bills, payments, credits and manual journal entries by amount ' +
    '(=1240.50, >1000)',
})
