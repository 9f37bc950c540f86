import { type Cents, decimal } from '#platform/kernel/money.ts'
import { type Context, send } from '#platform/server/database/db.ts'
import { prepaidTerms } from '../rules.ts'

/**
 * As SQL, whether a limit bounds the credit of the customers `c`, as `creditBoundOf` says. Reads
 * the setting by itself: lists are filtered by it.
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
 * Adds amounts to what customers have on order: the credit that new orders take. The caller holds
 * the customers' locks and has decided inside them. The version stays: a busy day of orders must
 * not refuse every form.
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
 * Adds amounts to what customers owe, negative ones for what they paid. The caller holds the
 * customers' locks and posts the same amounts. The version stays, as with open orders.
 */
export async function addBalances(
  ctx: Context,
  amounts: ReadonlyMap<number, Cents>,
): Promise<void> {
  const ids = [...amounts.keys()]
  await send(ctx, addBalanceAmounts, [ids, [...amounts.values()].map(decimal)])
}
