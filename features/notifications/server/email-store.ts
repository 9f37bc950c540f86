import { ownGrants } from '#features/auth/server/service.ts'
import { isDue } from './store.ts'

// The statements of emails about notifications.

export const readChoices = {
  name: 'read_notification_email_choices',
  text: 'select kind, mode from notification_email_choices where user_id = $1',
}

/**
 * A kind that is chosen again keeps its beginning, so that nothing is missed or repeated. If it is
 * emailed in another way from now on, what an email of the way before told is not told again.
 */
export const saveChoices = {
  name: 'save_notification_email_choices',
  text: `insert into notification_email_choices (user_id, kind, mode, since)
         select $1::int, c.kind, c.mode, $4::timestamptz
         from unnest($2::text[], $3::text[]) as c (kind, mode)
         on conflict (user_id, kind) do update
         set mode = excluded.mode,
             since = case when notification_email_choices.mode = excluded.mode
                          then notification_email_choices.since
                          else greatest(notification_email_choices.since, (
                            select max(e.created_at) from notification_emails e
                            left join notifications n on n.id = e.notification_id
                            where e.user_id = excluded.user_id
                              and e.state in ('sent', 'uncertain')
                              and case when notification_email_choices.mode = 'digest'
                                       then e.notification_id is null
                                       else n.kind = excluded.kind end)) end`,
}

export const deleteChoices = {
  name: 'delete_notification_email_choices',
  text: 'delete from notification_email_choices where user_id = $1 and kind = any($2::text[])',
}

export const readAddress = {
  name: 'read_address_for_notifications',
  text: 'select email from users where id = $1',
}

/**
 * One email for each unread notification of a kind that is emailed at once. After a week it is too
 * late: the mail server was missing, and the email that told it may be deleted.
 */
export const queueNow = {
  name: 'queue_notification_emails',
  text: `insert into notification_emails (user_id, key, notification_id, created_at)
         select n.user_id,
                'n' || n.id || ' ' || extract(epoch from n.created_at)::bigint, n.id,
                $1::timestamptz
         from notification_email_choices c
         join notifications n on n.user_id = c.user_id and n.kind = c.kind and n.read_at is null
         where c.mode = 'now' and n.created_at >= c.since
           and n.created_at > $1::timestamptz - interval '7 days'
           and not exists (
             select from notification_emails e
             where e.user_id = n.user_id
               and e.key = 'n' || n.id || ' ' || extract(epoch from n.created_at)::bigint)
         order by n.id
         on conflict (user_id, key) do nothing`,
}

/** One digest per user and day (`$1`), if anything is unread; it begins after the one before. */
export const queueDigests = {
  name: 'queue_notification_digests',
  text: `insert into notification_emails (user_id, key, since, created_at)
         select c.user_id, 'digest ' || $1::text, coalesce(
           (select max(e.created_at) from notification_emails e
            where e.user_id = c.user_id and e.notification_id is null and e.state <> 'failed'),
           min(c.since)), $2::timestamptz
         from notification_email_choices c
         where c.mode = 'digest'
           and exists (select from notifications n
                       where n.user_id = c.user_id and n.read_at is null)
           and not exists (select from notification_emails e
                           where e.user_id = c.user_id and e.key = 'digest ' || $1::text)
         group by c.user_id
         order by c.user_id
         on conflict (user_id, key) do nothing`,
}

/** Claims up to five due emails for three minutes, so that other nodes skip them. */
export const claimDue = {
  name: '',
  text: `update notification_emails
         set attempts = attempts + 1, next_attempt_at = now() + interval '180 seconds'
         where id = any (array(
           select id from notification_emails
           where state = 'waiting' and next_attempt_at <= now() and handed_over_at is null
           order by id limit 5 for update skip locked))
         returning id, user_id as "userId", key, notification_id as "notificationId", since,
                   attempts, message_id as "messageId", created_at as "createdAt"`,
}

export const readRecipient = {
  name: 'read_recipient_of_notification_email',
  text: `select u.email, u.role, ${ownGrants} as grants from users u
         where u.id = $1 and u.is_active`,
}

