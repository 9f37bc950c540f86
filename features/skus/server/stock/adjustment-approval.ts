import { approvalOf, record, recordApprovals } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import { requirePermission } from '#features/auth/rules.ts'
import { notify } from '#features/notifications/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { advance } from '#platform/kernel/flow.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  applyTransition,
  type AuditProof,
  runTransition,
} from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import {
  bookAdjustment,
  findSku,
  lockSku,
  refuseBelowReserved,
  type StockArrival,
  adjustmentValueOf,
} from './adjust-stock.ts'
import { lockAdjustmentMonth } from './adjustment-entries.ts'
import type { StockAdjustment, Sku } from '../../contract.ts'
import { deltaText, stockAdjustmentFlow, type StockAdjustmentStatus } from '../../rules.ts'

const columns = `a.id, a.sku_id as "skuId", a.units, a.reason, a.status,
  a.asked_by as "askedById", coalesce(u.username, 'system') as "askedBy", a.asked_at as "askedAt",
  d.username as "decidedBy", a.decided_at as "decidedAt",
  a.decision_reason as "decisionReason", a.version
  from stock_adjustments a
  left join users u on u.id = a.asked_by
  left join users d on d.id = a.decided_by`

const readOfSku = {
  name: 'read_stock_adjustments_of_sku',
  text: `select ${columns} where a.sku_id = $1 order by a.id desc limit 100`,
}
const readAdjustment = {
  name: 'read_stock_adjustment',
  text: `select ${columns} where a.id = $1`,
}

// The moment of a count is that of the counting: one that the warehouse reports late may be earlier
// than the request. A gain or loss that the warehouse found is no count.
const readCountedSince = {
  name: 'stock_counted_since_adjustment',
  text: `select exists (
           select from stock_moves m
           where m.sku_id = a.sku_id and m.created_at > a.asked_at
             and (m.kind = 'adjust' or m.kind = 'wms_adjust'
                  and m.dedupe_key like 'wms:%' and m.dedupe_key not like 'wms:move:%')
         ) as "isCountedSince"
         from stock_adjustments a where a.id = $1`,
}

/** A SKU's adjustments that needed a second person, newest first. */
export async function listStockAdjustments(ctx: Context, id: number): Promise<StockAdjustment[]> {
  const sku = await findSku(ctx, id)
  return rows<StockAdjustment>(ctx.db, readOfSku, [sku.id])
}

/**
 * Posts a waiting adjustment to the current stock. The requester is rejected, or recorded as a
 * waiver where duties are no longer enforced. Also rejected if the SKU was counted by the warehouse
 * or adjusted by a file since, because the difference is then outdated.
 */
export async function approveStockAdjustment(
  ctx: Context,
  id: number,
  { arrived, ...request }: IfMatch & { arrived?: StockArrival | undefined },
): Promise<StockAdjustment> {
  const settings = await readSettings(ctx)
  return decide(ctx, id, { ...request, verb: 'approve' }, (inner, locked) => {
    const { sku, adjustment } = locked
    const isOwn = inner.user?.id === adjustment.askedById
    if (isOwn && settings.sodMode === 'enforce') {
      const sentence = 'You requested this adjustment. Another person must approve it'
      throw new Refusal('forbidden', 'self-approval', sentence)
    }
    refuseCountedSince(locked)
    const { currentStock } = sku
    const { units, reason, askedById: by } = adjustment
    refuseBelowReserved(sku, currentStock + units)
    const dedupeKey = `stock-adjustment:${id}`
    const entryBase = { entity: 'sku', entityId: sku.id, action: 'approve-adjust', reason } as const
    return {
      write: () => bookAdjustment(inner, sku, { units, reason, dedupeKey, by, arrived }),
      record: async () => {
        const newRoleWaivers = isOwn ? await newRoleSkipped(inner, settings) : []
        const approval = { ...entryBase, amount: adjustmentValueOf(sku, units) }
        const waived = isOwn ? ['adjust-approve', ...newRoleWaivers] : []
        await recordApprovals(inner, [approvalOf(approval, waived)])
        const changes = { currentStock: { from: currentStock, to: currentStock + units } }
        return record(inner, [{ ...entryBase, changes }])
      },
    }
  })
}

