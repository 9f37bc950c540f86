const heldUnits = `select coalesce(sum(i.qty_reserved), 0)::int as units
                   from sales_orders o
                   join sales_order_items i on i.sales_order_id = o.id`
const isHeld = `o.status in ('pending', 'processing') and i.qty_reserved > 0`

// Unlike `open_ring_fences`, also those that are used up: an approval may give units back in the
// transaction, and then they are ring-fenced again.
export const readBalances = {
  name: 'read_ring_fence_balances',
  text: `select f.sku_id as "skuId", f.customer_id as "customerId",
                f.quantity - held.units - approved.units as units
         from stock_ring_fences f
         cross join lateral (
           ${heldUnits}
           where o.customer_id = f.customer_id and i.sku_id = f.sku_id and ${isHeld}) as held
         cross join lateral (
           select coalesce(sum((a.units ->> f.sku_id::text)::int), 0)::int as units
           from order_approvals a
           where a.customer_id = f.customer_id and a.state = 'held') as approved
         where f.sku_id = any($1::int[]) order by f.sku_id, f.customer_id`,
}

export const readOfSku = {
  name: 'read_ring_fences_of_sku',
  text: `select f.customer_id as "customerId", c.customer_code as "customerCode",
                c.name as "customerName", f.quantity, held.units as reserved,
                coalesce(kept.units, 0) as units, f.reason, u.username as by, f.updated_at as at
         from stock_ring_fences f
         join customers c on c.id = f.customer_id
         left join users u on u.id = f.created_by
         left join open_ring_fences kept
           on kept.sku_id = f.sku_id and kept.customer_id = f.customer_id
         cross join lateral (
           ${heldUnits}
           where o.customer_id = f.customer_id and i.sku_id = f.sku_id and ${isHeld}) as held
         where f.sku_id = $1
         order by c.customer_code, f.customer_id`,
}

export const lockCustomer = {
  name: 'lock_customer_of_ring_fence',
  text: `select id, customer_code as "customerCode" from customers
         where id = $1 and deleted_at is null for no key update`,
}

export const lockSku = {
  name: 'lock_sku_of_ring_fence',
  text: `select id, sku, current_stock - reserved - soft_reserved as available from skus
         where id = $1 and deleted_at is null for no key update`,
}

/** The units that orders and binding approvals of a customer hold. */
export const readHeld = {
  name: 'read_units_held_by_customer',
  text: `select ordered.units + approved.units as units
         from (${heldUnits} where i.sku_id = $1 and o.customer_id = $2 and ${isHeld}) as ordered
         cross join (
           select coalesce(sum((a.units ->> $1::int::text)::int), 0)::int as units
           from order_approvals a where a.customer_id = $2 and a.state = 'held') as approved`,
}

export const upsert = {
  name: 'upsert_ring_fence',
  text: `insert into stock_ring_fences (sku_id, customer_id, quantity, reason, created_by)
         values ($1, $2, $3, $4, $5)
         on conflict (sku_id, customer_id) do update
         set quantity = excluded.quantity, reason = excluded.reason,
             created_by = excluded.created_by, updated_at = now()`,
}

export const remove = {
  name: 'delete_ring_fence',
  text: 'delete from stock_ring_fences where sku_id = $1 and customer_id = $2',
}
