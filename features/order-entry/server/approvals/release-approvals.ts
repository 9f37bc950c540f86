import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import { parseApprovalToken } from '../../approval.ts'
import { approvalToReplace, contentOf, release } from './approval-steps.ts'
import { lockApprovals, lockExpired, lockHeldRecords, saveApprovals } from './approval-store.ts'

/**
 * Gives back what an approval of this user holds. Does nothing if it holds nothing any more, if
 * there is no such approval of this user, or if a refusal has replaced the token.
 */
export function releaseApproval(ctx: Context, token: string): Promise<void> {
  const { uuid, refusals } = parseApprovalToken(token)
  return inTransaction(ctx, async (inner) => {
    const locked = await lockApprovals(inner, [uuid], 1)
    const approval = approvalToReplace(locked, { token, user: ctx.user })
    if (approval?.state !== 'held') return
    if ((contentOf(approval)?.refusals ?? 0) !== refusals) return
    await lockHeldRecords(inner, locked)
    release(locked, approval)
    await saveApprovals(inner, locked)
  })
}

/** Interval of the job that gives back what expired approvals hold. */
export const expiredApprovalsEveryMs = 5000

const maxRounds = 100

/**
 * Gives back what expired approvals hold, by the clock of the database. Each batch is a transaction
 * of its own, and skips approvals that another node or an order has locked: the next run looks at
 * them again.
 */
export async function releaseExpiredApprovals(ctx: Context): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    // Sequential: each batch is a transaction of its own.
    // oxlint-disable-next-line no-await-in-loop
    const count = await inTransaction(ctx, releaseExpiredBatch)
    if (count === 0) return
  }
}

async function releaseExpiredBatch(ctx: Context): Promise<number> {
  const locked = await lockExpired(ctx)
  if (locked.before.size === 0) return 0
  await lockHeldRecords(ctx, locked)
  for (const approval of locked.before.values()) release(locked, approval)
  await saveApprovals(ctx, locked)
  return locked.before.size
}

/** Ended approvals stay this long, so that a token that comes late is answered with its reason. */
const endedDays = 30

const isLongEnded = `ended_at < now() - make_interval(days => ${endedDays})`

const deleteEnded = {
  name: 'delete_ended_order_approvals',
  text: `with gone as (
           delete from order_approvals
           where id = any (array(
             select id from order_approvals
             where ${isLongEnded}
             order by ended_at limit 10000))
           returning 1)
         select count(*)::int as count from gone`,
}

const countEnded = {
  name: 'count_ended_order_approvals',
  text: `select count(*) as count, min(ended_at) as oldest
         from order_approvals where ${isLongEnded}`,
}

/** Deletes approvals that ended long ago, in batches. */
async function deleteOldApprovals(ctx: Context): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    // Sequential: each batch is a transaction of its own.
    // oxlint-disable-next-line no-await-in-loop
    const [done] = await rows<{ count: number }>(ctx.db, deleteEnded)
    if ((done?.count ?? 0) === 0) return
  }
}

export const approvalRetention: RetentionRule = {
  deleteDue: deleteOldApprovals,
  tables: [{ table: 'order_approvals', keptDays: endedDays, countDue: countEnded }],
}
