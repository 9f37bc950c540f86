import { record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { CreditStatusForm, Customer } from '../contract.ts'
import { customerRecords } from './customer-records.ts'

const block = {
  name: 'block_credit_of_customers',
  text: `update customers
         set credit_status = 'blocked', updated_at = now(), version = version + 1
         where id = any($1::int[]) and credit_status = 'normal'
         returning id`,
}
const lock = {
  name: 'lock_customer_for_credit_status',
  text: `select id, credit_status as "creditStatus", version from customers
         where id = $1 and deleted_at is null for no key update`,
}
const change = {
  name: 'change_credit_status',
  text: `update customers
         set credit_status = $2, updated_at = now(), version = version + 1 where id = $1`,
}

type Status = Customer['creditStatus']
type Row = { id: number; creditStatus: Status; version: number }

const changesOf = (from: Status, to: Status) => ({ creditStatus: { from, to } })

/** Blocks the credit of customers until finance clears it; skips those already blocked. */
export async function blockCredit(
  ctx: Context,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  const blocked = await rows<{ id: number }>(ctx.db, block, [ids])
  await record(
    ctx,
    blocked.map(({ id }) => ({
      entity: 'customer',
      entityId: id,
      action: 'block-credit',
      changes: changesOf('normal', 'blocked'),
      reason,
    })),
  )
}

/**
 * Blocks or clears a customer's credit manually, with a reason. Throws 409 if the status is
 * unchanged.
 */
export function changeCreditStatus(
  ctx: Context,
  id: number,
  { creditStatus, reason, ifMatch }: CreditStatusForm & { ifMatch: number | undefined },
): Promise<Customer> {
  return inTransaction(ctx, async (inner) => {
    const [before] = await rows<Row>(inner.db, lock, [id])
    if (!before) throw missing('That customer')
    guardVersion(before, ifMatch)
    if (before.creditStatus === creditStatus) {
      const sentence = `The credit of this customer is already ${creditStatus}`
      throw new Refusal('refused', 'illegal-transition', sentence)
    }
    await rows(inner.db, change, [id, creditStatus])
    const action = creditStatus === 'blocked' ? 'block-credit' : 'clear-credit'
    const changes = changesOf(before.creditStatus, creditStatus)
    await record(inner, [{ entity: 'customer', entityId: id, action, changes, reason }])
    return customerRecords.find(inner, id)
  })
}
