import { unitCostOf } from '#features/skus/server/service.ts'
import { type Cents, centsOfSum, prorate, sum, zero } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

/** Returned units, with the order line that sold them if known. */
export type UnitsToCost = { salesOrderItemId: number | null; skuId: number; quantity: number }

/** The invoiced units of order lines in order, with their cost when shipped. */
const readInvoiced = {
  name: 'read_costs_of_invoiced_units',
  text: `select l.sales_order_item_id as "salesOrderItemId", l.quantity,
                coalesce(l.cost_amount,
                         round(l.quantity * coalesce(s.average_cost, s.cost), 2)) as cost
         from invoice_lines l join skus s on s.id = l.sku_id
         where l.sales_order_item_id = any($1::int[])
         order by l.id`,
}

/**
 * Units whose cost was already reversed: restocked, scrapped, or shipped to a vendor. Older rows
 * have no cost.
 */
const readReturned = {
  name: 'read_units_whose_cost_came_back',
  text: `with back as (
           select i.sales_order_item_id as id, t.quantity, t.cost_amount as cost,
                  v.id is not null as is_reversed
           from return_items i
           join return_receipt_items t
             on t.return_item_id = i.id and t.disposition in ('restock', 'scrap')
           left join return_receipt_reversals v on v.return_receipt_id = t.return_receipt_id
           where i.sales_order_item_id = any($1::int[])
           union all
           select i.sales_order_item_id, s.quantity, s.cost_amount, false
           from return_items i
           join return_items s on s.source_item_id = i.id
           join returns r on r.id = s.return_id and r.status in ('shipped', 'completed')
           where i.sales_order_item_id = any($1::int[])
         )
         select id as "salesOrderItemId",
                (coalesce(sum(quantity) filter (where not is_reversed), 0))::int as quantity,
                (coalesce(sum(quantity) filter (where not is_reversed and cost is null), 0))::int
                  as "withoutCost",
                coalesce(sum(cost) filter (where not is_reversed), 0) as cost,
                bool_or(is_reversed) as "hasReversed"
         from back group by id`,
}

const readCosts = {
  name: 'read_costs_of_skus_that_came_back',
  text: 'select id, coalesce(average_cost, cost) as cost from skus where id = any($1::int[])',
}

/** Invoiced units of an order line and the cost of all of them. */
type Layer = { salesOrderItemId: number; quantity: number; cost: string }
type ReturnedUnits = {
  salesOrderItemId: number
  quantity: number
  withoutCost: number
  cost: string
  hasReversed: boolean
}
/** An order line with its returned units and the cost at which these were posted. */
type SoldLine = { layers: readonly Layer[]; returned: number; posted: Cents }

/**
 * Returns the cost of the returned units of each line in cents: what they cost when they were
 * shipped, first in, first out over the invoices of the line. In total, the returned units of a
 * line always cost as much as its first shipped units, also after a reversal. Units without an
 * order, or beyond what was invoiced, have the current cost. The units must not be stored as
 * returned yet. The caller must hold the locks of the SKUs.
 */
export async function costsWhenShipped(
  ctx: Context,
  lines: readonly UnitsToCost[],
): Promise<Cents[]> {
  const { soldLines, todayOf } = await readSold(ctx, lines)
  return lines.map(({ salesOrderItemId, skuId, quantity }) => {
    const sold = soldLines.get(salesOrderItemId ?? 0)
    if (!sold) return todayOf(skuId, quantity)
    const { layers, posted } = sold
    const returned = sold.returned + quantity
    const cost = Math.max(0, costOfFirst(layers, returned) - posted) as Cents
    soldLines.set(salesOrderItemId ?? 0, { layers, returned, posted: sum([posted, cost]) })
    return sum([cost, todayOf(skuId, unitsBeyond(sold, quantity))])
  })
}

/**
 * Returns the cost of units that were returned last, by line: for the reversal of units that were
 * stored without their cost. The units must be stored as returned. The caller must hold the locks
 * of the SKUs.
 */
export async function costsOfLastReturned(
  ctx: Context,
  lines: readonly UnitsToCost[],
): Promise<Cents[]> {
  const { soldLines, todayOf } = await readSold(ctx, lines)
  return lines.map(({ salesOrderItemId, skuId, quantity }) => {
    const sold = soldLines.get(salesOrderItemId ?? 0)
    if (!sold) return todayOf(skuId, quantity)
    const { layers, posted } = sold
    const returned = sold.returned - quantity
    const earlier = costOfFirst(layers, returned)
    soldLines.set(salesOrderItemId ?? 0, { layers, returned, posted: earlier })
    const beyond = todayOf(skuId, unitsBeyond({ layers, returned }, quantity))
    return sum([Math.max(0, posted - earlier) as Cents, beyond])
  })
}

/** Reads what was sold and returned of the order lines, and the cost of units today. */
async function readSold(ctx: Context, lines: readonly UnitsToCost[]) {
  const ids = [...new Set(lines.flatMap((line) => line.salesOrderItemId ?? []))]
  const skuIds = [...new Set(lines.map(({ skuId }) => skuId))]
  const invoiced = ids.length === 0 ? [] : await rows<Layer>(ctx.db, readInvoiced, [ids])
  const back = ids.length === 0 ? [] : await rows<ReturnedUnits>(ctx.db, readReturned, [ids])
  const costs =
    skuIds.length === 0 ? [] : await rows<{ id: number; cost: string }>(ctx.db, readCosts, [skuIds])
  const soldLines = new Map(
    ids.map((id) => {
      const layers = invoiced.filter((each) => each.salesOrderItemId === id)
      return [
        id,
        soldLineOf(
          layers,
          back.find((each) => each.salesOrderItemId === id),
        ),
      ] as const
    }),
  )
  /** Unit costs are in ten-thousandths. */
  const todayOf = (skuId: number, units: number) => {
    const unitCost = unitCostOf(costs.find(({ id }) => id === skuId)?.cost ?? '0')
    return prorate(unitCost as Cents, units, 100)
  }
  return { soldLines, todayOf }
}

function soldLineOf(layers: readonly Layer[], back: ReturnedUnits | undefined): SoldLine {
  if (!back) return { layers, returned: 0, posted: zero }
  const posted = back.hasReversed
    ? sum([centsOfSum(back.cost), costOfFirst(layers, back.withoutCost)])
    : costOfFirst(layers, back.quantity)
  return { layers, returned: back.quantity, posted }
}

/** Returns how many of the next units to return exceed what was invoiced. */
function unitsBeyond({ layers, returned }: Omit<SoldLine, 'posted'>, quantity: number): number {
  const invoiced = layers.reduce((units, layer) => units + layer.quantity, 0)
  return Math.max(0, returned + quantity - Math.max(returned, invoiced))
}

/** Returns the cost of the first units. The parts of a layer add up to its cost to the cent. */
function costOfFirst(layers: readonly Layer[], count: number): Cents {
  let remaining = count
  const parts = layers.map(({ quantity, cost }) => {
    const part = Math.min(remaining, quantity)
    remaining -= part
    return prorate(centsOfSum(cost), part, quantity)
  })
  return sum(parts)
}
