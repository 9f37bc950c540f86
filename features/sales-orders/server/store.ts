import { getTableColumns } from 'drizzle-orm'
import { businessZone } from '#features/settings/server/service.ts'
import { type Filter, keywordsFor } from '#platform/server/lists/list-filter.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { salesOrderList } from '../contract.ts'
import { forRecordedFields } from '../recorded-fields.ts'
import { salesOrderStatuses } from '../rules.ts'
import { poKeySql } from './parking/same-po.ts'
import { salesOrders } from './tables.ts'

const tableColumns = getTableColumns(salesOrders)
const recordedSql = forRecordedFields((name) => `o.${tableColumns[name].name}`)
const recordedColumns = Object.entries(recordedSql)
  .map(([name, sql]) => `${sql} as "${name}"`)
  .join(', ')

const columns = `o.id, o.order_number as "orderNumber", o.customer_id as "customerId",
  c.customer_code as "customerCode", c.name as "customerName", o.status,
  o.hold_reason as "holdReason", o.hold_until as "holdUntil", o.hold_note as "holdNote",
  o.cancel_request as "cancelRequest",
  case when o.cancel_request is not null then o.cancel_request || ' requested'
       when o.hold_reason is null then o.status else 'on hold' end as "displayStatus",
  o.order_source as "orderSource", o.order_date as "orderDate", o.ship_date as "shipDate",
  o.cancel_after as "cancelAfter",
  o.total_amount as "totalAmount", o.subtotal, o.tax_amount as "taxAmount",
  o.tax_notice as "taxNotice",
  o.shipping_amount as "shippingAmount", o.shipping_address as "shippingAddress",
  o.shipping_method as "shippingMethod",
  o.billing_address as "billingAddress", ${recordedColumns},
  o.header_only as "headerOnly", o.shipment_count as "shipmentCount",
  o.shipped_amount as "shippedAmount", o.revision,
  o.created_by as "createdBy", u.username as "createdByName", o.created_at as "createdAt",
  o.updated_at as "updatedAt", o.version`

const joins = `join customers c on c.id = o.customer_id join users u on u.id = o.created_by`

const status: Filter = { sql: 'o.status', type: 'text', orderedBy: 'o.id' }
const orderSource: Filter = { sql: 'o.order_source', type: 'text', orderedBy: 'o.id' }

/**
 * The list of sales orders, newest first. Every sort and filter has an index (`tables.ts`), so that
 * a page of a million orders costs the same as a page of some thousand.
 */
export const list = listSpec(salesOrderList, {
  columns,
  from: 'sales_orders o',
  joins,
  where: 'true',
  id: 'o.id',
  kind: 'sales_order',
  zone: businessZone,
  fields: {
    id: 'o.id',
    orderNumber: 'o.order_number',
    customerId: { sql: 'o.customer_id', orderedBy: 'o.id' },
    customerName: {
      sql: 'c.name collate "und-x-icu"',
      sortTable: { from: 'customers c', id: 'c.id', on: 'c.id = o.customer_id' },
    },
    status,
    orderSource,
    totalAmount: 'o.total_amount',
    orderDate: 'o.order_date',
    shipDate: { sql: 'o.ship_date', isNullable: true },
    createdAt: 'o.created_at',
    customerCode: {
      sql: 'lower(c.customer_code)',
      isFolded: true,
      within: 'o.customer_id = any(array(select c.id from customers c where %))',
    },
    ...forRecordedFields((name) => ({
      sql: `lower(${recordedSql[name]})`,
      isFolded: true,
      isNullable: true,
    })),
    customerPOKey: {
      sql: poKeySql('o.customer_po'),
      within: 'o.customer_po is not null and %',
    },
    skuId: {
      sql: 'i.sku_id',
      within: 'o.id in (select i.sales_order_id from sales_order_items i where %)',
    },
    sku: {
      sql: 'lower(k.sku)',
      isFolded: true,
      within: `o.id in (select i.sales_order_id from sales_order_items i
                 where i.sku_id = any(array(select k.id from skus k where %)))`,
    },
    holdReason: 'o.hold_reason',
    held: { each: { true: 'o.hold_reason is not null', false: 'o.hold_reason is null' } },
    backordered: {
      when: 'true',
      holds: `o.status in ('pending', 'processing') and o.id in (
                select i.sales_order_id from sales_order_items i where i.qty_backordered > 0)`,
    },
    shipped: { when: 'true', holds: 'o.shipment_count > 0' },
    restSince: {
      sql: 's.ship_date',
      compare: '<=',
      within: `o.status = 'processing' and o.shipment_count > 0 and not exists (
                 select from shipments s where s.sales_order_id = o.id and not (%))`,
    },
    createdBy: { sql: 'o.created_by', orderedBy: 'o.id' },
  },
  search: [
    {
      key: 'o.customer_id',
      id: 'c.id',
      from: 'customers c',
      columns: ['c.customer_code', 'c.name'],
      within: 'c.search_text',
    },
    { startOf: 'o.order_number' },
    { endOf: 'o.order_number' },
    { lowerStartOf: 'o.customer_po' },
    { squeezedStartOf: 'o.customer_po', series: ['po'] },
    { wordOf: 'o.notes' },
  ],
  words: keywordsFor('status', salesOrderStatuses),
  totals: { from: 'sales_order_totals o', sum: 'o.orders', filters: { status, orderSource } },
  countUpTo: 10_000,
})

