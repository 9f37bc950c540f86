import { readArrivals } from '#features/skus/server/service.ts'
import { readRingFences } from '#features/stock/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { daysBetween } from '#platform/kernel/days.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { maxReservedLines, type ReservedLine, type SkuReservations } from '../../contract.ts'
import {
  type Arrivals,
  expectedDateOf,
  prioritiesOf,
  whyNotReallocateFrom,
  whyNotReallocateTo,
} from '../../reallocation-rules.ts'
import * as store from './reservation-store.ts'

/**
 * Who has the stock of a SKU: the open lines that hold units or wait for them, in the order in
 * which they get free units, and the returns that hold units. Throws 404 if the SKU is missing.
 */
export async function readReservations(ctx: Context, skuId: number): Promise<SkuReservations> {
  const date = await businessDay(ctx)
  return onOneConnection(ctx, async (inner) => {
    const [[counters], lines, returns, arrivals, ringFences] = await Promise.all([
      rows<store.SkuCounters>(inner.db, store.readCounters, [skuId]),
      rows<store.LineRow>(inner.db, store.readLines, [skuId]),
      rows<SkuReservations['returns'][number]>(inner.db, store.readReturns, [skuId]),
      readArrivals(inner, skuId, date),
      readRingFences(inner, skuId),
    ])
    if (!counters) throw missing('That SKU')
    const { available } = counters
    const open = ringFences.map((each) => ({ ...each, skuId }))
    const supply = { available, ringFences: open, arrivals, date }
    return {
      ...counters,
      ringFenced: ringFences.reduce((total, { units }) => total + units, 0),
      backordered: lines.reduce((units, line) => units + line.backordered, 0),
      lines: reservedLines(lines, supply),
      lineCount: lines.length,
      returns,
      ringFences,
    }
  })
}

function reservedLines(lines: readonly store.LineRow[], supply: Arrivals): ReservedLine[] {
  const priorities = prioritiesOf(lines)
  const { date } = supply
  return lines.slice(0, maxReservedLines).map((line) => ({
    itemId: line.itemId,
    lineNo: line.lineNo,
    orderId: line.orderId,
    orderNumber: line.orderNumber,
    version: line.version,
    customerId: line.customerId,
    customerCode: line.customerCode,
    customerName: line.customerName,
    status: line.status,
    holdReason: line.holdReason,
    priority: priorities.get(line.orderId) ?? 0,
    promisedDate: line.promisedDate,
    isLate: line.promisedDate !== null && line.promisedDate < date,
    cancelAfter: line.cancelAfter,
    orderDate: line.orderDate,
    ageDays: daysBetween(line.orderDate, date),
    quantity: line.quantity,
    reserved: line.reserved,
    backordered: line.backordered,
    expectedDate: expectedDateOf(lines, line.itemId, supply),
    whyNotFrom: whyNotReallocateFrom(line)?.sentence ?? null,
    whyNotTo: whyNotReallocateTo(line)?.sentence ?? null,
  }))
}
