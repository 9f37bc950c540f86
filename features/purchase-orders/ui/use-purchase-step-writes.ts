import { listSkus, readSku, listStockMoves, readSupply } from '#features/skus/contract.ts'
import { readActivity } from '#features/audit/activity-contract.ts'
import { listVendors, readVendor } from '#features/vendors/contract.ts'
import { maxBulk } from '#platform/kernel/bulk.ts'
import { participleOf } from '#platform/kernel/flow.ts'
import { outcomeNotice } from '#platform/ui/notices/outcome-notice.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import type { Notice } from '#platform/ui/notices/toast.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import type { ApiError } from '#platform/web/api-client.ts'
import * as contract from '../contract.ts'
import { listReceipts } from '../contract.ts'
import { minimumDetail } from '../minimum-quantity-texts.ts'
import type { PurchaseVerb } from '../rules.ts'

/** The reads to refresh after a purchase order changes: orders, history, vendors and stock. */
export const purchaseReads = [
  contract.listPurchaseOrders,
  contract.readPurchaseOrder,
  listReceipts,
  readActivity,
  listSkus,
  readSku,
  readSupply,
  listStockMoves,
  listVendors,
  readVendor,
]

function toastTexts(verb: PurchaseVerb) {
  return {
    refreshes: purchaseReads,
    success: `Purchase order ${participleOf(verb)} successfully`,
    failure: `Failed to ${verb} purchase order`,
  }
}

/** The writes for the steps of a purchase order, each with its toast. */
export function useStepWrites() {
  const withdraw = useWrite(contract.withdrawPurchaseOrder, toastTexts('withdraw'))
  const submit = useWrite(contract.submitPurchaseOrder, {
    ...toastTexts('submit'),
    success: ({ id, version, belowMinimum }) => ({
      title: 'Success',
      text: toastTexts('submit').success,
      ...minimumDetail({ belowMinimum }),
      action: offerUndo(() => withdraw.tryRun({ params: { id }, ifMatch: version })),
    }),
  })
  return {
    submit,
    withdraw,
    approve: useWrite(contract.approvePurchaseOrder, toastTexts('approve')),
    reject: useWrite(contract.rejectPurchaseOrder, toastTexts('reject')),
    receive: useWrite(contract.receivePurchaseOrder, {
      ...toastTexts('receive'),
      success: ({ status }) => ({
        title: 'Success',
        text:
          status === 'received'
            ? toastTexts('receive').success
            : 'Receipt recorded; the remaining units are open',
      }),
    }),
    close: useWrite(contract.closePurchaseOrder, cancellationText('close')),
    cancel: useWrite(contract.cancelPurchaseOrder, cancellationText('cancel')),
  }
}

/** If a cancellation request was sent to the warehouse, the toast says so. */
function cancellationText(verb: 'close' | 'cancel') {
  type Changed = { orderNumber: string; cancelRequest: string | null }
  return {
    ...toastTexts(verb),
    success: ({ orderNumber, cancelRequest }: Changed) => ({
      title: 'Success',
      text: cancelRequest
        ? `The warehouse was asked to cancel ${orderNumber} and has not responded yet`
        : toastTexts(verb).success,
    }),
  }
}

const bulkOutcomeTexts = {
  refreshes: purchaseReads,
  parts: { of: 'ids', chunkSize: maxBulk },
  failure: (
    error: ApiError,
    { body }: { body?: { action: PurchaseVerb } | undefined },
  ): Notice => ({
    title: 'Error',
    text: `Failed to ${body?.action ?? 'change'} purchase orders`,
    detail: error.sentence,
    tone: 'danger',
  }),
}

/**
 * Submits or approves many orders at once. One toast counts them and explains the skipped ones;
 * after a submission it offers an undo, which withdraws the orders.
 */
export function useManyWrites() {
  const withdraw = useWrite(contract.changePurchaseOrders, {
    ...bulkOutcomeTexts,
    success: (outcome) => outcomeNotice(outcome, 'withdrawn'),
  })
  const undo = (ids: readonly number[]) =>
    withdraw.tryRun({ body: { action: 'withdraw', ids: [...ids] } })
  return useWrite(contract.changePurchaseOrders, {
    ...bulkOutcomeTexts,
    success: (outcome, { body }) =>
      body?.action === 'submit'
        ? outcomeNotice(outcome, 'submitted', undo)
        : outcomeNotice(outcome, participleOf(body?.action ?? 'approve')),
  })
}
