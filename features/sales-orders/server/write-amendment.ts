import { changesBetween } from '#features/audit/server/service.ts'
import type { ReceiptContent } from '#features/decisions/rules.ts'
import { recordDecision } from '#features/decisions/server/service.ts'
import type { TaxBasis } from '#features/pricing/sales-tax.ts'
import { postMoves } from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { type Context, send } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { changeTo, recordAndPublish } from './advance-order.ts'
import type { SalesOrderChanges, SalesOrderDetails } from '../contract.ts'
import { forRecordedFields } from '../recorded-fields.ts'
import type { LockedOrder } from './lock-orders.ts'
import { notifyHeldForMargin } from './holds/margin-hold.ts'
import { holdAfter } from './holds/payment-hold.ts'
import { recordRevision, wasStarted } from './revisions.ts'
import type { SalesOrderStatus } from '../rules.ts'
import { readSalesOrder } from './read-order.ts'
import { moveOf } from './shipments/ship.ts'
import { salesOrders } from './tables.ts'

/** A line after the decision, with its reserved and backordered units. */
export type AmendedLine = {
  lineNo: number
  skuId: number
  quantity: number
  unitPrice: Cents
  priceSource: string
  totalPrice: Cents
  taxAmount: Cents
  reserved: number
  backordered: number
  /** Units that the change cancels; a line cancelled completely remains with quantity zero. */
  cancelled: number
}

/** A change of an order: fields as entered, amounts as decided. */
export type Amendment = {
  order: LockedOrder
  before: SalesOrderDetails
  form: SalesOrderChanges
  amounts:
    | (Pick<LockedOrder, 'subtotal' | 'taxAmount' | 'shippingAmount' | 'totalAmount'> & {
        holdReason?: string
        /** True if a line is worse than the margin rule accepts: the order waits for a release. */
        needsMarginRelease?: boolean
        /**
         * Set if no units are open afterwards: the order counts as shipped on the last ship date.
         */
        status?: SalesOrderStatus
        shipDate?: Day
        /** The tax basis of the lines, if they were decided again. */
        taxed?: TaxBasis
        lines?: readonly AmendedLine[]
        /** The content of the receipt, for the hold that the order has in the end. */
        receipt?: (holdReason: string | null) => Omit<ReceiptContent, 'kind'>
      })
    | undefined
}

/**
 * Writes a decided change of a locked order in the open transaction: fields, lines, reservations,
 * amounts, credit, audit log and message. The caller made the decision under the same locks.
 */
export async function writeAmendment(
  ctx: Context,
  { order, before, form, amounts }: Amendment,
): Promise<SalesOrderDetails> {
  const { lines, taxed, receipt, needsMarginRelease = false, ...sums } = amounts ?? {}
  if (lines) await rewriteLines(ctx, before, lines)
  const isNumbered = await wasStarted(ctx, before)
  const fields = { ...before, ...withoutUndefined(form) }
  const { shippingAddress, shippingMethod, billingAddress, cancelAfter, shipDate } = fields
  const recorded = forRecordedFields((name) => fields[name])
  const typed = { ...recorded, shippingAddress, shippingMethod, billingAddress, cancelAfter }
  await updateMany(ctx, salesOrders, [{ id: order.id, ...typed, ...taxColumns(taxed) }])
  const amended = { ...order, shipDate, ...sums, version: order.version + 1 }
  const isTotalHigher = cents(amended.totalAmount) > cents(order.totalAmount)
  const held = isTotalHigher ? await holdAfter(ctx, amended) : amended.holdReason
  // A release for the margin comes before the payment, as for a new order.
  const awaitsMargin = needsMarginRelease && (held === null || held === 'payment')
  const holdReason = awaitsMargin ? 'margin' : held
  const after = { ...amended, holdReason }
  await changeTo(ctx, order, after)
  const { reason } = form
  const changed = await readSalesOrder(ctx, order.id)
  const written = isNumbered
    ? await recordRevision(ctx, { before, after: changed, reason })
    : changed
  const decided = receipt && { kind: 'amend' as const, ...receipt(holdReason) }
  const changes = {
    ...changesBetween(historyOf(before), historyOf(written)),
    ...(decided && (await recordDecision(ctx, order.id, decided))),
  }
  if (awaitsMargin) await notifyHeldForMargin(ctx, [written])
  const more = { revision: written.revision }
  await recordAndPublish(ctx, order, {
    after,
    action: actionOf(before, written),
    reason,
    changes,
    more,
  })
  return written
}

