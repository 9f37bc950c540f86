import { type Cents, decimal } from '#platform/kernel/money.ts'
import { type Context, send } from '#platform/server/database/db.ts'
import { prepaidTerms } from '../payment-terms.ts'

/**
 * SQL condition: the credit of customer `c` is bounded by its limit, as in `creditBoundOf`. It
 * reads the setting in the query because lists filter by it.
 */
const prepaidList = [...prepaidTerms].map((terms) => `'${terms}'`).join(', ')
export const boundByLimit = `(
  regexp_replace(lower(c.payment_terms), '[^a-z0-9]', '', 'g') not in (${prepaidList})
  and (c.credit_limit <> 0 or not exists (select from settings
       where name = 'creditZeroMeans' and value = '"unlimited"'::jsonb)))`

const addOpenOrderAmounts = {
  name: 'add_open_order_amounts',
  text: `update customers as c
         set open_order_amount = c.open_order_amount + t.amount
         from unnest($1::int[], $2::numeric[]) as t (id, amount)
         where c.id = t.id`,
}

/**
 * Adds amounts to customers' open orders, which use up credit. The caller holds the customers'
 * locks and has checked the credit under them. The version does not change: otherwise every new
 * order would make open customer forms fail with a version conflict.
 */
export async function addOpenOrders(
  ctx: Context,
  amounts: ReadonlyMap<number, Cents>,
): Promise<void> {
  const ids = [...amounts.keys()]
  await send(ctx, addOpenOrderAmounts, [ids, [...amounts.values()].map(decimal)])
}

const addBalanceAmounts = {
  name: 'add_balance_amounts',
  text: `update customers as c
         set current_balance = c.current_balance + t.amount
         from unnest($1::int[], $2::numeric[]) as t (id, amount)
         where c.id = t.id`,
}

/**
 * Adds amounts to customers' balances; payments are negative. The caller holds the customers' locks
 * and posts the same amounts. The version does not change, as in `addOpenOrders`.
 */
export async function addBalances(
  ctx: Context,
  amounts: ReadonlyMap<number, Cents>,
): Promise<void> {
  const ids = [...amounts.keys()]
  await send(ctx, addBalanceAmounts, [ids, [...amounts.values()].map(decimal)])
}
