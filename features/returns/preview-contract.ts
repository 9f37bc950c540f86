import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { returnForm } from './contract.ts'

const amount = z.nullable(z.string())

/** What a return will be credited with; nothing is said of costs to roles that do not read them. */
const returnCredit = z.object({
  goods: amount,
  tax: amount,
  /** Kept of the credit when the return is completed; nothing until somebody says so. */
  restockingFee: amount,
  total: amount,
})
export const previewReturn = endpoint('POST', '/api/returns/preview', {
  permission: 'returns.create',
  body: returnForm,
  returns: returnCredit,
  summary: 'What a return would be credited with, tax and all; it writes nothing',
})