/** The difference of an adjustment is outdated once the stock was counted or imported again. */
function refuseCountedSince({ sku, adjustment, isCountedSince }: Locked): void {
  const { lastInventoryUpdate: counted } = sku
  const isCounted = counted !== null && Date.parse(counted) > Date.parse(adjustment.askedAt)
  if (!isCounted && !isCountedSince) return
  const sentence = isCounted
    ? `The warehouse has since counted ${sku.sku}`
    : `The stock of ${sku.sku} was counted or imported since`
  throw new Refusal('refused', 'counted-since', `${sentence}. Reject this adjustment`)
}

/** Rejects an adjustment with a reason; the requester may use it to withdraw their own. */
export function rejectStockAdjustment(
  ctx: Context,
  id: number,
  { reason, ...request }: IfMatch & { reason: string },
): Promise<StockAdjustment> {
  const step = { ...request, verb: 'reject', reason } as const
  return decide(ctx, id, step, (inner, { sku, adjustment }) => {
    if (inner.user?.id !== adjustment.askedById) {
      const sentence = 'Only the requester or a manager may reject this adjustment'
      requirePermission(inner.user, 'skus.approveAdjust', sentence)
    }
    const entry = { entity: 'sku', entityId: sku.id, action: 'reject-adjust', reason } as const
    return { write: () => Promise.resolve(), record: () => record(inner, [entry]) }
  })
}

type Locked = {
  sku: Sku
  adjustment: StockAdjustment
  version: number
  /** True if a count or a file changed the stock after the adjustment was requested. */
  isCountedSince: boolean
}

const decideAdjustment = {
  name: 'decide_stock_adjustment',
  text: `update stock_adjustments
         set status = $2, decided_by = $3, decided_at = now(), decision_reason = $4,
             version = version + 1
         where id = $1`,
}

type Decision = IfMatch & { verb: 'approve' | 'reject'; reason?: string | null }
type SkuEffects = { write: () => Promise<void>; record: () => Promise<AuditProof> }

/** Decides an adjustment; `effectsOf` returns what the decision does to its SKU. */
function decide(
  ctx: Context,
  id: number,
  { ifMatch, verb, reason = null }: Decision,
  effectsOf: (ctx: Context, locked: Locked) => SkuEffects,
): Promise<StockAdjustment> {
  const subject = {
    id,
    ifMatch,
    guardPeriod: lockAdjustmentMonth,
    lock,
    readCurrent: find,
    read: find,
  }
  return runTransition(ctx, subject, (inner, locked) => {
    const status = advance(stockAdjustmentFlow, locked.adjustment.status, verb)
    const effects = effectsOf(inner, locked)
    return applyTransition(inner, status, {
      write: async () => {
        await effects.write()
        await rows(inner.db, decideAdjustment, [id, status, inner.user?.id ?? 0, reason])
      },
      record: effects.record,
      enqueue: () => notifyRequester(inner, locked, { status, reason }),
    })
  })
}

/** Locks the SKU, like every stock change, so that its adjustments cannot change meanwhile. */
async function lock(ctx: Context, id: number): Promise<Locked> {
  const { skuId } = await find(ctx, id)
  const sku = await lockSku(ctx, skuId)
  const adjustment = await find(ctx, id)
  const [found] = await rows<Pick<Locked, 'isCountedSince'>>(ctx.db, readCountedSince, [id])
  const isCountedSince = found?.isCountedSince ?? false
  return { sku, adjustment, version: adjustment.version, isCountedSince }
}

async function find(ctx: Context, id: number): Promise<StockAdjustment> {
  const [adjustment] = await rows<StockAdjustment>(ctx.db, readAdjustment, [id])
  if (!adjustment) throw missing('That adjustment')
  return adjustment
}

async function notifyRequester(
  ctx: Context,
  { sku: { sku }, adjustment }: Locked,
  { status, reason }: { status: StockAdjustmentStatus; reason: string | null },
): Promise<void> {
  const { user } = ctx
  if (!user || user.id === adjustment.askedById) return
  await notify(ctx, [
    {
      userIds: [adjustment.askedById],
      kind: 'approvals',
      key: `stock-adjustment:${adjustment.id}:${status}`,
      title: `Stock adjustment ${status}`,
      text: `${user.username}: ${sku} ${deltaText(adjustment.units)}${reason ? `. ${reason}` : ''}`,
      link: `/skus?open=${encodeURIComponent(sku)}&tab=movements`,
    },
  ])
}
