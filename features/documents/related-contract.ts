import * as z from 'zod/mini'
import type { Permission } from '#features/auth/rules.ts'

type Kind = { title: string; read: Permission; to: string; tab?: string; opensById?: true }

/** What may belong to an order, in the order it is told in: its heading, and where each opens. */
export const relatedKinds = {
  backorder: { title: 'Back orders', read: 'skus.read', to: '/skus' },
  incoming: {
    title: 'Purchase orders that bring what is missing',
    read: 'purchaseOrders.read',
    to: '/purchase-orders',
  },
  waiting: {
    title: 'Sales orders that wait for its goods',
    read: 'salesOrders.read',
    to: '/sales-orders',
  },
  requisition: { title: 'Requisitions', read: 'requisitions.read', to: '/requisitions' },
  invoice: { title: 'Invoices', read: 'receivables.read', to: '/ar-reports', tab: 'invoices' },
  'credit-memo': {
    title: 'Credit memos',
    read: 'receivables.read',
    to: '/ar-reports',
    tab: 'memos',
  },
  bill: {
    title: 'Bills',
    read: 'payables.read',
    to: '/ap-reports',
    tab: 'bills',
    opensById: true,
  },
  return: { title: 'Returns', read: 'returns.read', to: '/returns' },
  replaces: { title: 'Replaces the goods of', read: 'returns.read', to: '/returns' },
  replacement: { title: 'Replacement orders', read: 'salesOrders.read', to: '/sales-orders' },
} as const satisfies Record<string, Kind>
export type RelatedKind = keyof typeof relatedKinds
export const relatedKindNames = Object.keys(relatedKinds) as RelatedKind[]

const nullableText = z.nullable(z.string())

/** A record that belongs to an order. `says`: what it has to do with the order. */
export const related = z.object({
  kind: z.enum(relatedKindNames),
  id: z.int(),
  number: z.string(),
  status: z.string(),
  on: nullableText,
  amount: nullableText,
  says: nullableText,
})
export type Related = z.infer<typeof related>
