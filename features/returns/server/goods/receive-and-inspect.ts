import { applyStep } from '#features/audit/server/service.ts'
import { guardOpen, post } from '#features/journal/server/service.ts'
import { fillBackorders } from '#features/sales-orders/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { postMoves, stockLines, valueStockMoves } from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { insertMany, updateMany } from '#platform/server/records/write-many.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import * as acts from '../steps/transition-store.ts'
import {
  receivedUnitsOf,
  type CountedLine,
  type ExpectedLine,
  findingsOf,
  type HeldUnits,
  type InspectionLine,
  openOf,
} from '../../receipt-and-inspection-rules.ts'
import type { ReturnDetails } from '../../contract.ts'
import { costsWhenShipped, type UnitsToCost } from './cost-when-shipped.ts'
import { type LockedReturn, lockReturn, returnKind } from '../steps/locked-return.ts'
import { refuseRepeatedReceipt } from './repeated-return-receipts.ts'
import { refuseOnHold, type Verdict } from '../../rules.ts'
import { readReturn } from '../read-return.ts'
import { returnReceiptItems } from '../tables.ts'

// Receipts of a customer's goods, and their disposition.

export type Line = ExpectedLine & {
  lineNo: number
  skuId: number
  salesOrderItemId: number | null
}

/** Locks the SKUs of a return in id order, then reads its lines. */
export async function lockReturnLines(ctx: Context, id: number): Promise<Line[]> {
  await rows(ctx.db, acts.lockSkus, [id])
  return rows<Line>(ctx.db, acts.readLines, [id])
}

type Delivery = {
  counted: readonly CountedLine[] | undefined
  /** True if a user confirms that the goods are not those already received. */
  isAnother: boolean | undefined
  date: Day
}

/**
 * Posts a receipt in the open transaction and adds restocked units to on-hand stock. Returns true
 * if more is still expected. Throws if the counted goods were already received through another
 * channel. The caller must have locked the open month and the return.
 */
export async function receiveGoods(
  ctx: Context,
  goods: LockedReturn,
  { counted, isAnother, date }: Delivery,
): Promise<boolean> {
  const lines = await lockReturnLines(ctx, goods.id)
  const found = receivedUnitsOf(lines, counted)
  if (counted && !isAnother) await refuseRepeatedReceipt(ctx, goods, found)
  const by = ctx.user?.id ?? null
  type InsertedReceipt = { id: number; receiptNo: number }
  const [inserted] = await rows<InsertedReceipt>(ctx.db, acts.addReceipt, [goods.id, date, by])
  const { id: receiptId, receiptNo } = inserted as InsertedReceipt
  const ids = found.map(({ line }) => line.id)
  const values = [
    found.map(({ quantity }) => quantity),
    found.map(({ condition }) => condition),
    found.map(({ disposition }) => disposition),
  ]
  const parts = await withCosts(
    ctx,
    found.map(({ line, ...part }) => ({ ...line, ...part })),
  )
  const items = parts.map((part) => {
    return { returnReceiptId: receiptId, returnItemId: part.id, ...unitsRow(part) }
  })
  await insertMany(ctx, returnReceiptItems, items)
  await send(ctx, acts.countReceived, [goods.id, ids, ...values])
  await settleGoods(ctx, goods, { parts, date, event: `receive-${receiptNo}` })
  const arrived = found.reduce((units, { quantity }) => units + quantity, 0)
  return arrived < lines.reduce((units, line) => units + openOf(line), 0)
}

type Part = UnitsToCost & { lineNo: number; disposition: Verdict }
/** The cost is null for units that await inspection or a vendor. */
type CostedPart = Part & { cost: Cents | null }

/** Adds the cost at which restocked and scrapped units shipped. Their rows must not exist yet. */
async function withCosts<P extends Part>(
  ctx: Context,
  parts: readonly P[],
): Promise<(P & { cost: Cents | null })[]> {
  const final = (['restock', 'scrap'] as const).flatMap((verdict) =>
    parts.filter(({ disposition }) => disposition === verdict),
  )
  const costs = await costsWhenShipped(ctx, final)
  const costOf = new Map(final.map((part, index) => [part, costs[index] ?? zero]))
  return parts.map((part) => ({ ...part, cost: costOf.get(part) ?? null }))
}

type ReceivedUnits = Pick<DecidedLine, 'quantity' | 'condition' | 'disposition' | 'cost'>

function unitsRow({ quantity, condition, disposition, cost }: ReceivedUnits) {
  return { quantity, condition, disposition, costAmount: cost === null ? null : decimal(cost) }
}

type Settling = {
  parts: readonly CostedPart[]
  date: Day
  /** Identifies this act among those of the return. */
  event: string
}

/**
 * Posts units with a final disposition: restocked units go on hand at the cost they shipped at,
 * scrapped units post a loss. Units awaiting inspection or a vendor remain out of stock.
 */
