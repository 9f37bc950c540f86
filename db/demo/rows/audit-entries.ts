import type { Db } from '#platform/server/database/db.ts'
import { insertRows, momentOf } from './insert-rows.ts'

const insertHistory = {
  name: 'demo_audit_log',
  text: `insert into audit_log
           (entity, entity_id, action, from_status, to_status, actor_id, channel, at)
         select *
         from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::int[],
                     $7::text[], $8::timestamptz[])`,
}

/** One action of the history, before it is written to the audit log. */
export type OrderAction = {
  entity: string
  id: number
  action: string
  from: string | null
  to: string | null
  by: number
  at: number
}

/** Writes actions to the audit log in chronological order. */
export async function writeActions(db: Db, acts: readonly OrderAction[]): Promise<void> {
  const byTime = [...acts].sort((a, b) => a.at - b.at)
  await insertRows(
    db,
    insertHistory,
    byTime.map(({ entity, id, action, from, to, by, at }) => {
      return [entity, id, action, from, to, by, 'demo', momentOf(at)]
    }),
  )
}
