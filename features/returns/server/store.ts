import { printedAddress } from '#features/documents/server/service.ts'
import { businessZone } from '#features/settings/server/service.ts'
import { keywordsFor } from '#platform/server/lists/list-filter.ts'
import type { SortTable } from '#platform/server/lists/list-order.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { returnList, returnTypes } from '../contract.ts'
import { returnStatuses } from '../rules.ts'

const customerAddress = printedAddress('c')
const vendorAddress = printedAddress('v')

/** The condition that the receipt of the units `t` is not reversed. */
export const isNotReversed = `not exists (
    select from return_receipt_reversals back
    where back.return_receipt_id = t.return_receipt_id)`

/** Units marked for a vendor on the matching lines, less those already on vendor returns. */
const toVendorOf = (lines: string) => `((
    select coalesce(sum(t.quantity), 0) from return_receipt_items t
    join return_items i on i.id = t.return_item_id
    where t.disposition = 'vendor' and ${isNotReversed} and ${lines}
  ) - (
    select coalesce(sum(s.quantity), 0) from return_items s
    join return_items i on i.id = s.source_item_id
    join returns v on v.id = s.return_id and v.status not in ('rejected', 'cancelled')
    where ${lines}
  ))::int`

const arrived = `(select coalesce(sum(i.qty_received), 0)::int from return_items i
    where i.return_id = r.id) as "qtyReceived",
  (select coalesce(sum(t.quantity), 0)::int from return_receipt_items t
    join return_items i on i.id = t.return_item_id
    where i.return_id = r.id and t.disposition = 'inspect' and ${isNotReversed}) as "toInspect",
  ${toVendorOf('i.return_id = r.id')} as "toVendor"`

const toVendorOfLine = toVendorOf('i.id = l.id')

const columns = `r.id, r.return_number as "returnNumber", r.type, r.customer_id as "customerId",
  r.vendor_id as "vendorId", coalesce(c.customer_code, v.vendor_code) as "partyCode",
  coalesce(c.name, v.name) as "partyName",
  coalesce(r.sales_order_id, r.purchase_order_id) as "originalOrderId",
  coalesce(o.order_number, p.order_number) as "originalOrderNumber", r.status,
  r.cancel_request as "cancelRequest",
  r.hold_reason as "holdReason",
  case when r.cancel_request is not null then 'cancel requested'
       when r.hold_reason is not null then 'on hold' else r.status end as "displayStatus",
  r.reason,
  r.total_amount as "totalAmount", r.notes, r.created_by as "createdBy",
  ${arrived},
  r.replacement_order_id as "replacementOrderId", x.order_number as "replacementOrderNumber",
  r.replacement_price as "replacementPrice", r.source_return_id as "sourceReturnId",
  f.return_number as "sourceReturnNumber",
  u.username as "createdByName", r.created_at as "createdAt", r.updated_at as "updatedAt",
  r.version`

/** Customer or vendor as one sortable number: the customer id, or 2^31 plus the vendor id. */
const party = 'coalesce(r.customer_id, 2147483648 + r.vendor_id)'

const joins = `left join customers c on c.id = r.customer_id
  left join vendors v on v.id = r.vendor_id
  left join sales_orders o on o.id = r.sales_order_id
  left join purchase_orders p on p.id = r.purchase_order_id
  left join sales_orders x on x.id = r.replacement_order_id
  left join returns f on f.id = r.source_return_id
  join users u on u.id = r.created_by
  cross join lateral (select coalesce(c.name, v.name) collate "und-x-icu" as name,
                             ${party} as id) y`

/**
 * Customers and vendors by name, numbered as in the index `returns_by_party`: 2147483648 is added
 * to the id of a vendor, so that it never equals that of a customer.
 */
const parties: SortTable = {
  from: `(select name collate "und-x-icu" as name, id::bigint as id from customers
          union all
          select name collate "und-x-icu", 2147483648 + id from vendors) y`,
  id: 'y.id',
  on: `y.id = ${party}`,
}

/** The total of a return; null on returns to vendors, for roles that may not read costs. */
export const visibleAmount = `(case r.type when 'rma' then r.total_amount end)`