/**
 * The list with columns that need the lines and shipments of each order. They are read by order id
 * after the page is found, so the cost does not depend on the number of orders.
 */
export const listWithProgress: ListSpec = {
  ...list,
  columns: `${columns}, p."lineCount", p."fillPercent", t."trackingNumbers"`,
  joins: `${joins}
    cross join lateral (
      select count(*) filter (where i.quantity > 0)::int as "lineCount",
             (100 * sum(i.qty_shipped) / nullif(sum(i.quantity), 0))::int as "fillPercent"
      from sales_order_items i where i.sales_order_id = o.id
    ) p
    cross join lateral (
      select string_agg(h.tracking_number, ', ' order by h.id) as "trackingNumbers"
      from shipments h where h.sales_order_id = o.id
    ) t`,
}

/** The sums of a sales order list, and its groupings. */
export const summed = sumSpecOf(salesOrderList, list, { amount: 'o.total_amount' })

export const readOrder = {
  name: 'read_sales_order',
  text: `select ${columns}, c.packing_slip_prices as "packingSlipPrices",
                nullif(btrim(c.contact_name), '') as "contactName"
         from sales_orders o ${joins} where o.id = $1`,
}

export const readItems = {
  name: 'read_sales_order_items',
  text: `select i.id, i.line_no as "lineNo", i.sku_id as "skuId", s.sku, s.name,
                s.unit_of_measure as "unitOfMeasure", s.wms_location as "wmsLocation",
                i.quantity, i.unit_price as "unitPrice",
                i.price_source as "priceSource", i.total_price as "totalPrice",
                i.tax_amount as "taxAmount", i.qty_reserved as "qtyReserved",
                i.qty_backordered as "qtyBackordered", i.qty_shipped as "qtyShipped",
                i.qty_cancelled as "qtyCancelled"
         from sales_order_items i join skus s on s.id = i.sku_id
         where i.sales_order_id = $1
         order by i.line_no`,
}

export const readShipments = {
  name: 'read_shipments_of_order',
  text: `select h.id, h.shipment_number as "shipmentNumber", h.ship_date as "shipDate", h.carrier,
                h.tracking_number as "trackingNumber",
                h.estimated_delivery as "estimatedDelivery", h.delivered_on as "deliveredOn",
                h.goods_amount as "goodsAmount", h.tax_amount as "taxAmount",
                h.shipping_amount as "shippingAmount", h.total_amount as "totalAmount",
                u.username as by, h.created_at as "createdAt"
         from shipments h join users u on u.id = h.created_by
         where h.sales_order_id = $1
         order by h.id desc`,
}

export const readShipmentItems = {
  name: 'read_items_of_shipments',
  text: `select l.shipment_id as "shipmentId", i.id as "itemId", i.line_no as "lineNo",
                i.sku_id as "skuId", s.sku, s.name, s.unit_of_measure as "unitOfMeasure",
                l.quantity, l.goods_amount as "goodsAmount", l.tax_amount as "taxAmount"
         from shipments h
         join shipment_items l on l.shipment_id = h.id
         join sales_order_items i on i.id = l.sales_order_item_id
         join skus s on s.id = i.sku_id
         where h.sales_order_id = $1
         order by i.line_no`,
}

export const reserveIds = {
  name: 'take_sales_order_ids',
  text: `select
           array(select nextval('sales_orders_id_seq')::int from generate_series(1, $1::int))
             as orders,
           array(select nextval('sales_order_items_id_seq')::int from generate_series(1, $2::int))
             as items,
           array(select nextval('decision_receipts_id_seq')::int from generate_series(1, $1::int))
             as receipts,
           now() as at`,
}
