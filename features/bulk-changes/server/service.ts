import { requirePermission } from '#features/auth/rules.ts'
import { undoCustomerBulkEdit, undoCustomerImport } from '#features/customers/server/service.ts'
import { cancelImportedOrders } from '#features/order-entry/server/service.ts'
import {
  undoContractPriceImport,
  undoContractPriceUpsert,
} from '#features/pricing/server/service.ts'
import { undoBulkSubmission, undoPurchaseImport } from '#features/purchase-orders/server/service.ts'
import { fillBackorders, undoBulkProcessing } from '#features/sales-orders/server/service.ts'
import { returnImportedShipments } from '#features/returns/server/service.ts'
import { businessZone } from '#features/settings/server/service.ts'
import {
  undoBulkPlans,
  undoCountImport,
  undoPlannedPriceImport,
  undoSkuBulkEdit,
  undoSkuImport,
} from '#features/skus/server/service.ts'
import { undoVendorBulkEdit, undoVendorImport } from '#features/vendors/server/service.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { runInSavepoint } from '#platform/server/records/dry-run.ts'
import type {
  BulkChange,
  BulkChangeQuery,
  BulkChangeRow,
  BulkChangeRowQuery,
  UndoOutcome,
} from '../contract.ts'
import { type ChangedTable, insteadOfUndo, undoPermission, visibleKinds } from '../rules.ts'
import * as store from './store.ts'

type Undo = (ctx: Context, id: number) => Promise<BulkOutcome>
type UndoEdit = (ctx: Context, id: number, action: string) => Promise<BulkOutcome>

/** How imports into each table are undone, by the room that owns it; shipments by returns. */
const undoImports: Partial<Record<ChangedTable, Undo>> = {
  customers: undoCustomerImport,
  vendors: undoVendorImport,
  skus: undoSkuImport,
  sku_prices: undoPlannedPriceImport,
  contract_pricing: undoContractPriceImport,
  purchase_orders: undoPurchaseImport,
  sales_orders: cancelImportedOrders,
  stock_adjustments: (ctx, id) => undoCountImport(ctx, id, fillBackorders),
}

/** How upserts and bulk edits of each table are undone; of orders, only one action can be. */
const undoEdits: Partial<Record<ChangedTable, UndoEdit>> = {
  customers: undoCustomerBulkEdit,
  vendors: undoVendorBulkEdit,
  skus: undoSkuBulkEdit,
  sku_prices: undoBulkPlans,
  contract_pricing: undoContractPriceUpsert,
  purchase_orders: undoBulkSubmission,
  sales_orders: undoBulkProcessing,
}

/** Lists the imports and bulk edits of the kinds that the caller may make. */
export function listBulkChanges(ctx: Context, query: BulkChangeQuery) {
  return readList<BulkChange>(ctx.db, visibleChanges(ctx), query)
}

/** Reads an import or a bulk edit. Throws 404 if it does not exist or is not visible. */
export async function readBulkChange(ctx: Context, id: number): Promise<BulkChange> {
  const found = await readOne<BulkChange>(ctx.db, visibleChanges(ctx), { id })
  if (!found) throw missing('That import or bulk edit')
  return found
}

function visibleChanges({ user }: Context) {
  return { ...store.bulkChangeListIn(businessZone), values: [visibleKinds(user)] }
}

/**
 * Lists the records of an import or a bulk edit. Throws 404 if it does not exist or is not visible.
 */
export async function listBulkChangeRows(ctx: Context, id: number, query: BulkChangeRowQuery) {
  // First, because a wrong query is refused before a missing record is. It reads no row of a change
  // that is not visible.
  const values = [id, visibleKinds(ctx.user)]
  const page = await readList<BulkChangeRow>(ctx.db, { ...store.bulkChangeRowSpec, values }, query)
  await readBulkChange(ctx, id)
  return page
}

/**
 * Undoes an import or a bulk edit as a whole. Throws 409 with all reasons if a record prevents it,
 * if it is already undone or too old, or if its kind cannot be undone; 403 if the undo needs
 * another permission. A dry run undoes it, rolls back, and returns the reasons.
 */
export async function undoBulkChange(
  ctx: Context,
  id: number,
  { isDryRun }: { isDryRun: boolean },
): Promise<UndoOutcome> {
  const run = isDryRun ? runInSavepoint : inTransaction
  // Before the transaction, which would hold the series of numbers; a dry run gives them back.
  const numbers = isDryRun ? [] : await returnNumbers(ctx, await readUndoable(ctx, id))
  return run(ctx, async (inner) => {
    const change = await readUndoable(inner, id)
    const returns = isDryRun ? await returnNumbers(inner, change) : numbers
    const { done, kept } = await undo(inner, change, returns)
    // The nightly purge may have deleted its rows since it was read.
    if (done.length + kept.length === 0) throw tooOld()
    if (kept.length > 0 && !isDryRun) throw blockedRefusal(kept)
    return { undone: kept.length > 0 ? 0 : done.length, blockers: kept }
  })
}

/**
 * Reads a change that the caller may undo. Throws 404 if it is not visible, 409 if it cannot be
 * undone, and 403 without the permission that its undo needs.
 */
async function readUndoable(ctx: Context, id: number): Promise<BulkChange> {
  const change = await readBulkChange(ctx, id)
  refuseFinal(change)
  const needed = undoPermission(change.table, change.action)
  if (needed) requirePermission(ctx.user, needed, 'Your role cannot undo this')
  return change
}

/** Numbers for the returns of imported shipments. */
async function returnNumbers(
  { db, now }: Context,
  { table, action, created }: BulkChange,
): Promise<string[]> {
  if (table !== 'shipments' || action !== 'import') return []
  return nextNumbers(db, 'RMA', { count: created, now })
}

function undo(
  ctx: Context,
  { id, table, action }: BulkChange,
  numbers: readonly string[],
): Promise<BulkOutcome> {
  if (table === 'shipments') return returnImportedShipments(ctx, id, numbers)
  const undone =
    action === 'import' ? undoImports[table]?.(ctx, id) : undoEdits[table]?.(ctx, id, action)
  if (!undone) throw new Error(`Nothing undoes ${action} of ${table}`)
  return undone
}

/**
 * Refuses what cannot be undone. Two undos at once both pass here: the second waits for the first
 * in the claim of its room, which refuses it.
 */
function refuseFinal({ state, table, action }: BulkChange): void {
  if (state === 'undoable') return
  if (state === 'undone') {
    throw new Refusal('conflict', 'already-undone', 'This has already been undone')
  }
  if (state === 'expired') throw tooOld()
  const instead = insteadOfUndo(table, action)
  const sentence =
    instead === undefined
      ? 'There is nothing to undo: no records were changed.'
      : `This cannot be undone as a whole. ${instead}`
  throw new Refusal('refused', 'not-undoable', sentence)
}

function tooOld(): Refusal {
  const sentence =
    'This change is more than 30 days old and can no longer be undone. ' +
    'Correct the records one by one'
  return new Refusal('refused', 'too-old-to-undo', sentence)
}

/** The most records that a refusal lists. */
const maxListed = 100

function blockedRefusal(kept: BulkOutcome['kept']): Refusal {
  const verb = kept.length === 1 ? 'prevents' : 'prevent'
  const sentence =
    `${counted(kept.length, 'record')} ${verb} the undo, so nothing was undone. ` +
    'Resolve the reasons below, or undo the other records one by one'
  const fields = kept.slice(0, maxListed).map(({ id, reason }) => {
    return { path: String(id), message: reason, code: 'blocked' }
  })
  return new Refusal('conflict', 'undo-blocked', sentence, fields)
}
