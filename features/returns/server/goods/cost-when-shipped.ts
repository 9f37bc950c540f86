import { unitCostOf } from '#features/skus/server/service.ts'
import { type Cents, centsOfSum, portion, sum } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

/** Returned units, with the order line that sold them if known. */
export type ShippedUnits = { salesOrderItemId: number | null; skuId: number; quantity: number }

/** The invoiced units of order lines in order, with their cost when shipped. */
const readInvoiced = {
  name: 'read_costs_of_invoiced_units',
  text: `select l.sales_order_item_id as "salesOrderItemId", l.quantity, l.quantity as units,
                coalesce(l.cost_amount,
                         round(l.quantity * coalesce(s.average_cost, s.cost), 2)) as cost
         from invoice_lines l join skus s on s.id = l.sku_id
         where l.sales_order_item_id = any($1::int[])
         order by l.id`,
}

/** Units whose cost was already reversed: restocked, scrapped, or shipped to a vendor. */
const readCameBack = {
  name: 'read_units_whose_cost_came_back',
  text: `select i.sales_order_item_id as "salesOrderItemId",
                (coalesce(sum((
                  select sum(t.quantity) from return_receipt_items t
                  where t.return_item_id = i.id and t.disposition in ('restock', 'scrap'))), 0)
                 + coalesce(sum((
                  select sum(v.quantity) from return_items v
                  join returns r on r.id = v.return_id and r.status in ('shipped', 'completed')
                  where v.source_item_id = i.id)), 0))::int as quantity
         from return_items i
         where i.sales_order_item_id = any($1::int[])
         group by i.sales_order_item_id`,
}

const readCosts = {
  name: 'read_costs_of_skus_that_came_back',
  text: 'select id, coalesce(average_cost, cost) as cost from skus where id = any($1::int[])',
}

/** Invoiced units not returned yet; `cost` is the cost of all its `units`. */
type Layer = { salesOrderItemId: number; quantity: number; units: number; cost: string }

/**
 * Returns the cost of returned units by line, in cents, at which their order shipped them, first in
 * first out. Units without an order, or beyond what was invoiced, have today's cost. `areCounted`:
 * the units are already stored as returned. The caller must hold the locks of the SKUs.
 */
export async function costsWhenShipped(
  ctx: Context,
  lines: readonly ShippedUnits[],
  { areCounted }: { areCounted: boolean },
): Promise<Cents[]> {
  if (lines.length === 0) return []
  const ids = [...new Set(lines.flatMap((line) => line.salesOrderItemId ?? []))]
  const invoiced = await rows<Layer>(ctx.db, readInvoiced, [ids])
  const back = await rows<Pick<Layer, 'salesOrderItemId' | 'quantity'>>(ctx.db, readCameBack, [ids])
  const skuIds = [...new Set(lines.map(({ skuId }) => skuId))]
  const costs = await rows<{ id: number; cost: string }>(ctx.db, readCosts, [skuIds])
  const layers = new Map(
    ids.map((id) => {
      const own = lines.filter((line) => line.salesOrderItemId === id)
      const now = areCounted ? own.reduce((units, { quantity }) => units + quantity, 0) : 0
      const earlier = (back.find((each) => each.salesOrderItemId === id)?.quantity ?? 0) - now
      const all = invoiced.filter((each) => each.salesOrderItemId === id)
      return [id, without(all, earlier)] as const
    }),
  )
  return lines.map(({ salesOrderItemId, skuId, quantity }) => {
    const today = unitCostOf(costs.find(({ id }) => id === skuId)?.cost ?? '0')
    const own = layers.get(salesOrderItemId ?? 0) ?? []
    if (salesOrderItemId !== null) layers.set(salesOrderItemId, without(own, quantity))
    return costOfFirst(own, quantity, today)
  })
}

/** Removes this many units from the front of the layers. */
function without(layers: readonly Layer[], units: number): Layer[] {
  let left = units
  return layers.flatMap((layer) => {
    const gone = Math.min(left, layer.quantity)
    left -= gone
    return gone < layer.quantity ? [{ ...layer, quantity: layer.quantity - gone }] : []
  })
}

/**
 * Returns the cost of the first units of the layers; units beyond them have today's cost, which is
 * in ten-thousandths. The parts of a layer add up to its cost to the cent.
 */
function costOfFirst(layers: readonly Layer[], count: number, today: number): Cents {
  let left = count
  const parts = layers.map(({ quantity, units, cost }) => {
    const part = Math.min(left, quantity)
    left -= part
    const all = centsOfSum(cost)
    const earlier = units - quantity
    return (portion(all, earlier + part, units) - portion(all, earlier, units)) as Cents
  })
  return sum([...parts, portion(today as Cents, left, 100)])
}
