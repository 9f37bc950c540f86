import type { Changes } from '#features/audit/server/service.ts'
import { recordDecision } from '#features/decisions/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { postMoves, readArrivals } from '#features/skus/server/service.ts'
import { ringFencesAfter } from '#features/stock/rules.ts'
import { readRingFences } from '#features/stock/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, onOneConnection, rows } from '#platform/server/database/db.ts'
import { changedSince } from '#platform/server/records/versions.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { applyChange } from '../advance-order.ts'
import { holdReceiptOf } from '../../hold-receipt.ts'
import { type LockedOrder, lockMany, lockOrder } from '../lock-orders.ts'
import { readSalesOrder } from '../read-order.ts'
import { moveOf } from '../shipments/ship.ts'
import type {
  OrderAllocation,
  Reallocation,
  ReallocationForm,
  ReallocationTrialForm,
} from '../../contract.ts'
import {
  type AllocatedLine,
  allocationOf,
  type AllocationState,
  type Arrivals,
  linesAfterReallocation,
  whyNotReallocate,
} from '../../reallocation-rules.ts'
import { salesOrderItems } from '../tables.ts'
import * as store from './reservation-store.ts'

/**
 * What both orders would have if units moved from a line of one to a line of the other. Changes
 * nothing. Refuses what the re-allocation itself would refuse.
 */
export async function previewReallocation(
  ctx: Context,
  form: ReallocationTrialForm,
): Promise<Reallocation> {
  const date = await businessDay(ctx)
  return onOneConnection(ctx, async (inner) => {
    const { skuId } = await findOwners(inner, form)
    return decide(inner, form, { skuId, date })
  })
}

/**
 * Moves reserved units of a pending order to the backordered units of another order. Locks the
 * customers, the orders and the SKU, in the usual order, and decides again under the locks. Throws
 * 412 if one of the orders changed since the trial.
 */
export async function reallocateStock(ctx: Context, form: ReallocationForm): Promise<Reallocation> {
  const date = await businessDay(ctx)
  return inTransaction(ctx, async (inner) => {
    const { skuId, fromOrderId, toOrderId } = await findOwners(inner, form)
    await lockMany(inner, [fromOrderId, toOrderId], { goods: false })
    const from = await lockOrder(inner, fromOrderId, { buyer: false })
    const to = await lockOrder(inner, toOrderId, { buyer: false })
    await rows(inner.db, store.lockSku, [skuId])
    await guardUnchanged(inner, from, form.fromVersion)
    await guardUnchanged(inner, to, form.toVersion)
    const decided = await decide(inner, form, { skuId, date })
    await moveUnits(inner, form, { decided, from, to })
    await recordOrders(inner, form, { decided, from, to })
    return {
      ...decided,
      from: { ...decided.from, version: from.version + 1 },
      to: { ...decided.to, version: to.version + 1 },
    }
  })
}

async function guardUnchanged(ctx: Context, order: LockedOrder, version: number): Promise<void> {
  if (order.version !== version) throw changedSince(await readSalesOrder(ctx, order.id))
}

/** The SKU and the orders of the two lines. Refuses missing lines and lines of two SKUs. */
async function findOwners(ctx: Context, { fromItemId, toItemId }: ReallocationTrialForm) {
  const found = await rows<store.LineOwner>(ctx.db, store.readOwners, [[fromItemId, toItemId]])
  const from = found.find(({ itemId }) => itemId === fromItemId)
  const to = found.find(({ itemId }) => itemId === toItemId)
  if (!from || !to) throw missing('That order line')
  if (from.skuId !== to.skuId) {
    throw invalid([{ path: 'toItemId', message: 'Select a line of the same SKU' }])
  }
  return { skuId: from.skuId, fromOrderId: from.orderId, toOrderId: to.orderId }
}

type Subject = { skuId: number; date: Day }

/** Reads the lines of the SKU and decides. Throws 409 with the reason if units may not move. */
async function decide(
  ctx: Context,
  form: ReallocationTrialForm,
  { skuId, date }: Subject,
): Promise<Reallocation> {
  const [[counters], lines, arrivals, ringFences] = await Promise.all([
    rows<store.SkuCounters>(ctx.db, store.readCounters, [skuId]),
    rows<store.LineRow>(ctx.db, store.readLines, [skuId]),
    readArrivals(ctx, skuId, date),
    readRingFences(ctx, skuId),
  ])
  if (!counters) throw missing('That SKU')
  const { sku, available } = counters
  const { quantity } = form
  const [from, to] = [form.fromItemId, form.toItemId].map((id) =>
    lines.find(({ itemId }) => itemId === id),
  )
  const next = 'Select another line'
  if (!from) throw noLine('nothing-reserved', `This line has no reserved units of ${sku}. ${next}`)
  if (!to) {
    throw noLine('nothing-backordered', `This line has no backordered units of ${sku}. ${next}`)
  }
  const whyNot = whyNotReallocate(from, to, { quantity, ringFences })
  if (whyNot) throw new Refusal('refused', whyNot.code, whyNot.sentence)
  const open = ringFences.map((each) => ({ ...each, skuId }))
  const supply = { available, ringFences: open, arrivals, date }
  const isSameCustomer = from.customerId === to.customerId
  const reserved = { skuId, customerId: to.customerId, reserved: quantity }
  const openAfter = isSameCustomer ? open : ringFencesAfter(open, reserved)
  const sides = {
    before: { lines, supply },
    after: {
      lines: linesAfterReallocation(lines, form),
      supply: { ...supply, ringFences: openAfter },
    },
  }
  return { skuId, sku, quantity, from: outcomeOf(from, sides), to: outcomeOf(to, sides) }
}

