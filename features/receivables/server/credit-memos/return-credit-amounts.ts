import { type Cents, sum, zero } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  type CreditedLine,
  limitToInvoices,
  linesToCredit,
  allocateOpenUnits,
} from './creditable-lines.ts'
import { replacedUnits } from './replaced-units.ts'

// The credit for returned goods: as they were charged, including tax.

/** Returned units of an order line, or without an order at the price on their return. */
export type ReturnedLine = {
  salesOrderItemId: number | null
  skuId: number
  quantity: number
  unitPrice: Cents
}

const readCreditedAhead = {
  name: 'units_credited_before_they_came_back',
  text: `select t.id,
                greatest(0, coalesce(k.by_memo, 0) - greatest(0, coalesce(r.units, 0)
                  - coalesce(k.by_return, 0)))::int as units
         from unnest($1::int[]) as t (id)
         left join lateral (
           select sum(c.quantity) filter (where m.return_id is null) as by_memo,
                  sum(c.quantity) filter (where m.return_id is not null) as by_return
           from credit_memo_lines c
           join credit_memos m on m.id = c.credit_memo_id and m.voided_on is null
           join invoice_lines l on l.id = c.invoice_line_id
           where l.sales_order_item_id = t.id
         ) k on true
         left join lateral (
           select sum(i.qty_received - ${replacedUnits}) as units
           from return_items i
           join returns b on b.id = i.return_id and b.status = 'completed'
           left join sales_orders o on o.id = b.replacement_order_id
           where i.sales_order_item_id = t.id
         ) r on true`,
}

/** Units that a credit memo credited before they were returned, by order line. */
async function creditedAhead(
  ctx: Context,
  itemIds: readonly number[],
): Promise<Map<number, number>> {
  type Row = { id: number; units: number }
  const found = await rows<Row>(ctx.db, readCreditedAhead, [[...new Set(itemIds)]])
  return new Map(found.map(({ id, units }) => [id, units]))
}

/**
 * Returns the credit for returned units: at the price and tax charged, over all invoices that
 * charged them, less what is no longer owed or paid on these. Units without an order have their own
 * price, without tax. Units that a memo credited before their return count once. Never throws, so
 * that every return can be completed.
 */
export async function linesOfReturn(
  ctx: Context,
  returned: readonly ReturnedLine[],
): Promise<CreditedLine[]> {
  const itemIds = returned.flatMap((line) => line.salesOrderItemId ?? [])
  const open = await linesToCredit(ctx, { itemIds })
  const ahead = await creditedAhead(ctx, itemIds)
  return returned.flatMap((line): CreditedLine[] => {
    const { salesOrderItemId, skuId, quantity, unitPrice } = line
    if (salesOrderItemId !== null) {
      const known = Math.min(quantity, ahead.get(salesOrderItemId) ?? 0)
      ahead.set(salesOrderItemId, (ahead.get(salesOrderItemId) ?? 0) - known)
      return allocateOpenUnits(open, { salesOrderItemId, quantity: quantity - known })
    }
    const goods = (unitPrice * quantity) as Cents
    const alone = { invoiceId: null, invoiceLineId: null, tax: zero }
    return [{ ...alone, skuId, quantity, unitPrice, goods }]
  })
}

/** Sums the goods and the tax of the lines. */
export function sumOf(lines: readonly CreditedLine[]): { goods: Cents; tax: Cents } {
  return { goods: sum(lines.map(({ goods }) => goods)), tax: sum(lines.map(({ tax }) => tax)) }
}

/**
 * Returns what a credit memo for these units would credit now, before a restocking fee. Writes
 * nothing.
 */
export async function expectedCredit(
  ctx: Context,
  returned: readonly ReturnedLine[],
): Promise<{ goods: Cents; tax: Cents }> {
  return sumOf(await limitToInvoices(ctx, await linesOfReturn(ctx, returned)))
}
