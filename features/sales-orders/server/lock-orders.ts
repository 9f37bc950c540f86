import type { CreditFacts } from '#features/credit/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { RecordNumber } from '#platform/server/records/transition-many.ts'
import type { SalesOrderStatus } from '../rules.ts'
import type { LineToShip } from '../shipment-rules.ts'

/** An order locked until the transaction ends. */
export type LockedOrder = {
  id: number
  orderNumber: string
  customerId: number
  status: SalesOrderStatus
  holdReason: string | null
  /** The pending request to the warehouse, and its reason. */
  cancelRequest: 'cancel' | 'recall' | null
  cancelReason: string | null
  orderDate: Day
  shipDate: Day | null
  totalAmount: string
  subtotal: string
  taxAmount: string
  shippingAmount: string
  headerOnly: boolean
  /** The number of shipments, and their total amount. */
  shipmentCount: number
  shippedAmount: string
  createdBy: number
  version: number
}

export const lockedColumns = `id, order_number as "orderNumber", customer_id as "customerId",
                status, hold_reason as "holdReason",
                cancel_request as "cancelRequest", cancel_reason as "cancelReason",
                order_date as "orderDate",
                ship_date as "shipDate", total_amount as "totalAmount", subtotal,
                tax_amount as "taxAmount", shipping_amount as "shippingAmount",
                header_only as "headerOnly", shipment_count as "shipmentCount",
                shipped_amount as "shippedAmount", created_by as "createdBy", version`

const lockOrderRow = {
  name: 'lock_sales_order',
  text: `select ${lockedColumns}
         from sales_orders where id = $1
         for no key update`,
}

const lockBuyerOf = {
  name: 'lock_buyer_of_order',
  text: `select id from customers
         where id = (select customer_id from sales_orders where id = $1)
         for no key update`,
}

const lockBuyersOf = {
  name: 'lock_buyers_of_orders',
  text: `select id from customers
         where id in (select customer_id from sales_orders where id = any($1::int[]))
         order by id for no key update`,
}

const lockOrderRows = {
  name: 'lock_sales_orders',
  text: `select id, order_number as number from sales_orders
         where id = any($1::int[]) order by id for no key update`,
}

const lockSkusOfMany = {
  name: 'lock_skus_of_orders',
  text: `select id from skus
         where id in (select sku_id from sales_order_items where sales_order_id = any($1::int[]))
         order by id for no key update`,
}

/**
 * Locks the customers of many orders, then the orders, then with `goods` their SKUs, each in id
 * order.
 */
export async function lockMany(
  ctx: Context,
  ids: readonly number[],
  { goods }: { goods: boolean },
): Promise<RecordNumber[]> {
  await rows(ctx.db, lockBuyersOf, [ids])
  const found = await rows<RecordNumber>(ctx.db, lockOrderRows, [ids])
  if (goods) await rows(ctx.db, lockSkusOfMany, [ids])
  return found
}

/**
 * Locks an order; with `buyer` its customer first, which is the lock order. Throws 404 if missing.
 */
export async function lockOrder(
  ctx: Context,
  id: number,
  { buyer }: { buyer: boolean },
): Promise<LockedOrder> {
  const [, found] = await Promise.all([
    buyer ? rows(ctx.db, lockBuyerOf, [id]) : [],
    rows<LockedOrder>(ctx.db, lockOrderRow, [id]),
  ])
  const [order] = found
  if (!order) throw missing('That sales order')
  return order
}

type BuyerRow = {
  id: number
  customerCode: string
  isActive: boolean
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
  billingAddress: string | null
  creditLimit: string
  currentBalance: string
  openOrderAmount: string
  softReserved: string
  creditStatus: CreditFacts['creditStatus']
  paymentTerms: string
}

type CreditColumn = 'creditLimit' | 'currentBalance' | 'openOrderAmount' | 'softReserved'

