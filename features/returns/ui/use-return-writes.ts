import { readActivity } from '#features/audit/activity-contract.ts'
import { listCustomers, readCustomer } from '#features/customers/contract.ts'
import { listVendorCredits, readVendorCredit } from '#features/payables/vendor-credits-contract.ts'
import {
  listInvoices,
  readInvoice,
  listCreditMemos,
  readCreditMemo,
} from '#features/receivables/contract.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { listSkus, readSku, listStockMoves } from '#features/skus/contract.ts'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  listReturns,
  readReturn,
  readReturnable,
  approveReturn,
  cancelReturn,
  completeReturn,
  holdReturn,
  rejectReturn,
  releaseReturn,
  shipReturn,
  closeReturn,
  inspectReturn,
  receiveReturn,
  reopenReturn,
  replaceReturn,
  reverseReturnReceipt,
  sendToVendor,
} from '../contract.ts'

/** Queries to refetch when a return changes: returns, returnable quantities, stock and credit. */
export const returnReads = [
  listReturns,
  readReturn,
  readReturnable,
  readActivity,
  listSkus,
  readSku,
  listStockMoves,
  listCreditMemos,
  readCreditMemo,
  listCustomers,
  readCustomer,
  listVendorCredits,
  readVendorCredit,
  listInvoices,
  readInvoice,
  listSalesOrders,
] as const

const failure = 'Failed to update return'
type Changed = AnswerOf<typeof approveReturn>
const isPartOf = ({ status, qtyReceived }: Changed) => status === 'approved' && qtyReceived > 0
const done = (goods: Changed) => ({ title: 'Success', text: doneText(goods) })
function doneText(goods: Changed): string {
  const { returnNumber, displayStatus, cancelRequest } = goods
  if (cancelRequest !== null) {
    return `The warehouse was asked to cancel ${returnNumber} and has not responded yet`
  }
  return isPartOf(goods)
    ? `${returnNumber} is partly received`
    : `${returnNumber} is ${displayStatus}`
}
const replaced = ({ returnNumber, replacementOrderNumber }: AnswerOf<typeof replaceReturn>) => ({
  title: 'Success',
  text: `${replacementOrderNumber} replaces ${returnNumber}`,
})
const options = { refreshes: returnReads, success: done, failure }

/** The mutations of a return, each with its toast. */
export function useReturnWrites() {
  const release = useWrite(releaseReturn, options)
  const releaseAgain = ({ id, version }: Changed) =>
    release.tryRun({ params: { id }, body: { reason: 'Undone' }, ifMatch: version })
  return {
    approve: useWrite(approveReturn, options),
    reject: useWrite(rejectReturn, options),
    cancel: useWrite(cancelReturn, options),
    receive: useWrite(receiveReturn, options),
    hold: useWrite(holdReturn, {
      ...options,
      success: (goods) => ({ ...done(goods), action: offerUndo(() => releaseAgain(goods)) }),
    }),
    release,
    ship: useWrite(shipReturn, options),
    close: useWrite(closeReturn, options),
    complete: useWrite(completeReturn, options),
    reopen: useWrite(reopenReturn, options),
    inspect: useWrite(inspectReturn, { ...options, success: 'Inspection recorded successfully' }),
    reverseReceipt: useWrite(reverseReturnReceipt, {
      refreshes: returnReads,
      success: 'Receipt reversed successfully',
      failure: 'Failed to reverse receipt',
    }),
    replace: useWrite(replaceReturn, { ...options, success: replaced }),
    sendToVendor: useWrite(sendToVendor, { ...options, success: 'Return created successfully' }),
  }
}
