import { record } from '#features/audit/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { DeadMessage } from '../contract.ts'

const readDead = {
  name: 'read_dead_messages',
  text: `select id, topic, aggregate, aggregate_id as "aggregateId", attempts,
                last_error as error, created_at as "createdAt", dead_at as "deadAt"
         from outbox where dead_at is not null
         order by dead_at desc, id desc limit 100`,
}

/** The messages that were not delivered after the most attempts, newest first; at most 100. */
export function listDeadMessages({ db }: Context): Promise<DeadMessage[]> {
  return rows<DeadMessage>(db, readDead)
}

const revive = {
  name: 'retry_dead_message',
  text: `update outbox
         set attempts = 0, dead_at = null, next_attempt_at = now()
         where id = $1 and dead_at is not null
         returning id`,
}

/**
 * Queues a dead message for delivery, with all attempts again. Throws 404 if no dead message has
 * the id, also if another administrator has retried it before.
 */
export function retryDeadMessage(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const [revived] = await rows(inner.db, revive, [id])
    if (!revived) throw missing('That message')
    await record(inner, [{ entity: 'message', entityId: id, action: 'retry' }])
  })
}