/** List spec for returns, newest first. */
export const list: ListSpec = listSpec(returnList, {
  columns,
  from: 'returns r',
  joins,
  where: 'true',
  id: 'r.id',
  kind: 'return',
  zone: businessZone,
  fields: {
    id: 'r.id',
    returnNumber: 'r.return_number',
    type: { sql: 'r.type', orderedBy: 'r.id' },
    partyName: { sql: 'y.name', sortTable: parties },
    reason: 'r.reason',
    status: { sql: 'r.status', orderedBy: 'r.id' },
    totalAmount: 'r.total_amount',
    createdAt: 'r.created_at',
    // Union of sales and purchase orders, so that each branch can use its own index.
    originalOrderId: {
      sql: 'n.order_id',
      within: `r.id in (
        select n.id from (
          select id, sales_order_id as order_id from returns
          union all select id, purchase_order_id from returns
        ) n where %)`,
    },
    createdBy: 'r.created_by',
    held: { when: 'true', holds: 'r.hold_reason is not null' },
    customerId: { sql: 'r.customer_id', orderedBy: 'r.id' },
    vendorId: { sql: 'r.vendor_id', orderedBy: 'r.id' },
    salesOrderId: 'r.sales_order_id',
    purchaseOrderId: 'r.purchase_order_id',
    replacementOrderId: 'r.replacement_order_id',
    sourceReturnId: 'r.source_return_id',
    skuId: {
      sql: 'i.sku_id',
      within: 'r.id in (select i.return_id from return_items i where %)',
    },
  },
  search: [
    {
      key: 'r.customer_id',
      id: 'c.id',
      from: 'customers c',
      columns: ['c.customer_code', 'c.name'],
      within: 'c.search_text',
    },
    {
      key: 'r.vendor_id',
      id: 'v.id',
      from: 'vendors v',
      columns: ['v.vendor_code', 'v.name'],
      within: 'v.search_text',
    },
    {
      key: 'r.sales_order_id',
      id: 'o.id',
      from: 'sales_orders o',
      indexed: [{ startOf: 'o.order_number' }, { endOf: 'o.order_number' }],
    },
    { startOf: 'r.return_number' },
    { endOf: 'r.return_number' },
    { wordOf: 'r.reason' },
  ],
  words: { ...keywordsFor('status', returnStatuses), ...keywordsFor('type', returnTypes) },
  countUpTo: 10_000,
})

export const readReturn = {
  name: 'read_return',
  text: `select ${columns}, coalesce(${customerAddress}, ${vendorAddress}) as "partyAddress"
         from returns r ${joins} where r.id = $1`,
}

export const readItems = {
  name: 'read_return_items',
  text: `select i.id, i.line_no as "lineNo", i.sku_id as "skuId", s.sku, s.name,
                s.unit_of_measure as "unitOfMeasure",
                coalesce(i.sales_order_item_id, i.purchase_order_item_id) as "originalItemId",
                i.quantity, i.qty_received as "qtyReceived", i.qty_cancelled as "qtyCancelled",
                case r.type when 'rma' then i.quantity - i.qty_received - i.qty_cancelled
                else 0 end as "qtyOpen",
                (select ${toVendorOfLine} from return_items l where l.id = i.id)
                  as "toVendor",
                i.unit_price as "unitPrice", i.total_price as "totalPrice", i.reason,
                i.note, i.condition, i.disposition
         from return_items i
         join returns r on r.id = i.return_id
         join skus s on s.id = i.sku_id
         where i.return_id = $1 order by i.line_no`,
}

export const readReceipts = {
  name: 'read_return_receipts',
  text: `select t.id, concat_ws('/', r.return_number, t.receipt_no) as "receiptNumber",
                t.received_on as "receivedOn", coalesce(u.username, 'system') as by,
                v.reversed_on as "reversedOn", v.reason as "reversalReason"
         from return_receipts t
         join returns r on r.id = t.return_id
         left join users u on u.id = t.created_by
         left join return_receipt_reversals v on v.return_receipt_id = t.id
         where t.return_id = $1 order by t.receipt_no desc`,
}

