import { asOfDay } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context } from '#platform/server/database/db.ts'
import { readSums, sumSpecOf } from '#platform/server/lists/list-sums.ts'
import { type ListSpec, readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import {
  type GoodsNotBilled,
  goodsNotBilledList as declaredList,
  type GoodsNotBilledQuery,
  type GoodsNotBilledSumsQuery,
} from '../contract.ts'
import { vendor } from './vendor-of-row-sql.ts'

const amountOf = (kind: string, sign = '') =>
  `${sign}coalesce(sum(c.amount) filter (where c.kind = '${kind}'), 0)`

/** The balance of account 2050 by order on day `$1`; orders without a balance are left out. */
const notBilledAsOf = `(
    select coalesce(c.purchase_order_id, 0 - c.vendor_id) as id, c.purchase_order_id,
           c.vendor_id, p.order_number, p.order_date,
           max(c.posted_on) filter (where c.kind = 'received' and c.amount > 0) as received_on,
           ${amountOf('received')} as received, ${amountOf('returned', '0 - ')} as returned,
           ${amountOf('billed', '0 - ')} as billed, ${amountOf('credited')} as credited,
           sum(c.amount) as open_amount
    from goods_not_billed_changes c
    left join purchase_orders p on p.id = c.purchase_order_id
    where c.posted_on <= $1::date
    group by c.purchase_order_id, c.vendor_id, p.order_number, p.order_date
    having sum(c.amount) <> 0
  ) o`

const goodsNotBilledList = listSpec(declaredList, {
  columns: `o.id, o.purchase_order_id as "purchaseOrderId", o.order_number as "orderNumber",
    ${vendor.columns},
    o.order_date as "orderDate", o.received_on as "lastReceivedOn",
    o.received::numeric(14, 2) as received, o.returned::numeric(14, 2) as returned,
    o.billed::numeric(14, 2) as billed, o.credited::numeric(14, 2) as credited,
    o.open_amount::numeric(14, 2) as "openAmount"`,
  from: notBilledAsOf,
  isComputed: true,
  joins: vendor.joins,
  where: 'true',
  id: 'o.id',
  fields: {
    id: 'o.id',
    orderNumber: { sql: 'o.order_number', isNullable: true },
    vendorId: vendor.id,
    orderDate: { sql: 'o.order_date', isNullable: true },
    lastReceivedOn: { sql: 'o.received_on', isNullable: true },
    openAmount: 'o.open_amount',
    vendorCode: vendor.code,
  },
  search: [vendor.search, 'o.order_number'],
})

const summed = sumSpecOf(declaredList, goodsNotBilledList, { amount: 'o.open_amount' })

/** Goods received but not billed on a date, by purchase order; they add up to account 2050. */
export async function listGoodsNotBilled(ctx: Context, { asOf, ...query }: GoodsNotBilledQuery) {
  return readList<GoodsNotBilled>(ctx.db, await listAsOf(ctx, asOf), query)
}

/** Sums over these orders. */
export async function sumGoodsNotBilled(ctx: Context, { asOf, ...query }: GoodsNotBilledSumsQuery) {
  return readSums(ctx.db, await listAsOf(ctx, asOf), summed, query)
}

async function listAsOf(ctx: Context, asOf: Day | undefined): Promise<ListSpec> {
  const { day } = await asOfDay(ctx, asOf)
  return { ...goodsNotBilledList, values: [day] }
}
