import type { Context } from '#platform/server/database/db.ts'
import { readSums, type SumSpec } from '#platform/server/lists/list-sums.ts'
import type { ReturnSumsQuery } from '../contract.ts'
import { mayReadCosts } from './read-return.ts'
import * as store from './store.ts'

/** The total and the groupings for sums of returns. */
const summed: SumSpec<ReturnSumsQuery> = {
  amount: 'r.total_amount',
  groups: {
    status: 'r.status',
    type: 'r.type',
    /** `customer-7` or `vendor-7`: a customer and a vendor may have the same code. */
    party: {
      key: `case r.type when 'rma' then 'customer-' || r.customer_id
        else 'vendor-' || r.vendor_id end`,
      label: "coalesce(c.customer_code, v.vendor_code) || ' · ' || coalesce(c.name, v.name)",
      joins: `left join customers c on c.id = r.customer_id
        left join vendors v on v.id = r.vendor_id`,
    },
  },
}

/** The same for roles that may not read costs. */
const pricelessSums: SumSpec = {
  ...summed,
  amount: store.visibleAmount,
  hasHiddenAmounts: true,
}

/** The number and total of the returns that match a query. */
export function sumReturns(ctx: Context, query: ReturnSumsQuery) {
  return mayReadCosts(ctx)
    ? readSums(ctx.db, store.list, summed, query)
    : readSums(ctx.db, store.pricelessList, pricelessSums, query)
}
