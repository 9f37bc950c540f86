import type { Moment } from '#platform/kernel/days.ts'
import { type Db, rows } from '../database/db.ts'

/** A message that was not delivered after the most attempts; `error` is that of the last one. */
export type DeadLetter = {
  id: number
  topic: string
  aggregate: string
  aggregateId: number
  attempts: number
  error: string | null
  createdAt: Moment
  deadAt: Moment
}

const readDeadLetters = {
  name: 'read_dead_letters',
  text: `select id, topic, aggregate, aggregate_id as "aggregateId", attempts,
                last_error as error, created_at as "createdAt", dead_at as "deadAt"
         from outbox where dead_at is not null
         order by dead_at desc, id desc limit 100`,
}

/** The messages that were not delivered after the most attempts, newest first; at most 100. */
export function listDeadLetters(db: Db): Promise<DeadLetter[]> {
  return rows<DeadLetter>(db, readDeadLetters)
}

const reviveDeadLetter = {
  name: 'revive_dead_letter',
  text: `update outbox
         set attempts = 0, dead_at = null, next_attempt_at = now()
         where id = $1 and dead_at is not null
         returning id`,
}

/** Queues a dead letter for delivery, with all attempts again; false if there is none. */
export async function requeueDeadLetter(db: Db, id: number): Promise<boolean> {
  const [revived] = await rows(db, reviveDeadLetter, [id])
  return revived !== undefined
}
