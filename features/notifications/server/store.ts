import { grantsOfOwnRole } from '#features/auth/server/service.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import * as contract from '../contract.ts'

/** The notifications of one user (`$1`) of some kinds (`$2`). */
export const notificationList = listSpec(contract.notificationList, {
  columns: `n.id, n.kind, n.title, n.text, n.link, n.read_at as "readAt",
    n.created_at as "createdAt"`,
  from: '(select * from notifications where user_id = $1 and kind = any($2::text[])) n',
  where: 'true',
  id: 'n.id',
  fields: {
    id: 'n.id',
    createdAt: 'n.created_at',
    kind: 'n.kind',
    isRead: { sql: '(n.read_at is not null)', type: 'boolean' },
  },
  search: ['n.title', 'n.text'],
})

/**
 * SQL: the pairs of a role and a kind it may receive: those of the built-in roles, in two
 * parameters, and those of the own roles, by the kinds and the permissions they need.
 */
const receivers = (roles: string, kinds: string, allKinds: string, needed: string) =>
  `(select * from unnest(${roles}::text[], ${kinds}::text[]) as built_in (role, kind)
    union all
    select o.name, k.kind
    from own_roles o
    join unnest(${allKinds}::text[], ${needed}::text[]) as k (kind, permission)
      on k.permission = any ${grantsOfOwnRole}) as may`
const receiversOfNew = receivers('$9', '$10', '$11', '$12')
const receiversOfUnread = receivers('$2', '$3', '$4', '$5')

/** Stored title and text are cut to these lengths; the source record has the full text. */
const maxTitle = 200
const maxText = 1000

/**
 * Inserts notifications for users by id, role, or permission of their own role. Skips users who
 * already have the key, turned the kind off, or may not receive it (`$9` to `$12`: see
 * `receivers`).
 */
export const insertNotifications = {
  name: 'add_notifications',
  text: `insert into notifications (user_id, kind, key, title, text, link, created_at)
         select u.id, n.kind, n.key, left(n.title, ${maxTitle}), left(n.text, ${maxText}), n.link,
                $8::timestamptz
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
                     $6::text[], $7::text[], $13::text[])
           with ordinality as n (kind, key, title, text, link, ids, roles, permission, place)
         join users u on u.is_active
           and (u.id = any (string_to_array(n.ids, ',')::int[])
                or u.role = any (string_to_array(n.roles, ','))
                or exists (select from own_roles o
                           where o.id = u.own_role_id and n.permission = any ${grantsOfOwnRole}))
         join ${receiversOfNew}
           on may.role = u.role and may.kind = n.kind
         where not exists (select from muted_notifications m
                           where m.user_id = u.id and m.kind = n.kind)
         order by u.id, n.place
         on conflict (user_id, key) do nothing`,
}

/** One run at a time: a node that does not get the advisory lock skips this run. */
export const tryLockNotifications = {
  name: 'notifications_take_turn',
  text: 'select pg_try_advisory_xact_lock(727275) as "isMine"',
}

export const readFacts = {
  name: 'notifications_facts',
  text: `select
    (select count(*) from skus
     where deleted_at is null and is_active and current_stock <= minimum_stock) as "lowSkus",
    (select count(*) from purchase_orders where status = 'submitted') as "awaitingApproval"`,
}

/** The count is at the start of the stored text. A text without a count always notifies again. */
const isIncrease = `($6::int is null or $6::int > coalesce(
  replace(substring(notifications.text from '^[0-9,]+'), ',', '')::int, 0))`

/**
 * Upserts a condition's notification: users without one get it, others get the new text, as unread
 * if the count increased. `$8` are the built-in roles that may receive it, `$9` is the permission
 * with which an own role may.
 */
export const upsertStateNotifications = {
  name: 'tell_state',
  text: `insert into notifications (user_id, kind, key, title, text, link, created_at)
         select u.id, $1, $2, $3, $4, $5, $7::timestamptz
         from users u
         where u.is_active
           and (u.role = any ($8::text[])
                or exists (select from own_roles o
                           where o.id = u.own_role_id and $9::text = any ${grantsOfOwnRole}))
           and not exists (select from muted_notifications m
                           where m.user_id = u.id and m.kind = $1)
           and not exists (select from notifications n
                           where n.user_id = u.id and n.key = $2 and n.text = $4)
         order by u.id
         on conflict (user_id, key) do update
         set title = excluded.title, text = excluded.text, link = excluded.link,
             read_at = case when ${isIncrease} then null else notifications.read_at end,
             created_at = case when ${isIncrease} then excluded.created_at
                               else notifications.created_at end`,
}

/** Deletes notifications of conditions that ended. */
export const deleteStates = {
  name: 'drop_states',
  text: `delete from notifications where key = any($1::text[])`,
}

/** Deletes outdated notifications that are still unread; read ones are kept. */
export const deleteUnread = {
  name: 'drop_unread_notifications',
  text: 'delete from notifications where key = any($1::text[]) and read_at is null',
}

/** Marks only what the list shows: the kinds the user may currently receive. */
export const markRead = {
  name: 'mark_notification_read',
  text: `update notifications set read_at = coalesce(read_at, $3)
         where id = $1 and user_id = $2 and kind = any($4::text[]) returning id`,
}

export const markAllRead = {
  name: 'mark_notifications_read',
  text: `with marked as (
           update notifications set read_at = $2
           where user_id = $1 and read_at is null and kind = any($3::text[]) returning id
         )
         select count(*)::int as count from marked`,
}

export const countUnread = {
  name: 'count_unread_notifications',
  text: `select n.user_id as "userId", count(*)::int as count, max(n.created_at) as latest
         from notifications n
         join users u on u.id = n.user_id
         join ${receiversOfUnread}
           on may.role = u.role and may.kind = n.kind
         where n.user_id = any($1::int[]) and n.read_at is null
         group by n.user_id`,
}

export const readMutedKinds = {
  name: 'read_muted_kinds',
  text: 'select kind from muted_notifications where user_id = $1',
}

export const unmute = {
  name: 'unmute_kinds',
  text: 'delete from muted_notifications where user_id = $1 and kind = any($2::text[])',
}

/** Marks the unread notifications of kinds the user turned off as read. */
export const markMutedAsRead = {
  name: 'read_muted_news',
  text: `update notifications set read_at = $3
         where user_id = $1 and read_at is null and kind = any($2::text[])`,
}

export const deleteOld = {
  name: 'drop_old_notifications',
  text: 'delete from notifications where read_at < $1',
}

/** Maximum notifications per user, so that they do not grow without limit. */
const maxPerUser = 500

/**
 * Beyond each user's latest 500 notifications, read or not. Conditions (keys `$1`) are exempt: they
 * are removed when they end.
 */
const isBeyondMax = `id in (
           select n.id
           from (
             select user_id from notifications group by user_id having count(*) > ${maxPerUser}
           ) u
           cross join lateral (
             select id from notifications
             where user_id = u.user_id and key <> all ($1::text[])
             order by created_at desc, id desc offset ${maxPerUser}
           ) n)`
export const deleteBeyondMax = {
  name: 'drop_notifications_beyond',
  text: `delete from notifications where ${isBeyondMax}`,
}

/** The notifications that the two deletions above find, with keys `$1` and the moment `$2`. */
export const isDue = `(read_at < $2::timestamptz or ${isBeyondMax})`
export const countDue = {
  name: 'count_due_notifications',
  text: `select count(*) as count, min(created_at) as oldest from notifications where ${isDue}`,
}
