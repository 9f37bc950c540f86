import { businessDay } from '#features/settings/server/service.ts'
import { record } from '#features/audit/server/service.ts'
import { postingDateOf, guardOpen, post } from '#features/journal/server/service.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readOne } from '#platform/server/lists/list.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import type { CreditForm, VendorCredit } from '../../contract.ts'
import { creditMessage } from './credit-postings.ts'
import { listSimilarCredits } from './similar-credits.ts'
import * as store from '../store.ts'

const lockVendor = {
  name: 'lock_vendor_of_credit_note',
  text: 'select id from vendors where id = $1 and deleted_at is null for share',
}

const insertNote = {
  name: 'insert_vendor_credit_note',
  text: `insert into vendor_credits
           (credit_number, vendor_id, posted_on, amount, reason, account, created_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id`,
}

/**
 * Enters and posts a vendor's credit note for anything but returned goods, such as an overcharge.
 * Throws if the number is in use for the vendor, the amount is zero, the month is closed, or the
 * date is in the future.
 */
export async function createVendorCredit(ctx: Context, form: CreditForm): Promise<VendorCredit> {
  const { vendorId, creditNumber, account, reason } = form
  const { postedOn } = postingDateOf(form.postedOn, await businessDay(ctx))
  const amount = cents(form.amount)
  if (amount === 0) throw invalid([{ path: 'amount', message: 'Must be more than 0' }])
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [postedOn])
    const [vendor] = await rows(inner.db, lockVendor, [vendorId])
    if (!vendor) throw invalid([{ path: 'vendorId', message: 'This vendor does not exist' }])
    const by = inner.user?.id ?? null
    const values = [creditNumber, vendorId, postedOn, decimal(amount), reason, account, by]
    const inserted = await mapConstraintErrors(
      { vendor_credit_number_taken: numberAlreadyUsed },
      () => rows<{ id: number }>(inner.db, insertNote, values),
    )
    const id = inserted[0]?.id ?? 0
    await post(inner, [
      {
        source: 'vendor_credit',
        sourceId: id,
        postedOn,
        memo: `Credit ${creditNumber}: ${reason}`.slice(0, 200),
        lines: [
          { account: 'payable', debit: amount, vendorId },
          { account, credit: amount },
        ],
      },
    ])
    const entryBase = { entity: 'vendor_credit', entityId: id, action: 'create', reason } as const
    await record(inner, [{ ...entryBase, toStatus: 'posted' }])
    await enqueue(inner, [creditMessage({ id, creditNumber, vendorId, version: 1 })])
    const after = await readOne<VendorCredit>(inner.db, store.creditList, { id })
    if (!after) throw missing('That credit')
    const warnings = await listSimilarCredits(inner, { vendorId, creditNumber, exceptId: id })
    return { ...after, ...(warnings.length > 0 && { warnings }) }
  })
}

function numberAlreadyUsed(): Refusal {
  const sentence = 'A credit with this number from this vendor has already been entered'
  return new Refusal('conflict', 'duplicate-credit-number', sentence, [
    { path: 'creditNumber', message: 'Already entered' },
  ])
}
