import * as z from 'zod/mini'
import type { Permission } from '#features/auth/rules.ts'
import { amountText, dayText } from '#platform/kernel/fields.ts'

type RelatedKindFacts = {
  title: string
  read: Permission
  to: string
  tab?: string
  opensById?: true
  /** A tab of the order itself shows these records. */
  isPart?: true
  /** How the record belongs to the order: the order follows from it, or it from the order. */
  flow?: 'before' | 'after'
}

/** The kinds of records related to an order, in display order: title, and the page that opens. */
export const relatedKinds = {
  backorder: { title: 'Back orders', read: 'skus.read', to: '/skus' },
  incoming: {
    title: 'Purchase orders for the missing stock',
    read: 'purchaseOrders.read',
    to: '/purchase-orders',
  },
  waiting: {
    title: 'Sales orders waiting for these goods',
    read: 'salesOrders.read',
    to: '/sales-orders',
  },
  requisition: {
    title: 'Requisition',
    read: 'requisitions.read',
    to: '/requisitions',
    flow: 'before',
  },
  replaces: { title: 'Replacement for', read: 'returns.read', to: '/returns', flow: 'before' },
  shipment: {
    title: 'Shipment',
    read: 'salesOrders.read',
    to: '/sales-orders',
    tab: 'shipments',
    isPart: true,
    flow: 'after',
  },
  receipt: {
    title: 'Receipt',
    read: 'purchaseOrders.read',
    to: '/purchase-orders',
    tab: 'receipts',
    isPart: true,
    flow: 'after',
  },
  invoice: {
    title: 'Invoice',
    read: 'receivables.read',
    to: '/ar-reports',
    tab: 'invoices',
    flow: 'after',
  },
  payment: {
    title: 'Payment',
    read: 'receivables.read',
    to: '/ar-reports',
    tab: 'payments',
    flow: 'after',
  },
  'credit-memo': {
    title: 'Credit memo',
    read: 'receivables.read',
    to: '/ar-reports',
    tab: 'memos',
    flow: 'after',
  },
  bill: {
    title: 'Bill',
    read: 'payables.read',
    to: '/ap-reports',
    tab: 'bills',
    opensById: true,
    flow: 'after',
  },
  'vendor-payment': {
    title: 'Vendor payment',
    read: 'payables.read',
    to: '/ap-reports',
    tab: 'payments',
    opensById: true,
    flow: 'after',
  },
  return: { title: 'Return', read: 'returns.read', to: '/returns', flow: 'after' },
  'vendor-credit': {
    title: 'Vendor credit',
    read: 'payables.read',
    to: '/ap-reports',
    tab: 'credits',
    opensById: true,
    flow: 'after',
  },
  replacement: {
    title: 'Replacement order',
    read: 'salesOrders.read',
    to: '/sales-orders',
    flow: 'after',
  },
} as const satisfies Record<string, RelatedKindFacts>
export type RelatedKind = keyof typeof relatedKinds
export const relatedKindNames = Object.keys(relatedKinds) as RelatedKind[]

/**
 * A record related to an order. `says` describes the relation; `follows` is the number of the
 * related record that it follows, such as the invoice of a payment, and null for the order itself.
 */
export const related = z.object({
  kind: z.enum(relatedKindNames),
  id: z.int(),
  number: z.string(),
  status: z.string(),
  on: z.nullable(dayText),
  amount: z.nullable(amountText),
  says: z.nullable(z.string()),
  follows: z.nullable(z.string()),
})
export type RelatedDocument = z.infer<typeof related>
