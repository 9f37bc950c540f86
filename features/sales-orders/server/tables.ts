// One file: the tables of sales orders, their lines, shipments and history belong together.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { customers } from '#features/customers/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import {
  day,
  documentNumber,
  moment,
  money,
  partNumber,
  rowId,
} from '#platform/server/database/columns.ts'

/** The columns of the most common filters, appended to list indexes. */
function filtered<C>(t: { status: C; orderSource: C; customerId: C; orderDate: C }) {
  return [t.status, t.orderSource, t.customerId, t.orderDate] as const
}

const taxBasis = () => ({
  taxCountry: text('tax_country'),
  taxState: text('tax_state'),
  taxRate: numeric('tax_rate', { precision: 7, scale: 6 }),
})

/** Partial indexes for dates that few orders have. */
function byDay(t: { cancelAfter: AnyPgColumn; holdUntil: AnyPgColumn }) {
  return [
    index('sales_orders_held_until')
      .on(t.holdUntil)
      .where(sql`hold_until is not null`),
    index('sales_orders_cancel_after')
      .on(t.cancelAfter)
      .where(sql`cancel_after is not null and status in ('pending', 'processing')`),
  ]
}

/** Checks for the shipping methods of `rules.ts` and the range of a tax rate. */
const methodAndTax = [
  check(
    'sales_order_shipping_method_known',
    sql`shipping_method in ('standard', 'express', 'overnight', 'freight', 'pickup')`,
  ),
  check('sales_order_tax_rate_is_share', sql`tax_rate >= 0 and tax_rate <= 1`),
]

/** Check for the hold reasons of `rules.ts`. */
const holdKnown = check(
  'sales_order_hold_known',
  sql`hold_reason in ('credit', 'stock', 'price', 'address', 'duplicate', 'manual', 'payment',
        'margin', 'parked')`,
)

const sourceKnown = check(
  'order_source_known',
  sql`order_source in ('web', 'phone', 'csv', 'edi', 'api', 'mobile', 'text', 'email')`,
)

/**
 * A sales order. total = subtotal + tax + shipping; `headerOnly` has no lines. The number and
 * amount of its shipments are denormalized from `shipments`.
 */
