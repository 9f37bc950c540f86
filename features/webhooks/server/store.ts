import { listSpec } from '#platform/server/lists/list-sql.ts'
import { webhookDeliveryList, webhookList } from '../contract.ts'
import { deliveryDays, overlapHours } from '../rules.ts'

const batch = 10_000

/** The columns of a webhook, without its secrets. */
export const webhookListSpec = listSpec(webhookList, {
  columns: `w.id, w.url, w.description, w.topics, w.is_active as "isActive",
    w.inactive_reason as "inactiveReason", u.username as "createdBy",
    w.created_at as "createdAt",
    case when w.previous_until > now() then w.previous_until end as "previousUntil",
    w.last_delivered_at as "lastDeliveredAt", w.failing_since as "failingSince",
    (select count(*)::int from webhook_deliveries d
     where d.webhook_id = w.id and d.state = 'waiting') as waiting,
    (select count(*)::int from webhook_deliveries d
     where d.webhook_id = w.id and d.state = 'dead') as dead,
    w.version`,
  from: 'webhooks w left join users u on u.id = w.created_by',
  where: 'true',
  id: 'w.id',
  fields: {
    id: 'w.id',
    description: 'w.description collate "und-x-icu"',
    lastDeliveredAt: { sql: 'w.last_delivered_at', isNullable: true },
    createdAt: 'w.created_at',
  },
  search: ['w.description', 'w.url'],
})

export const deliveryListSpec = listSpec(webhookDeliveryList, {
  columns: `d.id, d.webhook_id as "webhookId", d.message_id as "messageId", d.topic, d.entity,
    d.entity_id as "entityId", d.state, d.attempts,
    case when d.state = 'waiting' then d.next_attempt_at end as "nextAttemptAt",
    d.last_status as "lastStatus", d.last_error as "lastError", d.event_at as "eventAt",
    d.created_at as "createdAt"`,
  from: 'webhook_deliveries d',
  where: 'true',
  id: 'd.id',
  fields: { id: 'd.id', webhookId: 'd.webhook_id', topic: 'd.topic', state: 'd.state' },
  search: ['d.topic', 'd.message_id::text', 'd.entity_id::text'],
})

export const insertWebhook = {
  name: 'insert_webhook',
  text: `insert into webhooks
           (url, description, topics, is_active, secret, secret_call, idempotency_key, body_sha256,
            created_by)
         values ($1, $2, $3, $4, $5, $6, $6, $7, $8)
         returning id`,
}

/** A webhook for a change: its secret and what a retry is recognized by. */
export type LockedWebhook = {
  id: number
  isActive: boolean
  secret: string
  secretCall: string | null
  /** True while the secret before the last rotation signs, too. */
  isOverlapping: boolean
  /** The Idempotency-Key of the call that created it, and the user who made that call. */
  creationKey: string | null
  createdBy: number | null
  version: number
}

export const lockWebhook = {
  name: 'lock_webhook',
  text: `select id, is_active as "isActive", secret, secret_call as "secretCall",
                coalesce(previous_until > now(), false) as "isOverlapping",
                idempotency_key as "creationKey", created_by as "createdBy", version
         from webhooks where id = $1 for update`,
}

export const findWebhookOfCall = {
  name: 'find_webhook_of_call',
  text: `select id, secret, secret_call as "secretCall", body_sha256 as "bodySha256"
         from webhooks where created_by = $1 and idempotency_key = $2`,
}

/** Serializes the creation of webhooks, and starts the feed before the first one. */
export const startFeed = {
  name: 'start_webhook_feed',
  text: `insert into webhook_feed (id, feed_position, outbox_id) values (1, $1, 0)
         on conflict (id) do update set id = excluded.id`,
}

export const countWebhooks = {
  name: 'count_webhooks',
  text: 'select count(*)::int as count from webhooks',
}

