import { requirePermission } from '#features/auth/rules.ts'
import { record } from '#features/audit/server/service.ts'
import { advance } from '#platform/kernel/flow.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import {
  type AutomaticEmail,
  documentKinds,
  type EmailProblem,
  type EmailProblemList,
} from '../../contract.ts'
import { type AutomaticName, automaticEmailFlow } from '../../rules.ts'
import { readMail } from '../service.ts'

const columns = `id, name, record_id as "recordId", state, reason, sending_id as "sendingId",
           created_at as "createdAt"`

const emailsOfRecords = {
  name: 'read_automatic_emails_of_records',
  text: `select ${columns} from automatic_emails
         where name = $1 and record_id = any($2::int[]) order by id desc limit 200`,
}

const readEmail = {
  name: 'read_automatic_email',
  text: `select ${columns} from automatic_emails where id = $1`,
}

const requeue = {
  name: 'requeue_automatic_email',
  text: `update automatic_emails
         set state = 'waiting', attempts = 0, next_attempt_at = now(), created_at = now(),
             ended_at = null
         where id = $1 and state = 'refused'
         returning id`,
}

const setAside = {
  name: 'set_automatic_email_aside',
  text: `update automatic_emails set state = 'skipped', reason = $2, ended_at = now()
         where id = $1 and state = 'refused'
         returning id`,
}

// Both parts have an index of their own, so that few rows are read.
const readProblems = {
  name: 'read_email_problems',
  text: `select * from (
           (select 'sending' as kind, id, name, record_id as "recordId", status as state,
                   subject as title, to_addresses as "to", last_error as reason,
                   queued_at as at
            from document_sendings
            where status in ('failed', 'uncertain') and set_aside_at is null
            order by id desc limit 100)
           union all
           (select 'automatic', id, name, record_id, state, '', '', reason, created_at
            from automatic_emails where state = 'refused'
            order by id desc limit 100)) p
         order by at desc, kind, id desc limit 100`,
}

const countWaiting = {
  name: 'count_waiting_automatic_emails',
  text: `select count(*)::int as count from automatic_emails where state = 'waiting'`,
}

/** The automatic emails of records, for one document. Needs the permission to read it. */
export function listAutomaticEmails(
  ctx: Context,
  { name, ids }: { name: AutomaticName; ids: readonly number[] },
): Promise<AutomaticEmail[]> {
  requirePermission(ctx.user, documentKinds[name].read)
  return rows<AutomaticEmail>(ctx.db, emailsOfRecords, [name, ids])
}

/**
 * Tries an automatic email again whose document could not be sent. Throws 404 for an unknown one,
 * and 409 in another state; of two people who retry it at once the second gets that.
 */
export function retryAutomaticEmail(ctx: Context, id: number): Promise<AutomaticEmail> {
  return inTransaction(ctx, async (inner) => {
    const before = await readOne(inner, id)
    requirePermission(inner.user, documentKinds[before.name].send)
    const [requeued] = await rows(inner.db, requeue, [id])
    const current = await readOne(inner, id)
    if (!requeued) advance(automaticEmailFlow, current.state, 'retry')
    const { entity, name } = documentKinds[current.name]
    const reason = `Automatic email of the ${name}`
    await record(inner, [{ entity, entityId: current.recordId, action: 'retry', reason }])
    return current
  })
}

/**
 * Ends an automatic email that could not be sent and is not needed any more. Throws 404 for an
 * unknown one, and 409 in another state.
 */
export function setAsideAutomaticEmail(
  ctx: Context,
  id: number,
  reason: string,
): Promise<AutomaticEmail> {
  return inTransaction(ctx, async (inner) => {
    const before = await readOne(inner, id)
    requirePermission(inner.user, documentKinds[before.name].send)
    const [changed] = await rows(inner.db, setAside, [id, `Set aside: ${reason}`])
    const current = await readOne(inner, id)
    if (!changed) advance(automaticEmailFlow, current.state, 'set-aside')
    const { entity } = documentKinds[current.name]
    await record(inner, [{ entity, entityId: current.recordId, action: 'set-aside', reason }])
    return current
  })
}

async function readOne(ctx: Context, id: number): Promise<AutomaticEmail> {
  const [found] = await rows<AutomaticEmail>(ctx.db, readEmail, [id])
  if (!found) throw missing('That email')
  return found
}

/** The emails that need a person, and how many documents wait for email to be set up. */
export async function listEmailProblems(
  ctx: Context,
  hasServer: boolean,
): Promise<EmailProblemList> {
  const problems = await rows<EmailProblem>(ctx.db, readProblems)
  const [waiting] = await rows<{ count: number }>(ctx.db, countWaiting)
  const { whyNot } = await readMail(ctx, hasServer)
  return { problems, waiting: waiting?.count ?? 0, whyNot }
}
