import { guardOpen } from '#features/journal/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { today } from '#platform/kernel/days.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { rememberBulkEdit } from '#platform/server/imports/import-sql.ts'
import {
  inLockOrder,
  type RecordNumber,
  transitionEach,
} from '#platform/server/records/transition-many.ts'
import * as sql from './bills/bill-sql.ts'
import { releaseVendorBill } from './bills/bill-steps.ts'
import { vendorBills } from './tables.ts'

const readOrdersOf = {
  name: 'read_orders_of_vendor_bills',
  text: `select distinct purchase_order_id as id from vendor_bill_lines
         where vendor_bill_id = any($1::int[]) and purchase_order_id is not null`,
}

const lockBills = {
  name: 'lock_vendor_bills',
  text: `select id, bill_number as number from vendor_bills
         where id = any($1::int[]) order by id for no key update`,
}

const needsAnother = 'Your release is recorded. A second person must also release it'

/**
 * Releases many blocked bills for one reason in one transaction, each with the rules of a single
 * release: bills that this user may not release are skipped, and bills that need two releases wait
 * for the second. Acquires all locks up front.
 */
export async function releaseVendorBills(
  ctx: Context,
  { ids, reason }: { ids: readonly number[]; reason: string },
): Promise<BulkOutcome> {
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  const requestedIds = inLockOrder(ids)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date])
    const orders = await rows<{ id: number }>(inner.db, readOrdersOf, [requestedIds])
    await rows(inner.db, sql.lockOrders, [orders.map(({ id }) => id), []])
    const found = await rows<RecordNumber>(inner.db, lockBills, [requestedIds])
    const outcome = await transitionEach(inner, { ids: requestedIds, found }, async (id) => {
      const { status } = await releaseVendorBill(inner, id, { reason, ifMatch: undefined })
      return status === 'blocked' ? needsAnother : undefined
    })
    const done = outcome.done.map((id) => ({ id }))
    const { kept } = outcome
    await rememberBulkEdit(inner, { table: vendorBills, action: 'release', done, kept })
    return outcome
  })
}