/**
 * What an email tells: one notification (`$2`), or those of a digest since `$3` until it was queued
 * (`$6`), where the next digest begins; of the kinds `$4` that the user may get now, chose in this
 * mode (`$5`), and did not read meanwhile.
 */
export const readItems = {
  name: 'read_items_of_notification_email',
  text: `select n.title, n.text, n.link
         from notifications n
         join notification_email_choices c on c.user_id = n.user_id and c.kind = n.kind
         where n.user_id = $1 and n.read_at is null and n.kind = any($4::text[]) and c.mode = $5
           and ($2::int is null or n.id = $2)
           and ($3::timestamptz is null or n.created_at > greatest($3::timestamptz, c.since))
           and ($6::timestamptz is null or n.created_at <= $6::timestamptz)
         order by n.created_at desc, n.id desc limit 500`,
}

export const markHandedOver = {
  name: 'mark_notification_email_handed_over',
  // The version before claims by `next_attempt_at` alone, and must not claim this one.
  text: `update notification_emails
         set handed_over_at = now(), next_attempt_at = now() + interval '1 day'
         where id = $1 and state = 'waiting' and attempts = $2 and handed_over_at is null
         returning id`,
}

/**
 * Ten minutes are longer than the mail library waits in all: 10 s to connect, 10 s to be greeted,
 * 30 s for each answer.
 */
export const markUncertain = {
  name: '',
  text: `update notification_emails set state = 'uncertain'
         where state = 'waiting' and handed_over_at < now() - interval '10 minutes'`,
}

/**
 * Records what came of an attempt (`$5`). Does nothing if another node claimed the email meanwhile,
 * which may be handing it over.
 */
export const settle = {
  name: 'settle_notification_email',
  text: `update notification_emails
         set state = $2, last_error = $3, handed_over_at = null,
             next_attempt_at = now() + make_interval(secs => $4)
         where id = $1 and attempts = $5`,
}

/** Marks the email of a delivery report; one that failed before stays as it is. */
export const markBounced = {
  name: 'mark_notification_email_bounced',
  text: `update notification_emails
         set state = case when state in ('sent', 'uncertain') then 'failed' else state end,
             last_error = case when state in ('sent', 'uncertain') then $2 else last_error end
         where message_id = $1::uuid
         returning id`,
}

/** The last email to a user that was tried; its time is when it was queued. */
export const readLastEmail = {
  name: 'read_last_notification_email',
  text: `select state, coalesce(last_error, '') as reason, created_at as at
         from notification_emails
         where user_id = $1 and state in ('sent', 'failed', 'uncertain')
         order by id desc limit 1`,
}

/** After an outage, all delayed emails become due at once. */
export const releaseDelayed = {
  name: 'release_delayed_notification_emails',
  text: `update notification_emails set next_attempt_at = created_at
         where state = 'waiting' and last_error is not null and handed_over_at is null`,
}

export const findWaiting = {
  name: 'find_waiting_notification_email',
  text: `select id from notification_emails where state = 'waiting' limit 1`,
}

/** An unread notification is kept longer, but is emailed within a week or never. */
export const deleteOldEmails = {
  name: 'delete_old_notification_emails',
  text: 'delete from notification_emails where created_at < $1',
}
/** Those, and the emails of notifications that are deleted: keys `$1`, a moment `$2`. */
export const countDueEmails = {
  name: 'count_due_notification_emails',
  text: `select count(*) as count, min(created_at) as oldest from notification_emails
         where created_at < $2::timestamptz
           or notification_id in (select id from notifications where ${isDue})`,
}

/** For the erasure of personal data: what a user chose, and what was not sent yet. */
export const eraseChoices = {
  name: 'erase_notification_email_choices',
  text: 'delete from notification_email_choices where user_id = $1',
}
export const eraseWaiting = {
  name: 'erase_waiting_notification_emails',
  text: `delete from notification_emails
         where user_id = $1 and state = 'waiting' and handed_over_at is null`,
}
