import { guardOpen, postingDateOf } from '#features/journal/server/service.ts'
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
import type { ReleaseVendorPayments } from '../contract.ts'
import { releaseVendorPayment } from './service.ts'
import { vendorPayments } from './tables.ts'

const lockPayments = {
  name: 'lock_vendor_payments',
  text: `select id, payment_number as number from vendor_payments
         where id = any($1::int[]) order by id for no key update`,
}

const lockBills = {
  name: 'lock_bills_of_vendor_payments',
  text: `select id from vendor_bills
         where id in (select bill_id from vendor_payment_lines where payment_id = any($1::int[]))
         order by id for no key update`,
}

/**
 * Releases many prepared payments in one transaction, each by the same rules as a single release;
 * one that the user may not release (as its preparer), or not on the posting date, is skipped. All
 * locks are taken first.
 */
export async function releaseVendorPayments(
  ctx: Context,
  { ids, postedOn }: Pick<ReleaseVendorPayments, 'ids' | 'postedOn'>,
): Promise<BulkOutcome> {
  const { businessTimeZone } = await readSettings(ctx)
  const posting = postingDateOf(postedOn, today(ctx.now, businessTimeZone))
  const requestedIds = inLockOrder(ids)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [posting.postedOn])
    const found = await rows<RecordNumber>(inner.db, lockPayments, [requestedIds])
    await rows(inner.db, lockBills, [requestedIds])
    const outcome = await transitionEach(inner, { ids: requestedIds, found }, async (id) => {
      await releaseVendorPayment(inner, id, { ifMatch: undefined, postedOn })
      return undefined
    })
    const done = outcome.done.map((id) => ({ id }))
    const { kept } = outcome
    await rememberBulkEdit(inner, { table: vendorPayments, action: 'release', done, kept })
    return outcome
  })
}
