import { createPurchaseOrder } from '#features/purchase-orders/server/service.ts'
import { type Cents, cents, decimal, fitsMoney, sum, multiply } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import type { OrderForm, RequisitionDetails, RequisitionItem } from '../contract.ts'
import { groupsOf, type OrderedLine, type OrderGroup } from '../rules.ts'
import {
  advanceRequisition,
  guardStep,
  type LockedRequisition,
  lockRequisition,
} from './advance-requisition.ts'
import { readRequisitionDetails } from './service.ts'
import * as store from './store.ts'

/**
 * Converts lines of an approved requisition into draft purchase orders, one per vendor; lines
 * without a SKU become an order by its total. The requisition becomes ordered with its last line.
 * Rejects a line that is already ordered, for example by a concurrent buyer.
 */
export async function orderRequisition(
  ctx: Context,
  id: number,
  { lines: requestedLine, ifMatch }: OrderForm & { ifMatch: number | undefined },
): Promise<RequisitionDetails> {
  const lines = requestedLine.map((line): OrderedLine => {
    const { skuId = null, unitPrice = null } = line
    return { ...line, skuId, unitPrice }
  })
  const groups = groupsOf(lines)
  const numbers = await nextNumbers(ctx.db, 'PO', { count: groups.length, now: ctx.now })
  const lock = async (inner: Context) => {
    await rows(inner.db, store.lockVendors, [groups.map(({ vendorId }) => vendorId)])
    return lockRequisition(inner, id)
  }
  const subject = {
    id,
    ifMatch,
    lock,
    readCurrent: readRequisitionDetails,
    read: readRequisitionDetails,
  }
  return runTransition(ctx, subject, async (inner, locked) => {
    const to = guardStep(inner, locked, 'order')
    const items = await rows<RequisitionItem>(inner.db, store.readItems, [id])
    guardLines(items, lines)
    // Locks all SKUs in id order first, because the orders lock them one order at a time.
    const skuIds = lines.map(({ skuId }) => skuId).filter((each) => each !== null)
    await rows(inner.db, store.lockSkusToOrder, [[...new Set(skuIds)]])
    for (const [index, group] of groups.entries()) {
      const form = formOf(group, { number: numbers[index] ?? '', locked, items })
      const order = await createPurchaseOrder(inner, form)
      const itemIds = group.lines.map(({ itemId }) => itemId)
      await send(inner, store.linkItems, [itemIds, order.id])
    }
    const isComplete = items.every(
      (item) => item.purchaseOrderId !== null || lines.some(({ itemId }) => itemId === item.id),
    )
    return advanceRequisition(inner, locked, {
      verb: 'order',
      to: isComplete ? to : locked.status,
      changes: { purchaseOrders: { from: null, to: numbers.join(', ') } },
    })
  })
}

function guardLines(items: readonly RequisitionItem[], lines: readonly OrderedLine[]): void {
  const byId = new Map(items.map((item) => [item.id, item]))
  const seen = new Set<number>()
  lines.forEach(({ itemId, skuId }, index) => {
    const path = `lines.${index}.itemId`
    const item = byId.get(itemId)
    if (!item) throw invalid([{ path, message: 'This requisition has no such line' }])
    if (seen.has(itemId)) throw invalid([{ path, message: 'This line is listed twice' }])
    seen.add(itemId)
    if (item.purchaseOrderId !== null) {
      const sentence = `Line ${item.lineNo} has already been ordered as ${item.purchaseOrderNumber}`
      throw new Refusal('conflict', 'already-ordered', sentence)
    }
    if (item.skuId !== null && item.skuId !== skuId) {
      const message = `Line ${item.lineNo} requests ${item.sku}`
      throw invalid([{ path: `lines.${index}.skuId`, message }])
    }
  })
}

type OrderSource = { number: string; locked: LockedRequisition; items: readonly RequisitionItem[] }

/** The purchase order for one vendor's lines, expected on the earliest needed-by date. */
function formOf({ vendorId, lines, hasSkus }: OrderGroup, { number, locked, items }: OrderSource) {
  const requested = lines.map(({ itemId }) => items.find((item) => item.id === itemId))
  const days = requested.flatMap((item) => item?.neededBy ?? []).sort()
  const expectedDate = days[0] ?? null
  const lineNotes = requested.map((item, index) => lineNote(item, lines[index], hasSkus))
  const heading = `${locked.requisitionNumber}: ${locked.reason}`
  const notes = [heading, ...lineNotes.filter(Boolean)].join('\n').slice(0, 5000)
  const header = { orderNumber: number, vendorId, expectedDate, notes }
  if (!hasSkus) return { ...header, totalAmount: decimal(totalOf(lines)) }
  const orderLines = lines.map(({ skuId, quantity, unitPrice }) => {
    return { skuId: skuId ?? 0, quantity, unitPrice }
  })
  return { ...header, items: orderLines }
}

/** The requisition's descriptions for the order, for lines whose SKU does not already name them. */
function lineNote(
  item: RequisitionItem | undefined,
  line: OrderedLine | undefined,
  hasSkus: boolean,
): string {
  if (!item?.description) return ''
  const price = hasSkus ? '' : ` at ${line?.unitPrice ?? '0.00'}`
  return `${line?.quantity ?? item.quantity} × ${item.description}${price}`
}

function totalOf(lines: readonly OrderedLine[]): Cents {
  const totals = lines.map(({ unitPrice, quantity }) => multiply(cents(unitPrice ?? '0'), quantity))
  const fitting = totals.filter((each) => each !== undefined)
  const total = sum(fitting)
  if (fitting.length < totals.length || !fitsMoney(total)) {
    const sentence = 'The amounts of this order are too large'
    throw new Refusal('invalid', 'amount-out-of-range', sentence)
  }
  return total
}