async function settleGoods(ctx: Context, goods: LockedReturn, settling: Settling): Promise<void> {
  const { parts, date, event } = settling
  const restocked = parts.filter(({ disposition }) => disposition === 'restock')
  const scrapped = parts.filter(({ disposition }) => disposition === 'scrap')
  const moveKeyOf = (lineNo: number, index: number) =>
    `return:${goods.id}:${lineNo}:${event}:${index}`
  await postMoves(
    ctx,
    restocked.map(({ skuId, lineNo, quantity }, index) => ({
      skuId,
      kind: 'return',
      onHand: quantity,
      refType: 'return',
      refId: goods.id,
      refLine: lineNo,
      dedupeKey: moveKeyOf(lineNo, index),
      by: ctx.user?.id ?? null,
    })),
  )
  await fillBackorders(ctx, [...new Set(restocked.map(({ skuId }) => skuId))])
  const costsOf = (units: readonly CostedPart[]) => sum(units.map(({ cost }) => cost ?? zero))
  const entry = { source: 'return', sourceId: goods.id, event, postedOn: date } as const
  const valued = await valueStockMoves(
    ctx,
    restocked.map(({ lineNo, quantity, cost }, index) => ({
      entry,
      dedupeKey: moveKeyOf(lineNo, index),
      units: quantity,
      amount: cost ?? zero,
    })),
  )
  await post(ctx, [
    {
      ...entry,
      memo: `Goods of ${goods.returnNumber} arrived`,
      lines: [
        ...stockLines(valued),
        { account: 'scrap', debit: costsOf(scrapped) },
        { account: 'costOfGoods', credit: costsOf([...restocked, ...scrapped]) },
      ],
    },
  ])
}

type HeldLine = HeldUnits & UnitsToCost & { receiptId: number; lineNo: number }
/** A decision on units of a held line; `id` is the row they are in so far. */
type DecidedLine = HeldLine & { cost: Cents | null }

/**
 * Decides on received units that await inspection, or that are marked for a vendor and not on a
 * vendor return yet. A line may be decided in parts.
 */
export async function inspectReturn(
  ctx: Context,
  id: number,
  { ifMatch, items }: { ifMatch: number | undefined; items: readonly InspectionLine[] },
): Promise<ReturnDetails> {
  const date = await businessDay(ctx)
  const lock = async (inner: Context) => {
    const goods = await lockReturn(inner, id)
    await rows(inner.db, acts.lockSkus, [id])
    return goods
  }
  const guardPeriod = (inner: Context) => guardOpen(inner, [date])
  const subject = { id, ifMatch, guardPeriod, lock, read: readReturn }
  return runTransition(ctx, subject, async (inner, goods) => {
    refuseOnHold(goods)
    const held = await rows<HeldLine>(inner.db, acts.readHeld, [id])
    if (held.length === 0) {
      const sentence = 'This return has no goods to inspect'
      throw new Refusal('refused', 'nothing-to-inspect', sentence)
    }
    const findings = findingsOf(held, items)
    const parts = await withCosts(
      inner,
      findings.map(({ held: units, ...part }) => ({ ...(units as HeldLine), ...part })),
    )
    const write = async () => {
      await splitHeld(inner, held, parts)
      await settleGoods(inner, goods, { parts, date, event: `inspect-${goods.version}` })
      await send(inner, acts.changeStatus, [id, goods.status])
    }
    const changes = { decided: { from: null, to: parts.map(findingText).join(', ') } }
    const step = { action: 'inspect', to: goods.status, changes, write }
    return applyStep(inner, goods, { ...returnKind, ...step })
  })
}

function findingText({ sku, quantity, disposition }: HeldLine): string {
  return `${quantity} of ${sku}: ${disposition}`
}

/** Splits partly decided units into those decided and those still waiting. */
async function splitHeld(
  ctx: Context,
  held: readonly HeldLine[],
  decisions: readonly DecidedLine[],
): Promise<void> {
  const changed: DecidedLine[] = []
  const added: DecidedLine[] = []
  for (const units of held) {
    const own = decisions.filter(({ id }) => id === units.id)
    const decided = own.reduce((sum, { quantity }) => sum + quantity, 0)
    if (decided === 0) continue
    const remaining = units.quantity - decided
    const [first, ...others] = own
    if (remaining > 0) changed.push({ ...units, quantity: remaining, cost: null })
    else if (first) changed.push(first)
    added.push(...(remaining > 0 ? own : others))
  }
  const decidedRows = changed.map((units) => ({ id: units.id, ...unitsRow(units) }))
  await updateMany(ctx, returnReceiptItems, decidedRows)
  const addedRows = added.map((units) => {
    const { receiptId, returnItemId } = units
    return { returnReceiptId: receiptId, returnItemId, ...unitsRow(units) }
  })
  await insertMany(ctx, returnReceiptItems, addedRows)
}
