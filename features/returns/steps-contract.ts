import * as z from 'zod/mini'
import { postingDate } from '#features/journal/posting-contract.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { price, text } from '#platform/kernel/fields.ts'
import { returnDetails } from './contract.ts'

const step = { returns: returnDetails }

export const approveReturn = endpoint('POST', '/api/returns/:id/approve', {
  ...step,
  permission: 'returns.approve',
  summary: 'Approves a return; goods for a vendor are reserved',
})
export const reasonForm = z.object({ reason: text(500) })
export const rejectReturn = endpoint('POST', '/api/returns/:id/reject', {
  ...step,
  permission: 'returns.approve',
  body: reasonForm,
  summary: 'Turns a return down and says why',
})
export const cancelReturn = endpoint('POST', '/api/returns/:id/cancel', {
  ...step,
  permission: 'returns.create',
  body: reasonForm,
  summary: 'Cancels a return whose goods have not moved; what it reserved is free again',
})
export const holdReturn = endpoint('POST', '/api/returns/:id/hold', {
  ...step,
  permission: 'returns.approve',
  body: reasonForm,
  summary: 'Stops a return and says why; it takes no step forward until it is released',
})
export const releaseReturn = endpoint('POST', '/api/returns/:id/release', {
  ...step,
  permission: 'returns.approve',
  body: reasonForm,
  summary: 'Ends the hold of a return and says why; it goes on where it stood',
})
export const shipReturn = endpoint('POST', '/api/returns/:id/ship', {
  ...step,
  permission: 'returns.receive',
  summary: 'Sends goods back to a vendor; on hand and reserved fall',
})
/** What is kept of the credit for putting a customer's goods back; nothing unless said. */
export const completeForm = z.object({ restockingFee: z.optional(price), ...postingDate })
export const completeReturn = endpoint('POST', '/api/returns/:id/complete', {
  ...step,
  permission: 'returns.complete',
  body: completeForm,
  summary: 'Ends a return whose goods have moved; a customer’s are credited as they were charged',
})
