import type { Amendment } from '#features/sales-orders/server/service.ts'
import type { SalesOrderChanges, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { cents } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { missingTotal, totalChanged } from '../placing/order-refusals.ts'
import type { OrderChange } from './order-change-facts.ts'

// The total that was shown for a change before it was sent.

/** Throws 422 if an API key changes lines without the shown total and the settings require it. */
export function guardTotalIsSent(
  user: Context['user'],
  { items, expectedTotal }: SalesOrderChanges,
  { requireShownTotal }: Pick<OrderChange['rules']['settings'], 'requireShownTotal'>,
): void {
  const isMissing = items !== undefined && expectedTotal === undefined
  if (!requireShownTotal || !isMissing || user?.keyId === undefined) return
  throw missingTotal('Send expectedTotal, the total that was shown')
}

/** Throws 409 if the new total differs from `expectedTotal`; 422 for an order without lines. */
export function guardExpectedTotal(
  before: SalesOrderDetails,
  { expectedTotal }: SalesOrderChanges,
  amounts: Amendment['amounts'],
): void {
  if (expectedTotal === undefined) return
  if (before.headerOnly) {
    throw invalid([{ path: 'expectedTotal', message: 'Only an order with lines can be priced' }])
  }
  const total = cents(amounts?.totalAmount ?? before.totalAmount)
  if (total !== cents(expectedTotal)) throw totalChanged(total, expectedTotal)
}