/** Reactivation forgets the failures. */
export const changeWebhook = {
  name: 'change_webhook',
  text: `update webhooks
         set url = $2, description = $3, topics = $4, is_active = $5,
             inactive_reason = case when $5 then null else inactive_reason end,
             failures = case when is_active then failures else 0 end,
             failing_since = case when is_active then failing_since end,
             leased_until = case when is_active then leased_until else now() end,
             updated_at = now(), version = version + 1
         where id = $1`,
}

export const replaceSecret = {
  name: 'replace_webhook_secret',
  text: `update webhooks
         set previous_secret = secret,
             previous_until = now() + make_interval(hours => ${overlapHours}),
             secret = $2, secret_call = $3, updated_at = now(), version = version + 1
         where id = $1`,
}

/** Secrets that no longer sign; it is no change of their webhooks, which do not show them. */
export const deleteEndedSecrets = {
  name: 'delete_ended_webhook_secrets',
  text: `update webhooks set previous_secret = null, previous_until = null
         where previous_until <= now()`,
}

/** Secrets that begin in a way, or do not (see `SecretSearch`). */
export const lockOtherSecrets = {
  name: 'lock_other_webhook_secrets',
  text: `select id, secret, previous_secret as "previousSecret" from webhooks
         where starts_with(secret, $1) <> $2 or starts_with(previous_secret, $1) <> $2
         order by id for update`,
}

/** The same secrets in another encryption, so no change of the webhook. */
export const replaceStoredSecrets = {
  name: 'replace_stored_webhook_secrets',
  text: `update webhooks w set secret = t.secret, previous_secret = t.previous_secret
         from unnest($1::int[], $2::text[], $3::text[]) as t (id, secret, previous_secret)
         where w.id = t.id`,
}

export const removeWebhook = {
  name: 'delete_webhook',
  text: 'delete from webhooks where id = $1 returning id',
}

// Events

/** True if the outbox may have events behind the place of the feed; read once a second. */
export const hasEventsAfterFeed = {
  name: 'has_events_after_webhook_feed',
  text: `select from webhook_feed f
         where exists (select from outbox o
                       where (o.feed_position, o.id) > (f.feed_position, f.outbox_id))`,
}

export const lockFeed = {
  name: 'lock_webhook_feed',
  text: `select feed_position as position, outbox_id as id from webhook_feed
         where id = 1 for update skip locked`,
}

export const readLastOfEvents = {
  name: 'read_last_of_webhook_events',
  text: `select feed_position as position, id
         from (select feed_position, id from outbox
               where (feed_position, id) > ($1::bigint, $2::bigint) and feed_position < $3
               order by feed_position, id limit 500) e
         order by feed_position desc, id desc limit 1`,
}

const eventColumns = `o.message_id, o.topic, coalesce(o.payload ->> 'action', o.payload ->> 'verb'),
  o.aggregate, o.aggregate_id, o.aggregate_version, o.created_at`
const deliveryColumns = `webhook_id, message_id, topic, action, entity, entity_id, entity_version,
  event_at`

/**
 * The events that match a condition, each with its place in the order of sending. A transaction
 * that began before another may have changed a record after it. So an event comes after those of
 * the same record with lower ids, whatever the number of its transaction.
 */
const eventsInOrder = (condition: string) => `(
           select o.id, o.message_id, o.topic, o.payload, o.aggregate, o.aggregate_id,
                  o.aggregate_version, o.created_at, o.feed_position,
                  max(o.feed_position) over (
                    partition by o.aggregate, o.aggregate_id order by o.id) as place
           from outbox o where ${condition}) o`

const upToPlace = `(o.feed_position, o.id) > ($1::bigint, $2::bigint)
             and (o.feed_position, o.id) <= ($3::bigint, $4::bigint)`

