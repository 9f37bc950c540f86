import { type Cents, decimal } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { prepaidTerms } from '../payment-terms.ts'
import { customers } from './tables.ts'

const prepaidList = [...prepaidTerms].map((terms) => `'${terms}'`).join(', ')
/**
 * SQL condition: the credit of customer `c` is bounded by its limit, as in `creditBoundOf`. It
 * reads the setting in the query because lists filter by it.
 */
export const boundByLimit = `(
  regexp_replace(lower(c.payment_terms), '[^a-z0-9]', '', 'g') not in (${prepaidList})
  and (c.credit_limit <> 0 or not exists (select from settings
       where name = 'creditZeroMeans' and value = '"unlimited"'::jsonb)))`

/**
 * Adds amounts to customers' open orders, which use up credit. The caller holds the customers'
 * locks and has checked the credit under them. The version does not change: otherwise every new
 * order would make open customer forms fail with a version conflict.
 */
export async function addOpenOrders(
  ctx: Context,
  amounts: ReadonlyMap<number, Cents>,
): Promise<void> {
  const changes = [...amounts].map(([id, amount]) => ({ id, openOrderAmount: decimal(amount) }))
  await updateMany(ctx, customers, changes, { increments: ['openOrderAmount'] })
}

/**
 * Adds amounts to the credit that binding approvals hold; negative to give it back. The caller
 * holds the customers' locks. The version does not change, as in `addOpenOrders`.
 */
export async function addSoftReservedCredit(
  ctx: Context,
  amounts: ReadonlyMap<number, Cents>,
): Promise<void> {
  const changed = [...amounts].filter(([, amount]) => amount !== 0)
  const changes = changed.map(([id, amount]) => ({ id, softReservedAmount: decimal(amount) }))
  await updateMany(ctx, customers, changes, { increments: ['softReservedAmount'] })
}

/**
 * Adds amounts to customers' balances; payments are negative. The caller holds the customers' locks
 * and posts the same amounts. The version does not change, as in `addOpenOrders`.
 */
export async function addBalances(
  ctx: Context,
  amounts: ReadonlyMap<number, Cents>,
): Promise<void> {
  const changes = [...amounts].map(([id, amount]) => ({ id, currentBalance: decimal(amount) }))
  await updateMany(ctx, customers, changes, { increments: ['currentBalance'] })
}
