import { readActivity } from '#features/audit/activity-contract.ts'
import { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import * as contract from '../contract.ts'

/** The reads to refresh after a change to a requisition. */
export const requisitionReads = [contract.listRequisitions, contract.readRequisition, readActivity]

function toastTexts(verb: string, outcome: string) {
  return {
    refreshes: requisitionReads,
    success: `Requisition ${outcome} successfully`,
    failure: `Failed to ${verb} requisition`,
  }
}

/** The writes of a requisition, each with its toast. */
export function useRequisitionWrites() {
  const withdraw = useWrite(contract.withdrawRequisition, toastTexts('withdraw', 'withdrawn'))
  const submit = useWrite(contract.submitRequisition, {
    ...toastTexts('submit', 'submitted'),
    success: ({ id, version }) => ({
      title: 'Success',
      text: 'Requisition submitted successfully',
      action: offerUndo(() => withdraw.tryRun({ params: { id }, ifMatch: version })),
    }),
  })
  return {
    submit,
    withdraw,
    approve: useWrite(contract.approveRequisition, toastTexts('approve', 'approved')),
    reject: useWrite(contract.rejectRequisition, toastTexts('reject', 'rejected')),
    close: useWrite(contract.closeRequisition, toastTexts('close', 'closed')),
    cancel: useWrite(contract.cancelRequisition, toastTexts('cancel', 'cancelled')),
    order: useWrite(contract.orderRequisition, {
      ...toastTexts('order', 'ordered'),
      refreshes: [...requisitionReads, listPurchaseOrders],
      success: ({ items, status }) => {
        const orders = new Set(items.flatMap((item) => item.purchaseOrderNumber ?? []))
        const remainingNote = status === 'approved' ? '. The rest is not ordered yet' : ''
        return { title: 'Success', text: `Draft orders: ${[...orders].join(', ')}${remainingNote}` }
      },
    }),
  }
}
