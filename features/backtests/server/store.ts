import { ownGrants } from '#features/auth/server/service.ts'
import { batchBytes, batchSize, comparedDays, leaseSeconds } from '../rules.ts'

export const addBacktest = {
  name: 'add_backtest',
  text: 'insert into backtest_runs (user_id, draft) values ($1, $2) returning id',
}

const columns = `id, state, draft, total, done, result, failure, created_at as "createdAt",
  finished_at as "finishedAt"`

export const readBacktest = {
  name: 'read_backtest',
  text: `select ${columns} from backtest_runs where id = $1 and user_id = $2`,
}

export const readLast = {
  name: 'read_last_backtest',
  text: `select ${columns} from backtest_runs where user_id = $1 order by id desc limit 1`,
}

export const cancelUnfinished = {
  name: 'cancel_backtest',
  text: `update backtest_runs
         set state = 'cancelled', leased_until = null, finished_at = now()
         where id = $1 and user_id = $2 and state in ('waiting', 'running')
         returning id`,
}

const lease = `now() + make_interval(secs => ${leaseSeconds})`

/** Backtests whose node ended without a word. They are not started again. */
export const stopAbandoned = {
  name: 'stop_abandoned_backtests',
  text: `update backtest_runs set state = 'stopped', leased_until = null, finished_at = now()
         where state = 'running' and leased_until < now()`,
}

/** Claims the first waiting backtest (SKIP LOCKED), with the period that it compares. */
export const claimNext = {
  name: 'claim_backtest',
  text: `update backtest_runs b set state = 'running', leased_until = ${lease}
         from users u
         where u.id = b.user_id
           and b.id = (select id from backtest_runs where state = 'waiting'
                       order by id limit 1 for update skip locked)
         returning b.id, b.draft, u.id as "userId", u.username, u.role, ${ownGrants} as grants,
                   u.is_active as "isActive",
                   (now() - make_interval(days => ${comparedDays}))::text as "from",
                   now()::text as "until"`,
}

/** Renews the lease of a backtest that is still running. */
export const renewLease = {
  name: 'renew_lease_of_backtest',
  text: `update backtest_runs set leased_until = ${lease} where id = $1 and state = 'running'`,
}

/** Notes the progress and renews the lease; no row if it was cancelled or has stopped. */
export const noteProgress = {
  name: 'note_progress_of_backtest',
  text: `update backtest_runs set total = $2, done = $3, leased_until = ${lease}
         where id = $1 and state = 'running'
         returning id`,
}

/** Ends a backtest that is still running. */
export const endBacktest = {
  name: 'end_backtest',
  text: `update backtest_runs
         set state = $2, result = $3, failure = $4, leased_until = null, finished_at = now()
         where id = $1 and state = 'running'`,
}

// Refused orders are compared only for users who may read their receipts.
const compared = `r.kind = 'create' and r.decided_at < $2::timestamptz
  and (r.sales_order_id is not null or $3::boolean)`

export const countReceipts = {
  name: 'count_receipts_of_backtest',
  text: `select count(*)::int as count from decision_receipts r
         where ${compared} and r.decided_at >= $1::timestamptz`,
}

/**
 * The next receipts in the order of time and id (keyset pagination). The receipt of an order of 500
 * lines has hundreds of kilobytes, so the size limits a batch, too; it has at least one.
 */
export const readReceipts = {
  name: 'read_receipts_of_backtest',
  text: `select n.id, n.sales_order_id as "salesOrderId",
                (n.api_key_id is not null or n.channel = 'edi') as "isFromProgram",
                n.decided_at::text as "decidedAt", n.canonical
         from (select page.id, page.sales_order_id, page.api_key_id, page.channel, page.decided_at,
                      page.canonical,
                      sum(octet_length(page.canonical)) over (order by page.decided_at, page.id)
                        - octet_length(page.canonical) as bytes_before
               from (select r.id, r.sales_order_id, r.api_key_id, r.channel, r.decided_at,
                            r.canonical
                     from decision_receipts r
                     where ${compared} and (r.decided_at, r.id) > ($1::timestamptz, $4::int)
                     order by r.decided_at, r.id limit ${batchSize}) page) n
         where n.bytes_before < ${batchBytes}
         order by n.decided_at, n.id`,
}

export const countWithoutReceipt = {
  name: 'count_orders_without_receipt',
  text: `select count(*)::int as count from sales_orders o
         where o.created_at >= $1::timestamptz and o.created_at < $2::timestamptz
           and not exists (select from decision_receipts r
                           where r.sales_order_id = o.id and r.kind = 'create')`,
}

/** The list prices that SKUs with dated lists have on a day. */
export const readPricesOfDay = {
  name: 'read_prices_of_day_for_backtest',
  text: `select distinct on (sku_id) sku_id as "skuId", price, tier1_price as "tier1Price",
                tier2_price as "tier2Price", tier3_price as "tier3Price"
         from sku_prices where effective_date <= $1::date
         order by sku_id, effective_date desc`,
}

export const readOrderNumbers = {
  name: 'read_order_numbers_of_backtest',
  text: 'select id, order_number as "orderNumber" from sales_orders where id = any($1::int[])',
}

export const readCustomerNames = {
  name: 'read_customer_names_of_backtest',
  text: `select id, customer_code as "customerCode", name as "customerName"
         from customers where id = any($1::int[])`,
}

const isOld = 'finished_at < now() - make_interval(days => $1::int)'
export const deleteOld = {
  name: 'delete_old_backtests',
  text: `delete from backtest_runs where ${isOld}`,
}
export const countOld = {
  name: 'count_old_backtests',
  text: `select count(*) as count, min(finished_at) as oldest from backtest_runs where ${isOld}`,
}
