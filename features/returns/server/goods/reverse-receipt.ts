import { applyStep } from '#features/audit/server/service.ts'
import type { ReasonedPostingForm } from '#features/journal/posting-form.ts'
import {
  guardNotBefore,
  guardOpen,
  post,
  readPostingRules,
} from '#features/journal/server/service.ts'
import {
  postMoves,
  lastValued,
  stockLines,
  valueStockMoves,
} from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, centsOfSum, sum, zero } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import type { ReturnDetails } from '../../contract.ts'
import { readReturn } from '../read-return.ts'
import { type LockedReturn, lockReturn, returnKind } from '../steps/locked-return.ts'
import * as acts from '../steps/transition-store.ts'
import { isNotReversed } from '../store.ts'
import { costsOfLastReturned } from './cost-when-shipped.ts'
import { lastMoved } from './last-movement-day.ts'
import {
  type ReversedUnits,
  statusAfterReversal,
  whyNotReverse,
} from './return-receipt-reversal-rules.ts'

// An incorrect receipt of customer goods is reversed by a counter-document, like a receipt of a
// purchase order: the receipt remains, with the date, user and reason of its reversal.

const findReceipt = {
  name: 'find_return_receipt_to_reverse',
  text: `select r.id, r.return_id as "returnId", r.receipt_no as "receiptNo",
                v.id is not null as "isReversed"
         from return_receipts r
         left join return_receipt_reversals v on v.return_receipt_id = r.id
         where r.id = $1`,
}

const readUnits = {
  name: 'read_units_of_return_receipt_to_reverse',
  text: `select i.id as "itemId", i.line_no as "lineNo", i.sku_id as "skuId", s.sku,
                i.sales_order_item_id as "salesOrderItemId", t.quantity, t.disposition,
                t.cost_amount as cost, i.qty_received as "qtyReceived",
                s.current_stock - s.reserved - s.soft_reserved as available,
                (select coalesce(sum(t.quantity), 0) from return_receipt_items t
                 where t.return_item_id = i.id and t.disposition = 'vendor'
                   and ${isNotReversed})::int
                - (select coalesce(sum(b.quantity), 0) from return_items b
                   join returns v on v.id = b.return_id
                     and v.status not in ('rejected', 'cancelled')
                   where b.source_item_id = i.id)::int as "toVendor"
         from return_receipt_items t
         join return_items i on i.id = t.return_item_id
         join skus s on s.id = i.sku_id
         where t.return_receipt_id = $1
         order by i.line_no, t.id`,
}

const readVendorReturns = {
  name: 'read_vendor_returns_of_return_receipt',
  text: `select distinct v.return_number as number
         from return_receipt_items t
         join return_items b on b.source_item_id = t.return_item_id
         join returns v on v.id = b.return_id and v.status not in ('rejected', 'cancelled')
         where t.return_receipt_id = $1
         order by 1`,
}

const insertReversal = {
  name: 'insert_return_receipt_reversal',
  text: `insert into return_receipt_reversals (return_receipt_id, reversed_on, reason, created_by)
         values ($1, $2, $3, $4)`,
}

/**
 * The lines have the condition and disposition of the other receipts again, or those planned. Runs
 * after the reversal is stored.
 */
const restoreLines = {
  name: 'restore_lines_of_reversed_return_receipt',
  text: `with reversed as (
           select return_item_id as id, sum(quantity)::int as units
           from return_receipt_items where return_receipt_id = $1 group by 1
         ), found as (
           select t.return_item_id as id,
                  (array_agg(t.condition order by t.id desc)
                    filter (where t.condition is not null))[1] as condition,
                  (array_agg(t.disposition order by t.id desc)
                    filter (where t.disposition <> 'inspect'))[1] as disposition
           from return_receipt_items t
           where t.return_item_id in (select id from reversed) and ${isNotReversed}
           group by 1
         )
         update return_items as i
         set qty_received = i.qty_received - r.units,
             condition = case when i.planned_disposition is null then i.condition
                           else coalesce(f.condition, i.planned_condition) end,
             disposition = coalesce(f.disposition, i.planned_disposition, i.disposition)
         from reversed r left join found f on f.id = r.id
         where i.id = r.id`,
}

type FoundReceipt = { id: number; returnId: number; receiptNo: number; isReversed: boolean }

/**
 * Reverses a receipt of customer goods at its posted cost: restocked units leave the stock, and the
 * loss on scrapped units is reversed. The units are expected again, and a received return goes back
 * to approved. Throws 409 if the receipt is already reversed, the return is completed, on hold or
 * has a pending cancellation, goods are on a return to a vendor or no longer available in stock, or
 * the month is closed.
 * Refuses a posting date before the goods last moved or before the last stock change of the SKUs.
 */
