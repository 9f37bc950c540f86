import { record } from '#features/audit/server/service.ts'
import { invoiceDay, postInvoice } from '#features/receivables/server/service.ts'
import { postMoves, type Move } from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents, decimal, sum } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { insertMany, updateMany } from '#platform/server/records/write-many.ts'
import { type LockedOrder, lockLines } from '../lock-orders.ts'
import { refuseSameParcel, refuseSameUnits } from './repeated-shipments.ts'
import {
  type CountedUnits,
  type ShippedUnits,
  type LineAmounts,
  lineAmounts,
  planShippedUnits,
  reportedUnits,
  missingUnits,
  openUnits,
  requireUnits,
  type ShipmentAmounts,
  shipmentAmounts,
} from '../../shipment-rules.ts'
import { salesOrderItems, shipmentItems } from '../tables.ts'

/** The units and details of a shipment. No items means all open units; no date means today. */
export type Shipping = {
  items?: readonly CountedUnits[] | undefined
  shipDate?: Day | null | undefined
  carrier?: string | null | undefined
  trackingNumber?: string | null | undefined
  estimatedDelivery?: Day | null | undefined
  /** The user confirms that this is not the parcel already reported by another channel. */
  isAnother?: boolean | undefined
}

/** A shipment in the message payload. */
type ShipmentMessage = {
  shipmentNumber: string
  shipDate: Day
  carrier: string | null
  trackingNumber: string | null
  estimatedDelivery: Day | null
  totalAmount: string
  items: { lineNo: number; sku: string; quantity: number }[]
}

/** A newly written shipment with its amounts. */
type NewShipment = {
  id: number
  shipmentNumber: string
  shipDate: Day
  lines: readonly (ShippedUnits & LineAmounts)[]
  amounts: ShipmentAmounts
}

/**
 * Ships units of a locked order in the open transaction: books the stock and writes a shipment with
 * its amounts. Throws 409 if the parcel is already shipped. Returns the order changes and the
 * message payload.
 */
export async function createShipment(
  ctx: Context,
  order: LockedOrder,
  { shipping = {}, today }: { shipping?: Shipping | undefined; today: Day },
): Promise<{ order: Partial<LockedOrder>; shipment: ShipmentMessage }> {
  const shipDate = shipDateOf(order, shipping.shipDate ?? today, today)
  await refuseSameParcel(ctx, order, shipping.trackingNumber)
  const lines = await lockLines(ctx, order.id)
  const leaving = planShippedUnits(lines, shipping.items)
  if (!order.headerOnly) requireUnits(leaving, 'This order has no open units to ship')
  const { items, isAnother, trackingNumber } = shipping
  if (items && !isAnother) await refuseSameUnits(ctx, order, { trackingNumber, leaving })
  refuseMissing(ctx.channel === 'wms' ? reportedUnits(leaving) : leaving)
  const priced = leaving.map((each) => ({ ...each, ...lineAmounts(each) }))
  const amounts = amountsOf(order, priced)
  await issueFromStock(ctx, order, leaving)
  // Writes the shipment with lines and amounts; everything after this depends on it.
  const shipment = await write(ctx, order, { ...shipping, shipDate, lines: priced, amounts })
  await charge(ctx, order, { ...shipment, today })
  const units = leaving.map(({ line, quantity }) => {
    return { lineNo: line.lineNo, sku: line.sku, quantity }
  })
  const unitsOpen = leaving.reduce((total, { quantity }) => total + quantity, 0)
  const isAll = unitsOpen === lines.reduce((total, line) => total + openUnits(line), 0)
  return {
    order: {
      ...(isAll ? { shipDate } : { status: order.status }),
      shipmentCount: order.shipmentCount + 1,
      shippedAmount: decimal(sum([cents(order.shippedAmount), amounts.total])),
    },
    shipment: {
      shipmentNumber: shipment.shipmentNumber,
      shipDate,
      carrier: shipping.carrier ?? null,
      trackingNumber: shipping.trackingNumber ?? null,
      estimatedDelivery: shipping.estimatedDelivery ?? null,
      totalAmount: decimal(amounts.total),
      items: units,
    },
  }
}

/** Invoices the shipment in the same transaction. */
async function charge(
  ctx: Context,
  order: LockedOrder,
  { id, shipDate, today, lines, amounts }: NewShipment & { today: Day },
): Promise<void> {
  await postInvoice(ctx, {
    customerId: order.customerId,
    salesOrderId: order.id,
    shipmentId: id,
    docDate: invoiceDay(shipDate, today),
    goods: amounts.goods,
    tax: amounts.tax,
    freight: amounts.shipping,
    lines: lines.map(({ line, quantity, goods, tax }) => {
      const { itemId: salesOrderItemId, skuId, unitPrice } = line
      const moveKey = shipmentMoveOf(ctx, order, line.lineNo).dedupeKey
      return { salesOrderItemId, skuId, quantity, unitPrice, goods, tax, moveKey }
    }),
  })
}

