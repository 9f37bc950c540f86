import type { CreditFacts } from '#features/credit/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/db.ts'
import type { LineToShip, SalesOrderStatus } from './rules.ts'

/** An order while its next step is decided: nobody else changes it until the transaction ends. */
export type LockedOrder = {
  id: number
  orderNumber: string
  customerId: number
  status: SalesOrderStatus
  holdReason: string | null
  orderDate: Day
  shipDate: Day | null
  totalAmount: string
  headerOnly: boolean
  createdBy: number
  version: number
}

const lockOrderRow = {
  name: 'lock_sales_order',
  text: `select id, order_number as "orderNumber", customer_id as "customerId", status,
                hold_reason as "holdReason", order_date as "orderDate", ship_date as "shipDate",
                total_amount as "totalAmount", header_only as "headerOnly",
                created_by as "createdBy", version
         from sales_orders where id = $1
         for no key update`,
}

const lockBuyerOf = {
  name: 'lock_buyer_of_order',
  text: `select id from customers
         where id = (select customer_id from sales_orders where id = $1)
         for no key update`,
}

/** Locks an order; with `buyer` its customer before it, as the order of locks wants. */
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
  billingAddress: string | null
  creditLimit: string
  currentBalance: string
  openOrderAmount: string
  creditStatus: CreditFacts['creditStatus']
  paymentTerms: string
}

/** A customer while an order of theirs is decided. */
export type Buyer = Omit<BuyerRow, 'creditLimit' | 'currentBalance' | 'openOrderAmount'> & {
  credit: Omit<CreditFacts, 'zeroMeans'>
}

const lockBuyerRow = {
  name: 'lock_buyer',
  text: `select id, customer_code as "customerCode", is_active as "isActive", address,
                billing_address as "billingAddress", credit_limit as "creditLimit",
                current_balance as "currentBalance", open_order_amount as "openOrderAmount",
                credit_status as "creditStatus", payment_terms as "paymentTerms"
         from customers where id = $1 and deleted_at is null
         for no key update`,
}

/** Locks a customer and answers what credit is decided by; undefined where there is none. */
export async function lockBuyer(ctx: Context, id: number): Promise<Buyer | undefined> {
  const [row] = await rows<BuyerRow>(ctx.db, lockBuyerRow, [id])
  if (!row) return undefined
  const { creditStatus, paymentTerms } = row
  const credit = {
    creditLimit: cents(row.creditLimit),
    currentBalance: cents(row.currentBalance),
    openOrderAmount: cents(row.openOrderAmount),
    creditStatus,
    paymentTerms,
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
  text: `select i.line_no as "lineNo", i.sku_id as "skuId", s.sku, i.quantity,
                i.qty_reserved as "qtyReserved", i.qty_backordered as "qtyBackordered",
                s.current_stock - s.reserved as available
         from sales_order_items i join skus s on s.id = i.sku_id
         where i.sales_order_id = $1
         order by i.line_no`,
}

/** Locks the SKUs of an order by their ids; its lines are read after that, by another statement. */
export async function lockLines(ctx: Context, orderId: number): Promise<LineToShip[]> {
  const [, lines] = await Promise.all([
    rows(ctx.db, lockSkusOf, [orderId]),
    rows<LineToShip>(ctx.db, readLines, [orderId]),
  ])
  return lines
}
