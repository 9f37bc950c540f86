// Invalid states of shipments, inserted by the invariants test.

const aShipment = '(select min(shipment_id) from shipment_items)'

/** Shipment violations, with the full name of the view that must report them. */
export const brokenShipments: [view: string, what: string, statements: string][] = [
  [
    'inv_11_shipments',
    'units that no shipment took',
    `delete from shipment_items where shipment_id = ${aShipment}`,
  ],
  [
    'inv_11_shipments',
    'a shipment that is more than its lines',
    `update shipments set goods_amount = goods_amount + 1, total_amount = total_amount + 1
     where id = ${aShipment}`,
  ],
  [
    'inv_11_shipments',
    'a part that is more than its line',
    `update shipment_items set tax_amount = tax_amount + 0.01 where shipment_id = ${aShipment}`,
  ],
  [
    'inv_11_shipments',
    'an order that left in no shipment',
    `update sales_orders set shipment_count = 0, shipped_amount = 0
     where id = (select min(id) from sales_orders where status = 'delivered')`,
  ],
  [
    'inv_03_customer_balance',
    'credit for what has left already',
    `update sales_orders set shipped_amount = total_amount
     where id = (select min(id) from sales_orders where status = 'pending' and total_amount > 0)`,
  ],
]
