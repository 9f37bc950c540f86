import * as z from 'zod/mini'
import {
  endpoint,
  listQuery,
  listSums,
  pagingAndOrder,
  textQuery,
} from '#platform/kernel/endpoint.ts'
import { dayField } from '#platform/kernel/fields.ts'

/**
 * A purchase order with goods that were received and are not billed, in amounts at its prices:
 * received less returned and billed, credits for returns added. What went back to a vendor without
 * an order is one row for the vendor, whose id is negative.
 */
export const goodsNotBilled = z.object({
  id: z.int(),
  purchaseOrderId: z.nullable(z.int()),
  orderNumber: z.nullable(z.string()),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  orderDate: z.nullable(z.string()),
  lastReceivedOn: z.nullable(z.string()),
  received: z.string(),
  returned: z.string(),
  billed: z.string(),
  credited: z.string(),
  openAmount: z.string(),
})
export type GoodsNotBilled = z.infer<typeof goodsNotBilled>

const goodsNotBilledQuery = z.object({
  ...listQuery,
  /** The day the amounts are of; today where it is left out. */
  asOf: z.optional(dayField),
  vendorCode: textQuery,
})
export type GoodsNotBilledQuery = z.output<typeof goodsNotBilledQuery>

export const listGoodsNotBilled = endpoint('GET', '/api/reports/goods-not-billed', {
  permission: 'reports.payables',
  isDerived: true,
  query: goodsNotBilledQuery,
  returns: z.array(goodsNotBilled),
  summary: 'Goods received and not billed on a day, by purchase order: account 2050 of that day',
})

const goodsNotBilledSumsQuery = z.extend(z.omit(goodsNotBilledQuery, pagingAndOrder), {
  by: z.optional(z.enum(['vendor'])),
})
export type GoodsNotBilledSumsQuery = z.output<typeof goodsNotBilledSumsQuery>

export const sumGoodsNotBilled = endpoint('GET', '/api/reports/goods-not-billed/sums', {
  permission: 'reports.payables',
  isDerived: true,
  query: goodsNotBilledSumsQuery,
  returns: listSums,
  summary: 'What goods received and not billed on a day come to: account 2050 of that day',
})
