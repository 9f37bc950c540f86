import { type Db, rows, type Statement } from '../database/db.ts'
import type { RetentionRule } from './retention-rules.ts'

// Technical tables that only grow. They are emptied in batches of a transaction each, so that no
// statement holds locks for long, however much has accumulated.

const eventDays = 30
const answerDays = 7
const nodeDays = 30

const batch = 10_000
/** At most a million rows of a table in one hour; the rest follows in the next. */
const mostBatches = 100

// What is deleted and what the dry run counts are the same conditions.
const oldMessages = `created_at < now() - make_interval(days => ${eventDays})
  and (sent_at is not null or dead_at is not null)`
const supersededChanges = `from (select kind, record_id, max(feed_position) as feed_position
    from record_changes where at > now() - interval '1 day'
    group by kind, record_id) n
  join record_changes c on c.kind = n.kind and c.record_id = n.record_id
    and c.feed_position < n.feed_position`
const isOldAnswer = `created_at < now() - make_interval(days => ${answerDays})`
const oldAnswers = `record_id is null and ${isOldAnswer}`
const oldStoredAnswers = `record_id is not null and response_body is not null and ${isOldAnswer}`
const oldNodes = `seen_at < now() - make_interval(days => ${nodeDays})`

/**
 * Messages are deleted in the order of their versions, so that no gap appears between those that
 * remain (`inv_12_messaging`). A message that was neither delivered nor given up is never deleted.
 */
const deleteOldMessages = {
  name: 'delete_old_messages',
  text: `with gone as (
           delete from outbox where id = any(array(
             select id from outbox
             where ${oldMessages}
             order by id limit ${batch} for update skip locked))
           returning 1)
         select count(*)::int as count from gone`,
}

/**
 * Changes that a later one of the same record supersedes. Only records that changed within a day
 * are searched; a row that remains, because no node ran, is deleted after the next change.
 */
const deleteSupersededChanges = {
  name: 'delete_superseded_changes',
  text: `with gone as (
           delete from record_changes where ctid = any(array(
             select c.ctid ${supersededChanges}
             limit ${batch}))
           returning 1)
         select count(*)::int as count from gone`,
}

const deleteOldAnswers = {
  name: 'delete_old_answers',
  text: `with gone as (
           delete from idempotency_keys where ctid = any(array(
             select ctid from idempotency_keys
             where ${oldAnswers}
             limit ${batch} for update skip locked))
           returning 1)
         select count(*)::int as count from gone`,
}

/** The key of a request that created an order is permanent: only its stored answer goes. */
const emptyOldAnswers = {
  name: 'empty_old_answers',
  text: `with emptied as (
           update idempotency_keys set response_body = null where ctid = any(array(
             select ctid from idempotency_keys
             where ${oldStoredAnswers}
             limit ${batch} for update skip locked))
           returning 1)
         select count(*)::int as count from emptied`,
}

const deleteOldNodes = {
  name: 'delete_old_nodes',
  text: `with gone as (
           delete from program_nodes
           where ${oldNodes}
           returning 1)
         select count(*)::int as count from gone`,
}

const deletions: readonly Statement[] = [
  deleteOldMessages,
  deleteSupersededChanges,
  deleteOldAnswers,
  emptyOldAnswers,
  deleteOldNodes,
]

/** Deletes what the technical tables no longer need. Several nodes may do so at the same time. */
export async function deleteOldRows(db: Db): Promise<void> {
  for (const deletion of deletions) {
    for (let round = 0; round < mostBatches; round++) {
      const [done] = await rows<{ count: number }>(db, deletion)
      if ((done?.count ?? 0) < batch) break
    }
  }
}

const countOldMessages = {
  name: 'count_old_messages',
  text: `select count(*) as count, min(created_at) as oldest from outbox where ${oldMessages}`,
}
const countSupersededChanges = {
  name: 'count_superseded_changes',
  text: `select count(*) as count, min(c.at) as oldest ${supersededChanges}`,
}
const countOldAnswers = {
  name: 'count_old_answers',
  text: `select count(*) as count, min(created_at) as oldest
         from idempotency_keys where (${oldAnswers}) or (${oldStoredAnswers})`,
}
const countOldNodes = {
  name: 'count_old_nodes',
  text: `select count(*) as count, min(seen_at) as oldest from program_nodes where ${oldNodes}`,
}

/** The technical tables. The worker runs this one itself, outside a transaction. */
export const technicalRetention: RetentionRule = {
  deleteDue: ({ db }) => deleteOldRows(db),
  tables: [
    { table: 'outbox', keptDays: eventDays, countDue: countOldMessages },
    { table: 'record_changes', keptDays: null, countDue: countSupersededChanges },
    { table: 'idempotency_keys', keptDays: answerDays, countDue: countOldAnswers },
    { table: 'program_nodes', keptDays: nodeDays, countDue: countOldNodes },
  ],
}