/** Queues the events up to a place for each active webhook that wants them, in their order. */
export const queueForWebhooks = {
  name: 'queue_for_webhooks',
  text: `insert into webhook_deliveries (${deliveryColumns})
         select w.id, ${eventColumns}
         from ${eventsInOrder(upToPlace)}
         join webhooks w on w.is_active and o.topic = any(w.topics)
         order by o.place, o.id, w.id
         on conflict (webhook_id, message_id) do nothing`,
}

export const moveFeed = {
  name: 'move_webhook_feed',
  text: 'update webhook_feed set feed_position = $1, outbox_id = $2 where id = 1',
}

/** Events that a webhook missed while it was inactive, or that its topics lacked. */
export const queueMissed = {
  name: 'queue_missed_for_webhook',
  text: `with queued as (
           insert into webhook_deliveries (${deliveryColumns})
           select w.id, ${eventColumns}
           from webhooks w
           join ${eventsInOrder('o.created_at >= $2')} on o.topic = any(w.topics)
           join webhook_feed f on (o.feed_position, o.id) <= (f.feed_position, f.outbox_id)
           where w.id = $1
             and not exists (select from webhook_deliveries d
                             where d.webhook_id = w.id and d.message_id = o.message_id)
           order by o.place, o.id limit $3
           on conflict (webhook_id, message_id) do nothing
           returning 1)
         select count(*)::int as count from queued`,
}

export const requeueSince = {
  name: 'requeue_webhook_deliveries',
  text: `with requeued as (
           update webhook_deliveries
           set state = 'waiting', attempts = 0, next_attempt_at = now(), ended_at = null
           where id = any(array(
             select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
             where d.webhook_id = $1 and d.event_at >= $2 and d.topic = any(w.topics)
             order by d.id limit $3))
           returning 1)
         select count(*)::int as count from requeued`,
}

// Deliveries

export const insertPing = {
  name: 'insert_webhook_ping',
  text: `insert into webhook_deliveries (webhook_id, topic) values ($1, $2) returning id`,
}

export const requeueDelivery = {
  name: 'requeue_webhook_delivery',
  text: `update webhook_deliveries
         set state = 'waiting', attempts = 0, next_attempt_at = now(), ended_at = null
         where id = $1`,
}

/** A delivery whose webhook is locked, so that it is neither deactivated nor deleted meanwhile. */
export const lockDelivery = {
  name: 'lock_webhook_delivery',
  text: `select d.webhook_id as "webhookId", d.topic, w.is_active as "isActive"
         from webhook_deliveries d join webhooks w on w.id = d.webhook_id
         where d.id = $1 for update of w`,
}

export const readDeliveredEvent = {
  name: 'read_webhook_event',
  text: `select message_id as "messageId", topic, action, entity, entity_id as "entityId",
                entity_version as "entityVersion", event_at as "eventAt",
                webhook_id as "webhookId"
         from webhook_deliveries where id = $1`,
}

export const readAttempts = {
  name: 'read_webhook_attempts',
  text: `select at, url, headers, status, answer, error, took_ms as "tookMs"
         from webhook_attempts where delivery_id = $1 order by id desc limit 20`,
}

// Retention

const isOldDelivery = `created_at < now() - make_interval(days => ${deliveryDays})`

/** Attempts are deleted with their delivery. */
export const deleteOldDeliveries = {
  name: 'delete_old_webhook_deliveries',
  text: `with gone as (
           delete from webhook_deliveries where id = any(array(
             select id from webhook_deliveries
             where ${isOldDelivery}
             order by id limit ${batch} for update skip locked))
           returning 1)
         select count(*)::int as count from gone`,
}
export const countOldDeliveries = {
  name: 'count_old_webhook_deliveries',
  text: `select count(*) as count, min(created_at) as oldest
         from webhook_deliveries where ${isOldDelivery}`,
}
export const countOldAttempts = {
  name: 'count_attempts_of_old_webhook_deliveries',
  text: `select count(*) as count, min(at) as oldest from webhook_attempts
         where delivery_id in (select id from webhook_deliveries where ${isOldDelivery})`,
}
