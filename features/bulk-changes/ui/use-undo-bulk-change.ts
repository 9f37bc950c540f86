import { listImports } from '#features/audit/imports-contract.ts'
import { listCustomers } from '#features/customers/contract.ts'
import { listContractPrices } from '#features/pricing/contract.ts'
import { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import { listReturns } from '#features/returns/contract.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { listPlannedPrices, listSkus } from '#features/skus/contract.ts'
import { listVendors } from '#features/vendors/contract.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { listBulkChangeRows, listBulkChanges, readBulkChange, undoBulkChange } from '../contract.ts'

const none: readonly FieldError[] = []

/** The lists whose records an undo changes, and those of the changes themselves. */
const changedLists = [
  listBulkChanges,
  listBulkChangeRows,
  readBulkChange,
  listImports,
  listCustomers,
  listVendors,
  listSkus,
  listPlannedPrices,
  listContractPrices,
  listPurchaseOrders,
  listSalesOrders,
  listReturns,
]

/** Undoes a change; if records prevent it, they are returned with the reasons. */
export function useUndoBulkChange(id: number) {
  const { tryRun, isPending, error } = useWrite(undoBulkChange, {
    refreshes: changedLists,
    success: ({ undone }) => ({ title: 'Undone', text: `${counted(undone, 'record')} undone` }),
    failure: 'Failed to undo',
  })
  return {
    run: () => tryRun({ params: { id } }),
    isPending,
    /** What prevented the last attempt, by the id of the record. */
    blockers: error?.code === 'undo-blocked' ? error.fields : none,
    sentence: error?.sentence,
  }
}
