import { failingDays } from '../rules.ts'

// The statements that claim webhooks, send their deliveries and record what came of it.

/**
 * Leases the webhooks with something due to this node, for twice the time that it sends. Those that
 * it already serves are left out.
 */
export const claimWebhooks = {
  name: '',
  text: `update webhooks set leased_until = now() + make_interval(secs => $1)
         where id = any(array(
           select w.id from webhooks w
           where w.leased_until <= now() and w.id <> all($2::int[])
             and exists (select from webhook_deliveries d
                         where d.webhook_id = w.id and d.state = 'waiting'
                           and d.next_attempt_at <= now()
                           and (w.is_active or d.topic = 'ping'))
           order by w.id for update skip locked))
         returning id, leased_until::text as lease`,
}

/**
 * The oldest due delivery of a webhook, with the address and the secrets of this moment. A delivery
 * that failed once holds back the later ones, so that a short failure does not change their order.
 */
export const readNextDelivery = {
  name: 'read_next_webhook_delivery',
  text: `select d.id, d.message_id as "messageId", d.topic, d.action, d.entity,
                d.entity_id as "entityId", d.entity_version as "entityVersion",
                d.event_at as "eventAt", d.webhook_id as "webhookId", w.url, w.secret,
                case when w.previous_until > now() then w.previous_secret end as "previousSecret"
         from webhook_deliveries d join webhooks w on w.id = d.webhook_id
         where d.webhook_id = $1 and d.state = 'waiting' and d.next_attempt_at <= now()
           and (w.is_active or d.topic = 'ping')
           and (d.topic = 'ping' or not exists (
             select from webhook_deliveries e
             where e.webhook_id = d.webhook_id and e.state = 'waiting' and e.attempts = 1
               and e.id < d.id and e.next_attempt_at > now()))
         order by d.id limit 1`,
}

export const releaseWebhook = {
  name: 'release_webhook',
  text: `update webhooks set leased_until = now()
         where id = $1 and leased_until = $2::timestamptz`,
}

/** What an attempt is judged by. */
export type JudgedWebhook = {
  description: string
  isActive: boolean
  failures: number
  failingSince: string | null
  isFailingForDays: boolean
}

export const lockJudgedWebhook = {
  name: 'lock_judged_webhook',
  text: `select description, is_active as "isActive", failures,
                failing_since as "failingSince",
                coalesce(failing_since < now() - make_interval(days => ${failingDays}), false)
                  as "isFailingForDays"
         from webhooks where id = $1 for update`,
}

export const lockSentDelivery = {
  name: 'lock_sent_webhook_delivery',
  text: `select attempts, state from webhook_deliveries where id = $1 for update`,
}

export const insertAttempt = {
  name: 'insert_webhook_attempt',
  text: `insert into webhook_attempts
           (delivery_id, at, url, headers, status, answer, error, took_ms)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

export const settleDelivery = {
  name: 'settle_webhook_delivery',
  text: `update webhook_deliveries
         set state = $2, attempts = attempts + 1, last_status = $3, last_error = $4,
             next_attempt_at = now() + make_interval(secs => $5),
             ended_at = case when $2 = 'waiting' then null else now() end
         where id = $1`,
}

export const noteDelivered = {
  name: 'note_webhook_delivered',
  text: `update webhooks set failures = 0, failing_since = null, last_delivered_at = now()
         where id = $1`,
}

/** Counts a failure; after several the receiver gets a rest of $2 seconds, else it is 0. */
export const noteFailed = {
  name: 'note_webhook_failed',
  text: `update webhooks
         set failures = failures + 1, failing_since = coalesce(failing_since, now()),
             leased_until = case when $2 > 0 then now() + make_interval(secs => $2)
                                 else leased_until end
         where id = $1`,
}

export const deactivate = {
  name: 'deactivate_webhook',
  text: `update webhooks
         set is_active = false, inactive_reason = $2, updated_at = now(), version = version + 1
         where id = $1`,
}
