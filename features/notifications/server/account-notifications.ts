import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { type NewNotification, notify } from './service.ts'

export const accountCheckEveryMs = 60_000

/** What a user is notified of that happened to the own account, by the action of the history. */
const titles: Readonly<Record<string, string>> = {
  'change-password': 'Your password was changed',
  'set-password': 'A new password was set for your account',
  'reset-password': 'Your password was reset by a link',
  'turn-on-second-factor': 'Your second factor was turned on',
  'turn-off-second-factor': 'Your second factor was turned off',
  'remove-second-factor': 'Your second factor and your passkeys were removed',
  'replace-recovery-codes': 'Your recovery codes were replaced',
  'add-passkey': 'A passkey was added to your account',
  'remove-passkey': 'A passkey was removed from your account',
  'refuse-passkey': 'A passkey of yours was refused, because it may have been copied',
}

type AccountChange = { id: string; userId: number; action: string; by: string | null }

/**
 * Changes of the last day, so that none is missed while no worker runs for some hours. Users who
 * are inactive, or turned the kind off, get none.
 */
const readAccountChanges = {
  name: 'read_account_changes_to_notify',
  text: `select a.id::text as id, a.entity_id as "userId", a.action, b.username as by
         from audit_log a join users u on u.id = a.entity_id and u.is_active
           left join users b on b.id = a.actor_id and b.id <> a.entity_id
         where a.entity = 'user' and a.action = any ($1::text[])
           and a.at > now() - interval '1 day'
           and not exists (select from muted_notifications m
                           where m.user_id = u.id and m.kind = 'system')
           and not exists (select from notifications n
                           where n.user_id = a.entity_id and n.key = 'account:' || a.id)
         order by a.id limit 500`,
}

/** Notifies users once of each change of their password, second factor and passkeys. */
export function notifyOfAccountChanges(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const found = await rows<AccountChange>(inner.db, readAccountChanges, [Object.keys(titles)])
    await notify(inner, found.map(notificationOf))
  })
}

function notificationOf({ id, userId, action, by }: AccountChange): NewNotification {
  const advice = 'If you did not expect this, tell an administrator'
  return {
    userIds: [userId],
    kind: 'system',
    key: `account:${id}`,
    title: titles[action] ?? action,
    text: by === null ? advice : `by ${by}. ${advice}`,
  }
}
