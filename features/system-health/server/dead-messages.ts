import { record } from '#features/audit/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { listDeadLetters, requeueDeadLetter } from '#platform/server/jobs/dead-letters.ts'
import type { DeadMessage } from '../contract.ts'

/** The messages that were not delivered after the most attempts, newest first; at most 100. */
export function listDeadMessages({ db }: Context): Promise<DeadMessage[]> {
  return listDeadLetters(db)
}

/**
 * Queues a dead message for delivery, with all attempts again. Throws 404 if no dead message has
 * the id, also if another administrator has retried it before.
 */
export function retryDeadMessage(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    if (!(await requeueDeadLetter(inner.db, id))) throw missing('That message')
    await record(inner, [{ entity: 'message', entityId: id, action: 'retry' }])
  })
}
