import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField } from '#platform/kernel/fields.ts'

const nullableText = z.nullable(z.string())

/** A customer's account between two days: the balance before, each posting, and after it. */
export const statement = z.object({
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  billingAddress: nullableText,
  paymentTerms: z.string(),
  from: z.string(),
  to: z.string(),
  opening: z.string(),
  closing: z.string(),
  entries: z.array(
    z.object({
      id: z.int(),
      postedOn: z.string(),
      memo: z.string(),
      amount: z.string(),
      balance: z.string(),
    }),
  ),
})
export type Statement = z.infer<typeof statement>

export const readStatement = endpoint('GET', '/api/receivables/statement', {
  isDerived: true,
  permission: 'receivables.read',
  query: z.object({
    customerId: z.coerce.number().check(z.int()),
    from: z.optional(dayField),
    to: z.optional(dayField),
  }),
  returns: statement,
  summary: 'The statement of account of a customer, from the ledger',
})