function actionOf(before: SalesOrderDetails, after: SalesOrderDetails): string {
  return after.revision > before.revision ? 'revise' : 'update'
}

/** The tax basis in its columns; nothing if the tax was not decided again. */
function taxColumns(taxed: TaxBasis | undefined) {
  if (!taxed) return {}
  const { taxRate, taxPlace, taxNotice = null } = taxed
  const { country: taxCountry = null, state: taxState = null } = taxPlace ?? {}
  return { taxRate, taxCountry, taxState, taxNotice }
}

const writeLines = {
  name: 'rewrite_sales_order_items',
  text: `insert into sales_order_items
           (sales_order_id, line_no, sku_id, quantity, unit_price, price_source, total_price,
            tax_amount, qty_reserved, qty_backordered, qty_cancelled)
         select $1, l.*
         from unnest($2::int[], $3::int[], $4::int[], $5::numeric[], $6::text[], $7::numeric[],
                     $8::numeric[], $9::int[], $10::int[], $11::int[]) as l
         on conflict (sales_order_id, line_no) do update
         set sku_id = excluded.sku_id, quantity = excluded.quantity,
             unit_price = excluded.unit_price, price_source = excluded.price_source,
             total_price = excluded.total_price, tax_amount = excluded.tax_amount,
             qty_reserved = excluded.qty_reserved, qty_backordered = excluded.qty_backordered,
             qty_cancelled = case when sales_order_items.sku_id = excluded.sku_id
                                  then sales_order_items.qty_cancelled + excluded.qty_cancelled
                                  else 0 end`,
}

const dropLines = {
  name: 'drop_sales_order_items',
  text: 'delete from sales_order_items where sales_order_id = $1 and line_no > $2',
}

async function rewriteLines(
  ctx: Context,
  before: SalesOrderDetails,
  lines: readonly AmendedLine[],
): Promise<void> {
  await postMoves(ctx, movesOf(ctx, before, lines))
  await send(ctx, dropLines, [before.id, lines.length])
  await send(ctx, writeLines, [
    before.id,
    lines.map((line) => line.lineNo),
    lines.map((line) => line.skuId),
    lines.map((line) => line.quantity),
    lines.map((line) => decimal(line.unitPrice)),
    lines.map((line) => line.priceSource),
    lines.map((line) => decimal(line.totalPrice)),
    lines.map((line) => decimal(line.taxAmount)),
    lines.map((line) => line.reserved),
    lines.map((line) => line.backordered),
    lines.map((line) => line.cancelled),
  ])
}

/** The change in reserved units, as one stock movement per changed line. */
function movesOf(ctx: Context, before: SalesOrderDetails, lines: readonly AmendedLine[]) {
  const held = before.items.map(({ lineNo, skuId, qtyReserved }) => {
    return { lineNo, skuId, units: -qtyReserved }
  })
  const requested = lines.map(({ lineNo, skuId, reserved }) => {
    return { lineNo, skuId, units: reserved }
  })
  const byLine = new Map<string, (typeof held)[number]>()
  for (const { lineNo, skuId, units } of [...held, ...requested]) {
    const key = `${lineNo} ${skuId}`
    byLine.set(key, { lineNo, skuId, units: (byLine.get(key)?.units ?? 0) + units })
  }
  const changed = [...byLine.values()].filter(({ units }) => units !== 0)
  return changed.map(({ lineNo, skuId, units }) => {
    const kind = units > 0 ? ('reserve' as const) : ('release' as const)
    return {
      ...moveOf(ctx, before, { lineNo, kind, count: before.version }),
      skuId,
      reserved: units,
    }
  })
}

function withoutUndefined(form: SalesOrderChanges): Partial<SalesOrderDetails> {
  const entered = typedFields(form)
  return Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined))
}

/** The user-entered fields other than the lines. */
function typedFields(order: SalesOrderChanges | SalesOrderDetails) {
  const { shippingAddress, shippingMethod, billingAddress } = order
  const { shipDate, cancelAfter } = order
  const { customerPO, ...recorded } = forRecordedFields((name) => order[name])
  const addresses = { shippingAddress, shippingMethod, billingAddress }
  return { shipDate, cancelAfter, customerPO, ...addresses, ...recorded }
}

function historyOf(order: SalesOrderDetails): object {
  const lines = order.items.map(({ quantity, sku, unitPrice, priceSource }) => {
    const byHand = priceSource === 'manual' ? ' (manual)' : ''
    return `${quantity} × ${sku} at ${unitPrice}${byHand}`
  })
  const { totalAmount } = order
  return { ...typedFields(order), totalAmount, items: lines.join(', ') }
}
