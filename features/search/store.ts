const orderColumns = `o.id, o.order_number as code, c.name as title,
  case when o.cancel_request is not null then o.cancel_request || ' requested'
       when o.hold_reason is null then o.status else 'on hold' end as status,
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

const purchaseOrders = `select 'purchase-order', o.id, o.order_number, v.name,
    case when o.cancel_request is null then o.status else 'cancel requested' end,
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

/** Orders that a parcel of went out under a tracking number that begins with `$1`. */
export const byTracking = {
  name: '',
  text: `select 'sales-order' as kind, o.id, o.order_number as code, c.name as title, o.status,
                o.total_amount as amount, o.order_date as date,
                'Tracking ' || h.tracking_number as why
         from shipments h
         join sales_orders o on o.id = h.sales_order_id
         join customers c on c.id = o.customer_id
         where lower(h.tracking_number) like $1
         order by h.id desc
         limit $2`,
}

export const invoicesByNumber = {
  name: '',
  text: `select 'invoice' as kind, i.id, i.invoice_number as code, c.name as title,
                case when i.open_amount = 0 then 'paid'
                     when i.open_amount < i.total then 'part-paid' else 'open' end as status,
                i.total as amount, i.doc_date as date, o.order_number as why
         from invoices i
         join customers c on c.id = i.customer_id
         left join sales_orders o on o.id = i.sales_order_id
         where i.invoice_number = $1
         order by i.id desc
         limit $2`,
}

export const paymentsByNumber = {
  name: '',
  text: `select 'payment' as kind, p.id, p.payment_number as code, c.name as title, p.status,
                p.amount, p.received_on as date, p.reference as why
         from customer_payments p
         join customers c on c.id = p.customer_id
         where p.payment_number = $1
         order by p.id desc
         limit $2`,
}

export const billsByNumber = {
  name: '',
  text: `select 'bill' as kind, b.id, b.bill_number as code, v.name as title, b.status,
                b.total_amount as amount, b.doc_date as date, null as why
         from vendor_bills b
         join vendors v on v.id = b.vendor_id
         where lower(b.bill_number) = $1
         order by b.id desc
         limit $2`,
}

export const vendorPaymentsByNumber = {
  name: '',
  text: `select 'vendor-payment' as kind, p.id, p.payment_number as code, v.name as title,
                p.status, p.amount, p.paid_on as date, p.reference as why
         from vendor_payments p
         join vendors v on v.id = p.vendor_id
         where p.payment_number = $1
         order by p.id desc
         limit $2`,
}
