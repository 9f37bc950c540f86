import { businessDay } from '#features/settings/server/service.ts'
import { type Day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readOne } from '#platform/server/lists/list.ts'
import { awaitedLevel, type LevelApproval, levelsFor, whoOf } from '../approval-levels.ts'
import { levelsOf } from './approval/approval-levels.ts'
import { readLevelApprovals, readNamedApprovals } from './approval/levels-store.ts'
import { certificatesOf } from './expired-vendor-certificates.ts'
import type { PurchaseOrder, PurchaseOrderDetails, PurchaseOrderItem } from '../contract.ts'
import { hidesPurchaseAmounts, withoutPrices } from '../rules.ts'
import * as store from './store.ts'

/** Returns a purchase order with its lines. Prices are null for roles that may not read costs. */
export async function readPurchaseOrder(ctx: Context, id: number): Promise<PurchaseOrderDetails> {
  const date = await businessDay(ctx)
  return onOneConnection(ctx, async (inner) => readPurchaseOrderDetails(inner, id, date))
}

/**
 * Reads the full response of a purchase order, in the open transaction or on one connection. Throws
 * 404 if it does not exist. `isWhole` includes amounts regardless of the role.
 */
export async function readPurchaseOrderDetails(
  ctx: Context,
  id: number,
  date: Day,
  { isWhole: includesAmounts = false } = {},
): Promise<PurchaseOrderDetails> {
  type VendorFacts = Pick<PurchaseOrderDetails, 'vendorAddress' | 'paymentTerms'>
  const order = await readOne<PurchaseOrder>(ctx.db, store.listOn(date), { id })
  const [vendor] = await rows<VendorFacts>(ctx.db, store.readVendorOf, [id])
  if (!order || !vendor) throw missing('That purchase order')
  const items = await rows<PurchaseOrderItem>(ctx.db, store.readItems, [id])
  const waivers = await rows<PurchaseOrderDetails['waivers'][number]>(ctx.db, store.readWaivers, [
    id,
  ])
  const below = await rows<PurchaseOrderDetails['belowMinimum'][number]>(
    ctx.db,
    store.readBelowMinimum,
    [id],
  )
  const isHidden = !includesAmounts && hidesPurchaseAmounts(ctx.user)
  const priceless = { unitPrice: null, totalPrice: null }
  const certificates = await certificatesOf(ctx, { ...order, items }, date)
  return {
    ...order,
    ...(isHidden && { totalAmount: null, notes: withoutPrices(order.notes) }),
    ...vendor,
    waivers,
    ...(await approvalsOf(ctx, isHidden ? { ...order, totalAmount: null } : order)),
    certificates,
    belowMinimum: below,
    items: isHidden ? items.map((item) => ({ ...item, ...priceless })) : items,
  }
}

/**
 * Which levels have approved an order, and which one it awaits while it is submitted. The awaited
 * one would tell the range of a total that the role may not see.
 */
async function approvalsOf(
  ctx: Context,
  { id, status, totalAmount }: PurchaseOrder,
): Promise<Pick<PurchaseOrderDetails, 'approvals' | 'awaits'>> {
  type Named = PurchaseOrderDetails['approvals'][number]
  const approvals = await rows<Named>(ctx.db, readNamedApprovals, [id])
  if (status !== 'submitted' || totalAmount === null) return { approvals, awaits: null }
  const levels = await levelsOf(ctx)
  const total = cents(totalAmount)
  const given = await rows<LevelApproval>(ctx.db, readLevelApprovals, [[id]])
  const awaited = awaitedLevel(levels, { total, approvals: given })
  const of = levelsFor(levels, total).length
  const awaits = awaited ? { level: awaited.level, of, who: whoOf(awaited) } : null
  return { approvals, awaits }
}