function noLine(code: 'nothing-reserved' | 'nothing-backordered', sentence: string): Refusal {
  return new Refusal('refused', code, sentence)
}

/** The lines of a SKU at one moment, and what comes. */
type Side = { lines: readonly AllocatedLine[]; supply: Arrivals }

function outcomeOf(
  line: store.LineRow,
  { before, after }: { before: Side; after: Side },
): OrderAllocation {
  const { itemId, lineNo, orderId, orderNumber, version, customerCode, customerName } = line
  const { promisedDate } = line
  const order = { itemId, lineNo, orderId, orderNumber, version }
  return {
    ...order,
    customerCode,
    customerName,
    promisedDate,
    before: stateIn(before, itemId),
    after: stateIn(after, itemId),
  }
}

function stateIn({ lines, supply }: Side, itemId: number): AllocationState {
  const state = allocationOf(lines, itemId, supply)
  if (!state) throw new Error(`Line ${itemId} has no units`)
  return state
}

type Orders = { decided: Reallocation; from: LockedOrder; to: LockedOrder }

async function moveUnits(
  ctx: Context,
  { quantity, reason }: ReallocationForm,
  { decided, from, to }: Orders,
): Promise<void> {
  const { skuId } = decided
  const [fromLine, toLine] = [decided.from, decided.to]
  await postMoves(ctx, [
    {
      ...moveOf(ctx, from, { lineNo: fromLine.lineNo, kind: 'release', count: from.version }),
      skuId,
      reserved: -quantity,
      reason,
    },
    {
      ...moveOf(ctx, to, { lineNo: toLine.lineNo, kind: 'reserve', count: to.version }),
      skuId,
      reserved: quantity,
      reason,
    },
  ])
  await updateMany(
    ctx,
    salesOrderItems,
    [
      { id: fromLine.itemId, qtyReserved: -quantity, qtyBackordered: quantity },
      { id: toLine.itemId, qtyReserved: quantity, qtyBackordered: -quantity },
    ],
    { increments: ['qtyReserved', 'qtyBackordered'] },
  )
}

/** Writes both orders, with the reason in both histories, and notifies who entered the first. */
async function recordOrders(
  ctx: Context,
  { quantity, reason }: ReallocationForm,
  { decided, from, to }: Orders,
): Promise<void> {
  const { sku } = decided
  const { holdReason } = decided.from.after
  const isNewHold = holdReason !== null && holdReason !== from.holdReason
  const held: Changes = isNewHold
    ? {
        holdReason: { from: from.holdReason, to: holdReason },
        ...(await recordDecision(ctx, from.id, holdReceiptOf(from, { holdReason }))),
      }
    : {}
  await applyChange(ctx, from, {
    after: { ...from, holdReason, version: from.version + 1 },
    action: 'reallocate',
    reason,
    changes: {
      ...reservedChange(sku, decided.from),
      reallocatedTo: { from: null, to: to.orderNumber },
      ...held,
    },
    more: { reallocated: { sku, quantity, lineNo: decided.from.lineNo, to: to.orderNumber } },
  })
  await applyChange(ctx, to, {
    after: { ...to, version: to.version + 1 },
    action: 'reallocate',
    reason,
    changes: {
      ...reservedChange(sku, decided.to),
      reallocatedFrom: { from: null, to: from.orderNumber },
    },
    more: { reallocated: { sku, quantity, lineNo: decided.to.lineNo, from: from.orderNumber } },
  })
  await notify(ctx, [
    {
      userIds: [from.createdBy],
      kind: 'lowStock',
      key: `sales-order:${from.id}:reallocated:${from.version + 1}`,
      title: `${from.orderNumber} waits for stock`,
      text: `${quantity} of ${sku} moved to ${to.orderNumber}: ${reason}`,
      link: `/sales-orders?open=${encodeURIComponent(from.orderNumber)}`,
    },
  ])
}

function reservedChange(sku: string, { before, after }: OrderAllocation): Changes {
  return { reserved: { from: `${before.reserved} × ${sku}`, to: `${after.reserved} × ${sku}` } }
}