/** A customer, locked while an order is decided. */
export type Buyer = Omit<BuyerRow, CreditColumn> & {
  credit: Omit<CreditFacts, 'zeroMeans' | 'overdueRule'>
}

const lockBuyerRow = {
  name: 'lock_buyer',
  text: `select id, customer_code as "customerCode", is_active as "isActive", address, city,
                state, zip_code as "zipCode", country,
                billing_address as "billingAddress", credit_limit as "creditLimit",
                current_balance as "currentBalance", open_order_amount as "openOrderAmount",
                soft_reserved_amount as "softReserved", credit_status as "creditStatus",
                payment_terms as "paymentTerms"
         from customers where id = $1 and deleted_at is null
         for no key update`,
}

const readOverdueOf = {
  name: 'overdue_of_buyer',
  text: `select ($2::date - min(due_date))::int as "daysLate", sum(open_amount)::text as amount
         from invoices
         where customer_id = $1 and open_amount > 0 and due_date < $2::date
         having count(*) > 0`,
}

type OverdueRow = { daysLate: number; amount: string }

/** Locks a customer and returns the credit facts as of a day; undefined if there is none. */
export async function lockBuyer(ctx: Context, id: number, date: Day): Promise<Buyer | undefined> {
  const [row] = await rows<BuyerRow>(ctx.db, lockBuyerRow, [id])
  if (!row) return undefined
  const [late] = await rows<OverdueRow>(ctx.db, readOverdueOf, [id, date])
  const { creditStatus, paymentTerms } = row
  const credit = {
    creditLimit: cents(row.creditLimit),
    currentBalance: cents(row.currentBalance),
    openOrderAmount: cents(row.openOrderAmount),
    softReserved: cents(row.softReserved),
    creditStatus,
    paymentTerms,
    overdue: late && { ...late, amount: cents(late.amount) },
  }
  return { ...row, credit }
}

const lockSkusOf = {
  name: 'lock_skus_of_order',
  text: `select id from skus
         where id in (select sku_id from sales_order_items where sales_order_id = $1)
         order by id
         for no key update`,
}

const readLines = {
  name: 'read_lines_to_ship',
  text: `select i.id as "itemId", i.line_no as "lineNo", i.sku_id as "skuId", s.sku, i.quantity,
                i.qty_reserved as "qtyReserved", i.qty_backordered as "qtyBackordered",
                i.qty_shipped as "qtyShipped",
                s.current_stock - s.reserved - s.soft_reserved as available,
                s.soft_reserved as "softReserved", i.unit_price as "unitPrice",
                i.tax_amount as "taxAmount",
                coalesce((select sum(l.tax_amount) from shipment_items l
                          where l.sales_order_item_id = i.id), 0)::numeric(12, 2) as "shippedTax",
                o.tax_rate as "taxRate"
         from sales_order_items i
         join sales_orders o on o.id = i.sales_order_id
         join skus s on s.id = i.sku_id
         where i.sales_order_id = $1
         order by i.line_no`,
}

type LineRow = Omit<LineToShip, 'unitPrice' | 'taxAmount' | 'shippedTax'> & {
  unitPrice: string
  taxAmount: string
  shippedTax: string
}

/** Locks the SKUs of an order in id order, then reads its lines in a separate statement. */
export async function lockLines(ctx: Context, orderId: number): Promise<LineToShip[]> {
  const [, lines] = await Promise.all([
    rows(ctx.db, lockSkusOf, [orderId]),
    readLinesToShip(ctx, orderId),
  ])
  return lines
}

/** The same lines without locks, for what is only shown. */
export async function readLinesToShip(ctx: Context, orderId: number): Promise<LineToShip[]> {
  const lines = await rows<LineRow>(ctx.db, readLines, [orderId])
  return lines.map((line) => ({
    ...line,
    unitPrice: cents(line.unitPrice),
    taxAmount: cents(line.taxAmount),
    shippedTax: cents(line.shippedTax),
  }))
}
