const orderColumns = `o.id, o.order_number as code, c.name as title,
  case when o.hold_reason is null then o.status else 'on hold' end as status,
  o.total_amount as amount, o.order_date as date,
  case when o.customer_po is null then null else 'PO ' || o.customer_po end as why`

/** By an index over what is left of a customer PO without its spaces and hyphens. */
export const bySqueezedPo = {
  name: '',
  text: `select 'sales-order' as kind, ${orderColumns}
         from sales_orders o
         join customers c on c.id = o.customer_id
         where o.customer_po is not null
           and regexp_replace(lower(o.customer_po), '[^a-z0-9]', '', 'g') like $1
         order by o.id desc
         limit $2`,
}

export const byPhone = {
  name: '',
  text: `select 'customer' as kind, id, customer_code as code, name as title,
                case when is_active then 'active' else 'inactive' end as status,
                null as amount, null as date, phone as why
         from customers
         where deleted_at is null and regexp_replace(phone, '[^0-9]', '', 'g') like $1
         order by is_active desc, id
         limit $2`,
}

const salesOrders = `select 'sales-order' as kind, ${orderColumns}
  from sales_orders o
  join customers c on c.id = o.customer_id
  where o.total_amount between $1::numeric and $2::numeric`

const purchaseOrders = `select 'purchase-order', o.id, o.order_number, v.name, o.status,
    o.total_amount, o.order_date, null
  from purchase_orders o
  join vendors v on v.id = o.vendor_id
  where o.total_amount between $1::numeric and $2::numeric`

/** Sales orders and purchase orders of some amounts, the least first. */
export const byAmountUp = {
  name: '',
  text: `select * from (
           (${salesOrders} order by o.total_amount, o.id limit $3)
           union all
           (${purchaseOrders} order by o.total_amount, o.id limit $3)) as found
         order by amount, id
         limit $3`,
}

/** The same, the greatest first. */
export const byAmountDown = {
  name: '',
  text: `select * from (
           (${salesOrders} order by o.total_amount desc, o.id desc limit $3)
           union all
           (${purchaseOrders} order by o.total_amount desc, o.id desc limit $3)) as found
         order by amount desc, id desc
         limit $3`,
}
