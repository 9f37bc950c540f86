import { readActivity } from '#features/audit/contract.ts'
import { listInvoices, readInvoice } from '#features/receivables/contract.ts'
import { listCreditMemos } from '#features/receivables/credits.ts'
import { listSkus, readSku } from '#features/skus/contract.ts'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import { useWrite } from '#platform/web/api.ts'
import {
  approveReturn,
  cancelReturn,
  completeReturn,
  listReturns,
  readReturn,
  readReturnable,
  receiveReturn,
  rejectReturn,
  shipReturn,
} from './contract.ts'

/** What a return changes: itself, what is left of its order, and stock. */
export const returnReads = [
  listReturns,
  readReturn,
  readReturnable,
  readActivity,
  listSkus,
  readSku,
  listCreditMemos,
  listInvoices,
  readInvoice,
] as const

const failure = 'Failed to update return'
const done = ({ returnNumber, status }: AnswerOf<typeof approveReturn>) => ({
  title: 'Success',
  text: `${returnNumber} is ${status}`,
})
const options = { refreshes: returnReads, success: done, failure }

/** The steps of a return, each with its toast. */
export function useReturnWrites() {
  return {
    approve: useWrite(approveReturn, options),
    reject: useWrite(rejectReturn, options),
    cancel: useWrite(cancelReturn, options),
    receive: useWrite(receiveReturn, options),
    ship: useWrite(shipReturn, options),
    complete: useWrite(completeReturn, options),
  }
}
