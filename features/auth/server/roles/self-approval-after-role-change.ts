import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { newRoleControl } from '../../rules.ts'

const recent = `at > $2::timestamptz - interval '24 hours'`

/** The last time that the user got another role, or that their own role got other permissions. */
const readRoleChange = {
  name: 'read_recent_change_of_role',
  text: `select role, at + interval '24 hours' as until, "isNewRole"
         from (
           select id, at, changes -> 'role' ->> 'to' as role, true as "isNewRole"
           from audit_log
           where entity = 'user' and entity_id = $1 and ${recent}
             and changes -> 'role' ->> 'from' is not null
           union all
           select a.id, a.at, u.role, false
           from users u
           join audit_log a on a.entity = 'role' and a.entity_id = u.own_role_id
           where u.id = $1 and ${recent}
             and a.changes -> 'permissions' ->> 'from' is not null
         ) changed
         order by id desc
         limit 1`,
}

type RoleChange = { role: string; until: string; isNewRole: boolean }

type DutySettings = { sodMode: 'record' | 'enforce'; businessTimeZone: string }

/**
 * For a user who is about to approve their own record: returns the skipped control if their role or
 * its permissions changed within the last 24 hours, so that the caller records it. Throws 403 if
 * separation of duties is enforced. The first role of a new account does not count, because it has
 * created nothing before.
 */
export async function newRoleSkipped(
  { db, user, now }: Context,
  { sodMode, businessTimeZone }: DutySettings,
): Promise<(typeof newRoleControl)[]> {
  if (!user) return []
  const values = [user.id, now.toISOString()]
  const [changed] = await rows<RoleChange>(db, readRoleChange, values)
  if (!changed) return []
  if (sodMode === 'record') return [newRoleControl]
  const until = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: businessTimeZone,
  })
  const what = changed.isNewRole
    ? `Your role became “${changed.role}” less than 24 hours ago`
    : `The permissions of your role “${changed.role}” changed less than 24 hours ago`
  const sentence =
    `${what}. Another person must decide on what you created, until ` +
    `${until.format(Date.parse(changed.until))} (${businessTimeZone})`
  throw new Refusal('forbidden', 'self-approval', sentence)
}
