import { changesBetween, record } from '#features/audit/server/service.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { UserLimits, UserLimitsForm } from '../../contract.ts'

const columns = `id, version, purchase_approval_limit as "purchaseApprovalLimit",
  credit_override_limit as "creditOverrideLimit", write_off_limit as "writeOffLimit"`

const read = {
  name: 'read_limits_of_user',
  text: `select ${columns} from users where id = $1`,
}
const lock = {
  name: 'lock_limits_of_user',
  text: `select ${columns} from users where id = $1 for no key update`,
}
const update = {
  name: 'update_limits_of_user',
  text: `update users
         set purchase_approval_limit = $2, credit_override_limit = $3, write_off_limit = $4,
             updated_at = now(), version = version + 1
         where id = $1
         returning ${columns}`,
}

type Row = UserLimits & { id: number; version: number }

/** The limits of a user, for administrators. Throws 404. */
export async function readUserLimits(ctx: Context, id: number): Promise<Row> {
  const [found] = await rows<Row>(ctx.db, read, [id])
  if (!found) throw missing('That user')
  return found
}

/**
 * Changes limits of another user; a limit that is left out does not change, and null returns to
 * that of the role. Decisions that begin afterwards count with them. Throws 403 for the own limits,
 * and for everybody but administrators, whose second account would have any limit otherwise; 404,
 * and 412 if stale. A change that changes nothing writes nothing.
 */
export function updateUserLimits(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: UserLimitsForm; ifMatch: number | undefined },
): Promise<Row> {
  return inTransaction(ctx, async (inner) => {
    const [before] = await rows<Row>(inner.db, lock, [id])
    if (!before) throw missing('That user')
    guardVersion(before, ifMatch)
    const after = {
      purchaseApprovalLimit: changed(form.purchaseApprovalLimit, before.purchaseApprovalLimit),
      creditOverrideLimit: changed(form.creditOverrideLimit, before.creditOverrideLimit),
      writeOffLimit: changed(form.writeOffLimit, before.writeOffLimit),
    }
    const changes = changesBetween(before, after)
    if (Object.keys(changes).length === 0) return before
    if (id === inner.user?.id) throw ownLimits()
    if (inner.user && inner.user.role !== 'admin') throw administratorsOnly()
    const values = [id, after.purchaseApprovalLimit, after.creditOverrideLimit, after.writeOffLimit]
    const [saved] = await rows<Row>(inner.db, update, values)
    await record(inner, [{ entity: 'user', entityId: id, action: 'change-limits', changes }])
    return saved as Row
  })
}

type Amount = UserLimits['writeOffLimit']

function changed(wanted: string | null | undefined, before: Amount): Amount {
  if (wanted === undefined || wanted === null) return wanted === null ? null : before
  return decimal(cents(wanted))
}

function administratorsOnly(): Refusal {
  return new Refusal('forbidden', 'beyond-own-rights', 'Only an administrator changes limits')
}

function ownLimits(): Refusal {
  const sentence = 'You cannot change your own limits. Ask another administrator'
  return new Refusal('forbidden', 'own-limits', sentence)
}