export const readReceiptItems = {
  name: 'read_return_receipt_items',
  text: `select t.id, t.return_receipt_id as "receiptId", i.id as "itemId", i.line_no as "lineNo",
                s.sku, s.name, s.unit_of_measure as "unitOfMeasure", t.quantity, t.condition,
                t.disposition
         from return_receipt_items t
         join return_items i on i.id = t.return_item_id
         join skus s on s.id = i.sku_id
         where i.return_id = $1 order by i.line_no, t.id`,
}

export const readVendorReturns = {
  name: 'read_vendor_returns_of_return',
  text: `select id, return_number as "returnNumber", status
         from returns where source_return_id = $1 order by id`,
}

export const readSalesOrigin = {
  name: 'read_sales_origin',
  text: `select o.id as "orderId", o.order_number as "orderNumber", o.customer_id as "partyId",
                c.customer_code as "partyCode", c.name as "partyName", o.status,
                case when o.status in ('shipped', 'delivered') then o.ship_date
                  else (select max(h.ship_date) from shipments h where h.sales_order_id = o.id)
                end as "shipDate", o.header_only as "headerOnly"
         from sales_orders o join customers c on c.id = o.customer_id
         where o.id = $1`,
}

export const readPurchaseOrigin = {
  name: 'read_purchase_origin',
  text: `select o.id as "orderId", o.order_number as "orderNumber", o.vendor_id as "partyId",
                v.vendor_code as "partyCode", v.name as "partyName", o.status,
                null as "shipDate", o.header_only as "headerOnly"
         from purchase_orders o join vendors v on v.id = o.vendor_id
         where o.id = $1`,
}

export const lockSalesOrigin = {
  name: 'lock_sales_origin',
  text: 'select id from sales_orders where id = $1 for no key update',
}

export const lockPurchaseOrigin = {
  name: 'lock_purchase_origin',
  text: 'select id from purchase_orders where id = $1 for no key update',
}

export const readSalesLines = {
  name: 'read_returnable_sales_lines',
  text: `select i.id, i.line_no as "lineNo", i.sku_id as "skuId", s.sku, s.name,
                s.unit_of_measure as "unitOfMeasure", i.quantity as ordered,
                i.qty_shipped as moved, i.unit_price as "unitPrice",
                coalesce((select sum(l.quantity - l.qty_cancelled) from return_items l
                          join returns r on r.id = l.return_id
                          where l.sales_order_item_id = i.id
                            and r.status not in ('rejected', 'cancelled')), 0)::int as returned
         from sales_order_items i join skus s on s.id = i.sku_id
         where i.sales_order_id = $1 order by i.line_no`,
}

export const readPurchaseLines = {
  name: 'read_returnable_purchase_lines',
  text: `select i.id, i.line_no as "lineNo", i.sku_id as "skuId", s.sku, s.name,
                s.unit_of_measure as "unitOfMeasure", i.quantity as ordered,
                i.qty_received as moved, i.unit_price as "unitPrice",
                coalesce((select sum(l.quantity - l.qty_cancelled) from return_items l
                          join returns r on r.id = l.return_id
                          where l.purchase_order_item_id = i.id
                            and r.status not in ('rejected', 'cancelled')), 0)::int as returned
         from purchase_order_items i join skus s on s.id = i.sku_id
         where i.purchase_order_id = $1 order by i.line_no`,
}

export const readSkus = {
  name: 'read_skus_to_return',
  text: `select id, price, cost from skus where id = any($1::int[]) and deleted_at is null`,
}

export const readParty = {
  customer: {
    name: 'read_customer_of_return',
    text: 'select id from customers where id = $1 and deleted_at is null',
  },
  vendor: {
    name: 'read_vendor_of_return',
    text: 'select id from vendors where id = $1 and deleted_at is null',
  },
} as const

/** The list spec for roles that may not read costs: totals of returns to vendors are null. */
export const pricelessList: ListSpec = {
  ...list,
  columns: list.columns.replace('r.total_amount as', `${visibleAmount} as`),
  sorts: { ...list.sorts, totalAmount: { sql: visibleAmount, isNullable: true } },
  filters: { ...list.filters, totalAmount: { sql: visibleAmount, type: 'numeric' } },
}
