import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField } from '#platform/kernel/fields.ts'

const nullableText = z.nullable(z.string())

/** An invoice that is not settled, or money and credits that were applied to nothing. */
const openItem = z.object({
  kind: z.enum(['invoice', 'payment', 'credit']),
  number: z.string(),
  docDate: z.string(),
  dueDate: nullableText,
  /** Days past due at the end of the day; below 0 it is not due yet. */
  daysLate: z.nullable(z.int()),
  /** What it came to, and what of it was open: in the customer's favour both are below 0. */
  amount: z.string(),
  open: z.string(),
})
export type OpenItem = z.infer<typeof openItem>

/** What was open of a customer's account at the end of a day, item by item, and by age. */
export const openItems = z.object({
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  billingAddress: nullableText,
  paymentTerms: z.string(),
  asOf: z.string(),
  items: z.array(openItem),
  notDue: z.string(),
  days0to30: z.string(),
  days31to60: z.string(),
  days61to90: z.string(),
  over90: z.string(),
  unapplied: z.string(),
  balance: z.string(),
})
export type OpenItems = z.infer<typeof openItems>

export const readOpenItems = endpoint('GET', '/api/receivables/open-items', {
  isDerived: true,
  permission: 'receivables.read',
  query: z.object({
    customerId: z.coerce.number().check(z.int()),
    to: z.optional(dayField),
  }),
  returns: openItems,
  summary: 'The statement of account of a customer as its open items, at the end of a day',
})
