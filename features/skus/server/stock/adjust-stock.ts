import { record, recordApprovals } from '#features/audit/server/service.ts'
import { requirePermission } from '#features/auth/rules.ts'
import { notify } from '#features/notifications/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Cents, cents, decimal, formatMoney, multiply } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readOne } from '#platform/server/lists/list.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { Sku } from '../../contract.ts'
import { lockAdjustmentMonth } from './adjustment-entries.ts'
import { postMoves } from './ledger.ts'
import { adjustedAlone, deltaText, needsSecondApproval } from '../../rules.ts'
import { skuList } from '../store.ts'

/** A counted or entered stock level. */
export type Count = {
  currentStock: number
  stockReason?: string | null | undefined
  ifMatch?: number | undefined
}

/** Called in the transaction with the SKUs that gained units. */
export type StockArrival = (ctx: Context, skuIds: readonly number[]) => Promise<void>

/**
 * Posts the difference between a count and the recorded stock as one movement; `arrived` lets
 * backorders use the gained units. If the value needs a second person, it waits for approval where
 * duties are enforced, and is recorded as a waiver where not. Rejects a role that may not adjust, a
 * count below the reserved units, and a count while another adjustment is waiting.
 */
export async function adjustStock(
  ctx: Context,
  id: number,
  { arrived, ...count }: Count & { arrived?: StockArrival | undefined },
): Promise<Sku> {
  requirePermission(ctx.user, 'skus.adjust', 'Your role cannot change stock')
  const { sodMode } = await readSettings(ctx)
  return inTransaction(ctx, async (inner) => {
    await lockAdjustmentMonth(inner)
    const before = await lockSku(inner, id)
    guardVersion(before, count.ifMatch)
    const units = count.currentStock - before.currentStock
    if (units === 0) return before
    refuseWhileWaiting(before)
    refuseBelowReserved(before, count.currentStock)
    const reason = count.stockReason ?? null
    const needsApproval =
      inner.user !== undefined && needsSecondApproval(units, unitCostOfStock(before))
    if (needsApproval && sodMode === 'enforce') {
      await requestAdjustment(inner, before, { units, reason })
      return findSku(inner, id)
    }
    const dedupeKey = `sku:${id}:${before.version}:adjust`
    const by = inner.user?.id ?? null
    await bookAdjustment(inner, before, { units, reason, dedupeKey, by, arrived })
    const changes = { currentStock: { from: before.currentStock, to: count.currentStock } }
    const entryBase = { entity: 'sku', entityId: id, action: 'adjust', reason } as const
    await record(inner, [{ ...entryBase, changes }])
    const amount = adjustmentValueOf(before, units)
    const waiver = { ...entryBase, isWaiver: true, control: 'adjust-approve', amount }
    await recordApprovals(inner, needsApproval ? [waiver] : [])
    return findSku(inner, id)
  })
}

type Adjusted = {
  units: number
  reason: string | null
  dedupeKey: string
  /** The user who counted. */
  by: number | null
  arrived?: StockArrival | undefined
}

/** Posts units of a SKU under its lock and calls `arrived` if units were gained. */
export async function bookAdjustment(
  ctx: Context,
  { id }: Sku,
  { units, reason, dedupeKey, by, arrived }: Adjusted,
): Promise<void> {
  const move = { skuId: id, kind: 'adjust', onHand: units, refType: 'sku', refId: id } as const
  await postMoves(ctx, [{ ...move, reason, dedupeKey, by }])
  if (units > 0) await arrived?.(ctx, [id])
}

export async function findSku(ctx: Context, id: number): Promise<Sku> {
  const sku = await readOne<Sku>(ctx.db, skuList(ctx), { id })
  if (!sku) throw missing('That SKU')
  return sku
}

/** Read again after locking, so that adjustments requested in the meantime are included. */
export async function lockSku(ctx: Context, id: number): Promise<Sku> {
  await readOne<Sku>(ctx.db, skuList(ctx), { id, lock: true })
  return findSku(ctx, id)
}

/** Unit cost for the approval limit: the higher of the stock's average cost and the SKU's cost. */
function unitCostOfStock({ averageCost, cost }: Sku): Cents {
  return Math.max(cents(averageCost ?? '0'), cents(cost ?? '0')) as Cents
}

/** The value of units at cost, for a gain or a loss; null if it exceeds the maximum amount. */
export function adjustmentValueOf(sku: Sku, units: number): string | null {
  const worth = multiply(unitCostOfStock(sku), Math.abs(units))
  return worth === undefined ? null : decimal(worth)
}

/** Reserved units are promised, so an adjustment may not remove them. */
export function refuseBelowReserved({ sku, reserved }: Sku, currentStock: number): void {
  if (currentStock >= reserved) return
  const sentence = `${reserved} of ${sku} are reserved, so its stock cannot be ${currentStock}`
  const field = {
    path: 'currentStock',
    message: `At least ${reserved}, because ${reserved} are reserved`,
  }
  throw new Refusal('refused', 'stock-reserved', sentence, [field])
}

/** A second count would include the waiting units, which would then be added twice. */
function refuseWhileWaiting({ sku, awaitingApproval }: Sku): void {
  if (awaitingApproval === null) return
  const sentence =
    `An adjustment of ${deltaText(awaitingApproval)} of ${sku} awaits approval. ` +
    'Approve or reject it first'
  throw new Refusal('refused', 'adjustment-waiting', sentence)
}

const addAdjustment = {
  name: 'add_stock_adjustment',
  text: `insert into stock_adjustments (sku_id, units, reason, asked_by)
         values ($1, $2, $3, $4)
         returning id`,
}

async function requestAdjustment(
  ctx: Context,
  { id, sku }: Sku,
  { units, reason }: Pick<Adjusted, 'units' | 'reason'>,
): Promise<void> {
  const values = [id, units, reason, ctx.user?.id ?? 0]
  const [inserted] = await rows<{ id: number }>(ctx.db, addAdjustment, values)
  await record(ctx, [{ entity: 'sku', entityId: id, action: 'ask-adjust', reason }])
  const about = `${sku} ${deltaText(units)}, above ${formatMoney(adjustedAlone)} at cost`
  await notify(ctx, [
    {
      roles: ['admin', 'manager'],
      permission: 'skus.approveAdjust',
      kind: 'approvals',
      key: `stock-adjustment:${inserted?.id ?? 0}`,
      title: 'Stock adjustment awaits approval',
      text: `${ctx.user?.username ?? ''}: ${about}`,
      link: `/skus?open=${encodeURIComponent(sku)}&tab=movements`,
    },
  ])
}