function shipDateOf(order: LockedOrder, date: Day, today: Day): Day {
  // A header-only order may have shipped on any day; others between the order date and today.
  const refuse = (message: string) => invalid([{ path: 'shipDate', message }])
  if (!order.headerOnly && date > today) throw refuse('Must not be in the future')
  if (!order.headerOnly && date < order.orderDate) throw refuse('Must not be before the order date')
  return date
}

function refuseMissing(leaving: readonly ShippedUnits[]): void {
  const short = missingUnits(leaving).map(({ sku, missing }) => `${missing} of ${sku}`)
  if (short.length === 0) return
  const sentence = `Backordered units have not arrived yet: ${short.slice(0, 3).join(', ')}`
  throw new Refusal('refused', 'insufficient-stock', sentence)
}

/**
 * A header-only order ships completely; an order with lines by the amounts of the shipped lines.
 */
function amountsOf(order: LockedOrder, lines: readonly LineAmounts[]): ShipmentAmounts {
  const shippingAmount = cents(order.shippingAmount)
  const orderTotals = { goods: cents(order.subtotal), tax: cents(order.taxAmount) }
  const parts = order.headerOnly ? [orderTotals] : lines
  return shipmentAmounts(parts, { shippingAmount, shipmentCount: order.shipmentCount })
}

async function issueFromStock(
  ctx: Context,
  order: LockedOrder,
  leaving: readonly ShippedUnits[],
): Promise<void> {
  await postMoves(
    ctx,
    leaving.map(({ line, quantity, fromReserved }) => ({
      ...shipmentMoveOf(ctx, order, line.lineNo),
      skuId: line.skuId,
      onHand: -quantity,
      reserved: -fromReserved,
    })),
  )
  const shipped = leaving.map(({ line, quantity, fromReserved }) => ({
    id: line.itemId,
    qtyShipped: quantity,
    qtyReserved: -fromReserved,
    qtyBackordered: fromReserved - quantity,
  }))
  const increments = ['qtyShipped', 'qtyReserved', 'qtyBackordered'] as const
  await updateMany(ctx, salesOrderItems, shipped, { increments })
}

/** The stock movement of a line in the order's next shipment. */
function shipmentMoveOf(ctx: Context, order: LockedOrder, lineNo: number): Omit<Move, 'skuId'> {
  return moveOf(ctx, order, { lineNo, kind: 'ship', count: order.shipmentCount + 1 })
}

/** The common fields of a line's stock movements; `count` makes the dedupe key unique per kind. */
export function moveOf(
  ctx: Context,
  order: { id: number },
  { lineNo, kind, count }: { lineNo: number; kind: Move['kind']; count: number },
): Omit<Move, 'skuId'> {
  return {
    kind,
    refType: 'sales_order',
    refId: order.id,
    refLine: lineNo,
    dedupeKey: `so:${order.id}:${lineNo}:${kind}:${count}`,
    by: ctx.user?.id ?? null,
  }
}

const insertShipment = {
  name: 'insert_shipment',
  text: `insert into shipments
           (shipment_number, sales_order_id, ship_date, carrier, tracking_number,
            estimated_delivery, goods_amount, tax_amount, shipping_amount, total_amount, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         returning id`,
}

type Parcel = Shipping & Pick<NewShipment, 'shipDate' | 'lines' | 'amounts'>

/** Writes a shipment, numbered after its order: the first one of `SO-7` is `SO-7-1`. */
async function write(ctx: Context, order: LockedOrder, parcel: Parcel): Promise<NewShipment> {
  const { shipDate, lines, amounts } = parcel
  const shipmentNumber = `${order.orderNumber}-${order.shipmentCount + 1}`
  const by = ctx.user?.id ?? order.createdBy
  const [inserted] = await rows<{ id: number }>(ctx.db, insertShipment, [
    shipmentNumber,
    order.id,
    shipDate,
    parcel.carrier ?? null,
    parcel.trackingNumber ?? null,
    parcel.estimatedDelivery ?? null,
    decimal(amounts.goods),
    decimal(amounts.tax),
    decimal(amounts.shipping),
    decimal(amounts.total),
    by,
  ])
  const { id } = inserted as { id: number }
  const items = lines.map(({ line, quantity, goods, tax }) => ({
    shipmentId: id,
    salesOrderItemId: line.itemId,
    quantity,
    goodsAmount: decimal(goods),
    taxAmount: decimal(tax),
  }))
  await insertMany(ctx, shipmentItems, items)
  await record(ctx, [{ entity: 'shipment', entityId: id, action: 'create' }])
  return { id, shipmentNumber, shipDate, lines, amounts }
}

const deliver = {
  name: 'deliver_shipments',
  text: `update shipments set delivered_on = greatest($2::date, ship_date)
         where sales_order_id = $1 and delivered_on is null`,
}

/** Sets the delivery date on all shipments of an order. */
export async function deliverShipments(
  ctx: Context,
  order: LockedOrder,
  today: Day,
): Promise<void> {
  await send(ctx, deliver, [order.id, today])
}
