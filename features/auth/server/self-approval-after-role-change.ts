import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { newRoleControl } from '../rules.ts'

const readRoleChange = {
  name: 'read_recent_change_of_role',
  text: `select changes -> 'role' ->> 'to' as role, at + interval '24 hours' as until
         from audit_log
         where entity = 'user' and entity_id = $1 and at > $2::timestamptz - interval '24 hours'
           and changes -> 'role' ->> 'from' is not null
         order by id desc
         limit 1`,
}

type DutySettings = { sodMode: 'record' | 'enforce'; businessTimeZone: string }

/**
 * For a user who is about to approve their own record: returns the skipped control if their role
 * changed within the last 24 hours, so that the caller records it. Throws 403 if separation of
 * duties is enforced. The first role of a new account does not count, because it has created
 * nothing before.
 */
export async function newRoleSkipped(
  { db, user, now }: Context,
  { sodMode, businessTimeZone }: DutySettings,
): Promise<(typeof newRoleControl)[]> {
  if (!user) return []
  const values = [user.id, now.toISOString()]
  const [changed] = await rows<{ role: string; until: string }>(db, readRoleChange, values)
  if (!changed) return []
  if (sodMode === 'record') return [newRoleControl]
  const until = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: businessTimeZone,
  })
  const sentence =
    `Your role became “${changed.role}” less than 24 hours ago. Another person must decide on ` +
    `what you created, until ${until.format(Date.parse(changed.until))} (${businessTimeZone})`
  throw new Refusal('forbidden', 'self-approval', sentence)
}
