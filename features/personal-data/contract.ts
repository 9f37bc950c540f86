import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { text } from '#platform/kernel/fields.ts'

export const erasureForm = z.object({
  /** Why: the request of the person, for example. It must not name the person. */
  reason: text(500),
})
export type ErasureForm = z.output<typeof erasureForm>

/** What an erasure did: the new name, the emptied fields, and what remains, as sentences. */
export const erasure = z.object({
  id: z.int(),
  pseudonym: z.string(),
  fields: z.array(z.string()),
  remaining: z.array(z.string()),
})
export type Erasure = z.infer<typeof erasure>

export const exportCustomerData = endpoint('GET', '/api/customers/:id/personal-data', {
  permission: 'personalData.manage',
  file: 'application/json',
  summary: 'Everything that is stored about a customer and its contact, as JSON',
})
export const exportUserData = endpoint('GET', '/api/users/:id/personal-data', {
  permission: 'personalData.manage',
  file: 'application/json',
  summary: 'Everything that is stored about a user, as JSON',
})
export const eraseCustomerData = endpoint('POST', '/api/customers/:id/personal-data/erase', {
  permission: 'personalData.manage',
  checksVersion: true,
  body: erasureForm,
  returns: erasure,
  summary:
    'Replaces name and contacts of a customer with a pseudonym; refused while the customer has ' +
    'open documents',
})
export const eraseUserData = endpoint('POST', '/api/users/:id/personal-data/erase', {
  permission: 'personalData.manage',
  checksVersion: true,
  body: erasureForm,
  returns: erasure,
  summary:
    'Replaces username and email of a deactivated user with a pseudonym; refused while the user ' +
    'has open documents',
})
