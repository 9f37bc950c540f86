import { requirePermission } from '#features/auth/rules.ts'
import { cancelSalesOrder, lockMany } from '#features/sales-orders/server/service.ts'
import { salesOrders } from '#features/sales-orders/server/tables.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { claimUndo } from '#platform/server/imports/import-undo.ts'
import { inLockOrder, transitionEach } from '#platform/server/records/transition-many.ts'

const readImportedOrders = {
  name: 'read_sales_orders_of_import',
  text: `select record_id as id, version from import_rows where import_id = $1`,
}

/**
 * Cancels the orders that an import created, if their version has not changed since. Orders that
 * were changed or processed, or that the caller may not cancel, are skipped with the reason. An
 * import can be undone once; throws 409 if no order can be cancelled, and that attempt does not
 * count.
 */
export function undoOrderImport(ctx: Context, id: number): Promise<BulkOutcome> {
  return inTransaction(ctx, async (inner) => {
    const outcome = await cancelImportedOrders(inner, id)
    const [first] = outcome.kept
    if (outcome.done.length > 0 || !first) return outcome
    throw new Refusal('refused', 'nothing-undone', `No order was cancelled. ${first.reason}`)
  })
}

/** Cancels the orders of an import like `undoOrderImport`, but also returns if none was. */
export function cancelImportedOrders(ctx: Context, id: number): Promise<BulkOutcome> {
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    await claimUndo(inner, { table: salesOrders }, { id })
    const importedOrders = await rows<{ id: number; version: number }>(
      inner.db,
      readImportedOrders,
      [id],
    )
    const versions = new Map(importedOrders.map((each) => [each.id, each.version]))
    const ids = inLockOrder([...versions.keys()])
    const found = await lockMany(inner, ids, { goods: true })
    return transitionEach(inner, { ids, found }, async (orderId) => {
      // The call itself needs the permission to import alone.
      requirePermission(inner.user, 'salesOrders.cancel', 'Your role cannot cancel sales orders')
      const request = { reason: 'CSV import undone', ifMatch: versions.get(orderId) }
      await cancelSalesOrder(inner, orderId, request)
      return undefined
    })
  })
}