export const salesOrders = pgTable(
  'sales_orders',
  {
    id: rowId(),
    orderNumber: documentNumber('order_number').notNull(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    status: text('status').notNull().default('pending'),
    holdReason: text('hold_reason'),
    holdUntil: day('hold_until'),
    holdNote: text('hold_note'),
    /** The pending request to the warehouse: `cancel`, or `recall` to pending. */
    cancelRequest: text('cancel_request'),
    cancelReason: text('cancel_reason'),
    orderSource: varchar('order_source', { length: 20 }).notNull().default('web'),
    orderDate: day('order_date').notNull(),
    shipDate: day('ship_date'),
    /**
     * The customer does not want units shipped after `cancelAfter`; `cancelAfterTold` is the
     * `cancelAfter` of the last notification.
     */
    cancelAfter: day('cancel_after'),
    cancelAfterTold: day('cancel_after_told'),
    totalAmount: money('total_amount').notNull().default('0'),
    subtotal: money('subtotal').notNull().default('0'),
    taxAmount: money('tax_amount').notNull().default('0'),
    shippingAmount: money('shipping_amount').notNull().default('0'),
    shippingAddress: text('shipping_address'),
    /** The shipping method; null means unspecified and costs the same as standard. */
    shippingMethod: text('shipping_method'),
    billingAddress: text('billing_address'),
    customerPO: varchar('customer_po', { length: 50 }),
    /** The payment terms of the order, used for invoices; if null, those of the customer. */
    paymentTerms: varchar('payment_terms', { length: 50 }),
    /** The tax place and rate; null for a header-only order. */
    ...taxBasis(),
    /** What the sales tax is based on, set if the ship-to address could not be parsed. */
    taxNotice: text('tax_notice'),
    notes: text('notes'),
    headerOnly: boolean('header_only').notNull().default(false),
    shipmentCount: integer('shipment_count').notNull().default(0),
    shippedAmount: money('shipped_amount').notNull().default('0'),
    revision: integer('revision').notNull().default(0),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('sales_order_number_taken').on(t.orderNumber),
    index('sales_orders_number_end').on(sql`reverse(order_number) collate "C"`),
    index('sales_orders_notes')
      .using('gin', sql`to_tsvector('simple', notes)`)
      .where(sql`notes is not null`),
    index('sales_orders_by_creator').on(t.createdBy, t.id),
    index('sales_orders_squeezed_po')
      .on(sql`regexp_replace(lower(customer_po), '[^a-z0-9]', '', 'g') text_pattern_ops`)
      .where(sql`customer_po is not null`),
    // To find a repeated customer PO: `poKeySql` of `parking/same-po.ts`.
    index('sales_orders_po_of_customer')
      .on(sql`customer_id, ltrim(regexp_replace(lower(customer_po), '\\s', '', 'g'), '0')`)
      .where(sql`customer_po is not null`),
    index('sales_orders_customer_po')
      .on(sql`lower(customer_po) text_pattern_ops`)
      .where(sql`customer_po is not null`),
    // One index per sort order of the list, ending with the id and the filter columns: filtered
    // rows are skipped within the index, and a page costs the same at any size.
    index('sales_orders_of_customer').on(t.customerId, t.id, t.status, t.orderSource, t.orderDate),
    // Contains all sort columns: the orders of a rare status are sorted in the index.
    index('sales_orders_by_status').on(
      sql`status, id, order_source, customer_id, order_date, ship_date, total_amount, created_at,
        order_number`,
    ),
    index('sales_orders_by_source').on(t.orderSource, t.id, t.status, t.customerId, t.orderDate),
    index('sales_orders_by_total').on(t.totalAmount, t.id, ...filtered(t)),
    index('sales_orders_by_date').on(
      sql`order_date, id, status, order_source, customer_id, ship_date`,
    ),
    index('sales_orders_of_day').on(t.orderDate, t.status, t.totalAmount),
    index('sales_orders_by_ship_date').on(t.shipDate, t.id, ...filtered(t)),
    index('sales_orders_by_ship_date_down').on(
      sql`ship_date desc nulls last, id desc, status, order_source, customer_id, order_date`,
    ),
    // Almost empty; needed so that queries that exclude later orders by date do not miss one.
    index('sales_orders_shipped_early')
      .on(t.orderDate, t.shipDate)
      .where(sql`ship_date < order_date`),
    // For finding and counting overdue orders; most open orders have no ship date yet.
    index('sales_orders_under_way')
      .on(t.shipDate, t.id, ...filtered(t))
      .where(sql`ship_date is not null and status in ('pending', 'processing', 'shipped')`),
    index('sales_orders_by_creation').on(t.createdAt, t.id, ...filtered(t)),
    index('sales_orders_on_hold')
      .on(t.holdReason, t.id)
      .where(sql`hold_reason is not null`),
    check(
      'sales_order_status_known',
      sql`status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')`,
    ),
    holdKnown,
    ...byDay(t),
    check(
      'sales_order_hold_has_reason',
      sql`hold_reason is not null or (hold_until is null and hold_note is null)`,
    ),
    check('sales_order_cancel_request_known', sql`cancel_request in ('cancel', 'recall')`),
    check(
      'sales_order_cancel_request_in_warehouse',
      sql`cancel_request is null or status = 'processing'`,
    ),
    index('sales_orders_asked_back')
      .on(t.id)
      .where(sql`cancel_request is not null`),
    sourceKnown,
    ...methodAndTax,
    check('sales_order_total_adds_up', sql`total_amount = subtotal + tax_amount + shipping_amount`),
  ],
)

/** A line of a sales order, with its fixed price and price source. */
export const salesOrderItems = pgTable(
  'sales_order_items',
  {
    id: rowId(),
    salesOrderId: integer('sales_order_id')
      .notNull()
      .references(() => salesOrders.id),
    lineNo: integer('line_no').notNull(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    priceSource: text('price_source').notNull(),
    totalPrice: money('total_price').notNull(),
    taxAmount: money('tax_amount').notNull().default('0'),
    qtyReserved: integer('qty_reserved').notNull().default(0),
    qtyBackordered: integer('qty_backordered').notNull().default(0),
    qtyShipped: integer('qty_shipped').notNull().default(0),
    qtyCancelled: integer('qty_cancelled').notNull().default(0),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('sales_order_line_once').on(t.salesOrderId, t.lineNo),
    index('sales_order_items_of_sku').on(t.skuId, t.salesOrderId),
    index('sales_order_items_backordered')
      .on(t.skuId, t.salesOrderId)
      .where(sql`qty_backordered > 0`),
    check('line_quantity_not_negative', sql`quantity >= 0`),
    check('line_price_not_negative', sql`unit_price >= 0`),
    check('line_total_adds_up', sql`total_price = round(quantity * unit_price, 2)`),
    check(
      'line_price_source_known',
      sql`price_source in ('contract', 'tier1', 'tier2', 'tier3', 'standard', 'replacement',
          'manual')`,
    ),
    check(
      'line_quantities_add_up',
      sql`qty_reserved >= 0 and qty_backordered >= 0 and qty_shipped >= 0 and qty_cancelled >= 0
          and qty_reserved + qty_backordered + qty_shipped <= quantity`,
    ),
  ],
)

/**
 * Units shipped together, with amounts: total = goods + tax + shipping. The shipments of a
 * completely shipped order add up to the order.
 */
export const shipments = pgTable(
  'shipments',
  {
    id: rowId(),
    shipmentNumber: partNumber('shipment_number').notNull(),
    salesOrderId: integer('sales_order_id')
      .notNull()
      .references(() => salesOrders.id),
    shipDate: day('ship_date').notNull(),
    carrier: varchar('carrier', { length: 60 }),
    trackingNumber: varchar('tracking_number', { length: 100 }),
    /** Estimated delivery date, reported by the warehouse. */
    estimatedDelivery: day('estimated_delivery'),
    deliveredOn: day('delivered_on'),
    goodsAmount: money('goods_amount').notNull(),
    taxAmount: money('tax_amount').notNull().default('0'),
    shippingAmount: money('shipping_amount').notNull().default('0'),
    totalAmount: money('total_amount').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('shipment_number_taken').on(t.shipmentNumber),
    index('shipments_of_order').on(t.salesOrderId),
    index('shipments_by_tracking')
      .on(sql`lower(tracking_number) text_pattern_ops`)
      .where(sql`tracking_number is not null`),
    check(
      'shipment_total_adds_up',
      sql`total_amount = goods_amount + tax_amount + shipping_amount`,
    ),
    check('shipment_delivered_after_it_left', sql`delivered_on >= ship_date`),
  ],
)

/** Shipped units of an order line, with their share of its price and tax. */
export const shipmentItems = pgTable(
  'shipment_items',
  {
    id: rowId(),
    shipmentId: integer('shipment_id')
      .notNull()
      .references(() => shipments.id),
    salesOrderItemId: integer('sales_order_item_id')
      .notNull()
      .references(() => salesOrderItems.id),
    quantity: integer('quantity').notNull(),
    goodsAmount: money('goods_amount').notNull(),
    taxAmount: money('tax_amount').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('shipment_line_once').on(t.shipmentId, t.salesOrderItemId),
    index('shipment_items_of_line').on(t.salesOrderItemId),
    check('shipment_quantity_positive', sql`quantity >= 1`),
  ],
)
