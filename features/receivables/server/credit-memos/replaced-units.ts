/**
 * SQL of the received units of a return line `i`, of a return `b`, that its free replacement order
 * `o` replaces: none of a cancelled order, and no units that were cancelled or removed from it.
 * Those are credited (docs/rules.md, Returns). Of several lines of one SKU the first are replaced
 * first.
 */
export const replacedUnits = `case when b.replacement_price = 'free' and o.status <> 'cancelled'
  then least(i.qty_received, greatest(0,
    coalesce((select sum(n.quantity) from sales_order_items n
              where n.sales_order_id = o.id and n.sku_id = i.sku_id
                and n.price_source = 'replacement'), 0)
    - coalesce((select sum(e.qty_received) from return_items e
                where e.return_id = b.id and e.sku_id = i.sku_id and e.line_no < i.line_no), 0)))
  else 0 end`
