const unitsBySkuSql = (column: string) => `coalesce(
                  (select jsonb_object_agg(i.sku_id, i.units)
                   from (select sku_id, sum(${column})::int as units
                         from sales_order_items
                         where sales_order_id = o.id and ${column} > 0
                         group by sku_id) i), '{}')`

const reserved = unitsBySkuSql('qty_reserved')
const shipped = unitsBySkuSql('qty_shipped')

/**
 * What an order uses of its customer's credit, also by its open invoices, and its units that are
 * reserved and shipped, by SKU.
 */
export const readOwnHoldings = {
  name: 'read_what_a_replayed_order_holds',
  text: `select o.status, o.hold_reason as "holdReason",
                o.cancel_request as "cancelRequest", o.total_amount as "totalAmount",
                o.shipped_amount as "shippedAmount",
                coalesce((select sum(v.open_amount) from invoices v
                          where v.sales_order_id = o.id), 0)::text as "openInvoices",
                ${reserved} as reserved,
                ${shipped} as shipped
         from sales_orders o where o.id = $1`,
}