export async function reverseReturnReceipt(
  ctx: Context,
  id: number,
  { reason, postedOn }: ReasonedPostingForm,
): Promise<ReturnDetails> {
  const { posting } = await readPostingRules(ctx, { postedOn })
  const date = posting.postedOn
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date])
    const [found] = await rows<FoundReceipt>(inner.db, findReceipt, [id])
    if (!found) throw missing('That receipt')
    const { returnId } = found
    const goods = await lockReturn(inner, returnId)
    await rows(inner.db, acts.lockSkus, [returnId])
    const [receipt = found] = await rows<FoundReceipt>(inner.db, findReceipt, [id])
    const number = `${goods.returnNumber}/${receipt.receiptNo}`
    const units = await rows<ReversedUnits>(inner.db, readUnits, [id])
    const sent = await rows<{ number: string }>(inner.db, readVendorReturns, [id])
    const vendorReturns = sent.map((each) => each.number)
    const whyNot = whyNotReverse({ ...receipt, number, goods, units, vendorReturns })
    if (whyNot) throw new Refusal('refused', whyNot.code, whyNot.sentence)
    const restocked = units.filter(({ disposition }) => disposition === 'restock')
    guardNotBefore(posting, [
      await lastMoved(inner, returnId),
      await lastValued(
        inner,
        restocked.map(({ skuId }) => skuId),
      ),
    ])
    const reversal = { receipt, number, units: await withCosts(inner, units), date, reason }
    await send(inner, insertReversal, [id, date, reason, inner.user?.id ?? null])
    await writeReversal(inner, goods, reversal)
    return readReturn(inner, returnId)
  })
}

type CostedUnits = Omit<ReversedUnits, 'cost'> & { cost: Cents }

/** The posted cost of the units; units of older receipts have that of the units returned last. */
async function withCosts(ctx: Context, units: readonly ReversedUnits[]): Promise<CostedUnits[]> {
  const isFinal = ({ disposition }: ReversedUnits) =>
    disposition === 'restock' || disposition === 'scrap'
  const older = units.filter((each) => isFinal(each) && each.cost === null)
  const costs = await costsOfLastReturned(ctx, older)
  const costOf = new Map(older.map((each, index) => [each, costs[index] ?? zero]))
  return units.map((each) => ({
    ...each,
    cost: each.cost === null ? (costOf.get(each) ?? zero) : centsOfSum(each.cost),
  }))
}

type Reversal = {
  receipt: FoundReceipt
  number: string
  units: readonly CostedUnits[]
  date: Day
  reason: string
}

async function writeReversal(
  ctx: Context,
  goods: LockedReturn,
  { receipt, number, units, date, reason }: Reversal,
): Promise<void> {
  const to = statusAfterReversal(goods.status)
  const counted = [...new Set(units.map(({ lineNo }) => lineNo))].map((lineNo) => {
    const own = units.filter((each) => each.lineNo === lineNo)
    const from = own[0]?.qtyReceived ?? 0
    const left = own.reduce((remaining, { quantity }) => remaining - quantity, from)
    return [`line ${lineNo} received`, { from, to: left }] as const
  })
  const changes = { receipt: { from: number, to: null }, ...Object.fromEntries(counted) }
  const write = async () => {
    await send(ctx, restoreLines, [receipt.id])
    await send(ctx, acts.changeStatus, [goods.id, to])
    await reverseGoods(ctx, goods, { receipt, number, units, date, reason })
  }
  const step = { action: 'reverse-receipt', to, reason, changes, write }
  await applyStep(ctx, goods, { ...returnKind, ...step })
}

/** Reverses the stock moves and postings of a receipt, including those of its inspections. */
async function reverseGoods(
  ctx: Context,
  goods: LockedReturn,
  { receipt, number, units, date, reason }: Reversal,
): Promise<void> {
  const event = `reverse-${receipt.receiptNo}`
  const restocked = units.filter(({ disposition }) => disposition === 'restock')
  const scrapped = units.filter(({ disposition }) => disposition === 'scrap')
  const costsOf = (parts: readonly CostedUnits[]) => sum(parts.map(({ cost }) => cost))
  const moveKeyOf = (lineNo: number, index: number) =>
    `return:${goods.id}:${lineNo}:${event}:${index}`
  await postMoves(
    ctx,
    restocked.map(({ skuId, lineNo, quantity }, index) => ({
      skuId,
      kind: 'return',
      onHand: 0 - quantity,
      refType: 'return',
      refId: goods.id,
      refLine: lineNo,
      reason,
      dedupeKey: moveKeyOf(lineNo, index),
      by: ctx.user?.id ?? null,
    })),
  )
  const entry = { source: 'return', sourceId: goods.id, event, postedOn: date } as const
  const valued = await valueStockMoves(
    ctx,
    restocked.map(({ lineNo, quantity, cost }, index) => ({
      entry,
      dedupeKey: moveKeyOf(lineNo, index),
      units: 0 - quantity,
      amount: (0 - cost) as Cents,
    })),
  )
  await post(ctx, [
    {
      ...entry,
      memo: `Reversal of receipt ${number}`,
      lines: [
        ...stockLines(valued),
        { account: 'scrap', credit: costsOf(scrapped) },
        { account: 'costOfGoods', debit: costsOf([...restocked, ...scrapped]) },
      ],
    },
  ])
}
