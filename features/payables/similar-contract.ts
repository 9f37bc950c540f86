import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id, searchText } from '#platform/kernel/fields.ts'

export const listSimilarBills = endpoint('GET', '/api/vendor-bills/similar', {
  permission: 'payables.read',
  query: z.object({
    vendorId: z.pipe(z.coerce.number(), id()),
    billNumber: searchText(50),
    /** The bill itself, where it exists already. */
    exceptId: z.optional(z.coerce.number()),
  }),
  returns: z.array(z.string()),
  summary: 'Bills of the vendor whose number differs in signs, blanks or zeros only, as warnings',
})

export const listSimilarCredits = endpoint('GET', '/api/vendor-credits/similar', {
  permission: 'payables.read',
  query: z.object({
    vendorId: z.pipe(z.coerce.number(), id()),
    creditNumber: searchText(50),
  }),
  returns: z.array(z.string()),
  summary: 'Credits of the vendor whose number differs in signs, blanks or zeros only, as warnings',
})
