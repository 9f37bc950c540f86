import type { AutomaticName } from '../../rules.ts'

// The statements that turn events and the calendar into automatic emails.

/** Starts the feed at this moment: what happened before is not emailed. */
export const startFeed = {
  name: 'start_email_feed',
  text: `insert into email_feed (id, feed_position, outbox_id) values (1, $1, 0)
         on conflict (id) do nothing`,
}

/** Whether the feed has begun, and whether the outbox may have events behind it. */
export const readFeed = {
  name: 'read_email_feed',
  text: `select exists (select from outbox o
                        where (o.feed_position, o.id) > (f.feed_position, f.outbox_id))
                  as "hasEvents"
         from email_feed f where f.id = 1`,
}

export const lockFeed = {
  name: 'lock_email_feed',
  text: `select feed_position as position, outbox_id as id from email_feed
         where id = 1 for update skip locked`,
}

export const readLastOfEvents = {
  name: 'read_last_of_email_events',
  text: `select feed_position as position, id
         from (select feed_position, id from outbox
               where (feed_position, id) > ($1::bigint, $2::bigint) and feed_position < $3
               order by feed_position, id limit 500) e
         order by feed_position desc, id desc limit 1`,
}

export const moveFeed = {
  name: 'move_email_feed',
  text: 'update email_feed set feed_position = $1, outbox_id = $2 where id = 1',
}

// The parameters of these statements: the places from and to, the company's choice for the
// document, and the oldest day of a document that is still emailed.

const between = `(e.feed_position, e.id) > ($1::bigint, $2::bigint)
           and (e.feed_position, e.id) <= ($3::bigint, $4::bigint)`
const once = 'on conflict (name, record_id, document_version) do nothing'
// The time of the event, not of this job: a person may have sent the document in between.
const columns = '(name, record_id, document_version, message_id, created_at)'
const ruleOf = (party: string, id: string, name: AutomaticName) =>
  `left join email_rules r
           on r.party = '${party}' and r.party_id = ${id} and r.name = '${name}'`
const isSent = 'coalesce(r.is_sent, $5)'
const confirmationRule = ruleOf('customer', 'o.customer_id', 'order-confirmation')
const shipmentRule = ruleOf('customer', 'o.customer_id', 'shipment-notice')
const invoiceRule = ruleOf('customer', 'i.customer_id', 'invoice')
const reminderRule = ruleOf('customer', 'l.customer_id', 'dunning-letter')
const purchaseRule = ruleOf('vendor', 'o.vendor_id', 'purchase-order')

/**
 * The first confirmation of an order, when it is accepted: created without a hold that stays
 * inside, or released.
 */
export const acceptedOrders = {
  name: 'queue_order_confirmations',
  text: `insert into automatic_emails ${columns}
         select 'order-confirmation', o.id, 'first', e.message_id, e.created_at
         from outbox e join sales_orders o on o.id = e.aggregate_id
         ${confirmationRule}
         where ${between} and ${isSent} and o.order_date >= $6::date
           and (e.topic = 'sales-order.created'
                or (e.topic = 'sales-order.changed'
                    and e.payload ->> 'action' in ('release', 'override-credit')))
           and o.status in ('pending', 'processing')
           and coalesce(o.hold_reason, 'stock') in ('payment', 'address', 'stock')
         order by e.feed_position, e.id
         ${once}`,
}

/**
 * A change of an order is confirmed again, once the first confirmation was due. What changes while
 * it is on hold inside is confirmed with its release, if the document differs then.
 */
export const changedOrders = {
  name: 'queue_changed_order_confirmations',
  text: `insert into automatic_emails ${columns}
         select 'order-confirmation', o.id, 'v' || e.aggregate_version, e.message_id, e.created_at
         from outbox e join sales_orders o on o.id = e.aggregate_id
         ${confirmationRule}
         where ${between} and ${isSent} and o.order_date >= $6::date - 365
           and e.topic = 'sales-order.changed'
           and e.payload ->> 'action' in ('update', 'revise', 'release', 'override-credit')
           and o.status in ('pending', 'processing')
           and coalesce(o.hold_reason, 'stock') in ('payment', 'address', 'stock')
           and exists (select from automatic_emails a
                       where a.name = 'order-confirmation' and a.record_id = o.id
                         and a.document_version = 'first' and a.message_id <> e.message_id)
         order by e.feed_position, e.id
         ${once}`,
}

export const shipments = {
  name: 'queue_shipment_notices',
  text: `insert into automatic_emails ${columns}
         select 'shipment-notice', h.id, 'first', e.message_id, e.created_at
         from outbox e
         join shipments h on h.shipment_number = e.payload -> 'shipment' ->> 'shipmentNumber'
         join sales_orders o on o.id = h.sales_order_id
         ${shipmentRule}
         where ${between} and ${isSent} and h.ship_date >= $6::date
           and e.topic = 'sales-order.changed'
         order by e.feed_position, e.id
         ${once}`,
}

export const invoices = {
  name: 'queue_invoices',
  text: `insert into automatic_emails ${columns}
         select 'invoice', i.id, 'first', e.message_id, e.created_at
         from outbox e join invoices i on i.id = e.aggregate_id
         ${invoiceRule}
         where ${between} and ${isSent} and i.doc_date >= $6::date and e.topic = 'invoice.posted'
         order by e.feed_position, e.id
         ${once}`,
}

export const reminders = {
  name: 'queue_reminders',
  text: `insert into automatic_emails ${columns}
         select 'dunning-letter', l.id, 'first', e.message_id, e.created_at
         from outbox e join dunning_letters l on l.id = e.aggregate_id
         ${reminderRule}
         where ${between} and ${isSent} and l.letter_on >= $6::date
           and e.topic = 'dunning.reminded'
         order by e.feed_position, e.id
         ${once}`,
}

/** A purchase order when it is approved. */
export const purchaseOrders = {
  name: 'queue_purchase_orders',
  text: `insert into automatic_emails ${columns}
         select 'purchase-order', o.id, 'first', e.message_id, e.created_at
         from outbox e join purchase_orders o on o.id = e.aggregate_id
         ${purchaseRule}
         where ${between} and ${isSent} and o.order_date >= $6::date
           and e.topic = 'purchase-order.changed' and e.payload ->> 'status' = 'approved'
           and e.payload ->> 'verb' in ('create', 'approve') and o.status = 'approved'
         order by e.feed_position, e.id
         ${once}`,
}

/** A change of an approved purchase order, such as of its date. */
export const changedPurchaseOrders = {
  name: 'queue_changed_purchase_orders',
  text: `insert into automatic_emails ${columns}
         select 'purchase-order', o.id, 'v' || e.aggregate_version, e.message_id, e.created_at
         from outbox e join purchase_orders o on o.id = e.aggregate_id
         ${purchaseRule}
         where ${between} and ${isSent} and o.order_date >= $6::date - 365
           and e.topic = 'purchase-order.changed' and e.payload ->> 'verb' = 'update'
           and o.status = 'approved'
           and exists (select from automatic_emails a
                       where a.name = 'purchase-order' and a.record_id = o.id
                         and a.document_version = 'first' and a.message_id <> e.message_id)
         order by e.feed_position, e.id
         ${once}`,
}

/**
 * The statements of customers whose day is today or was some days ago (`$2` to `$3`), if they owe
 * something or had activity in the month. `$1` is the company's choice, `$4` its day, `$5` the
 * version, `$6` and `$7` the period.
 */
export const queueStatements = {
  name: 'queue_statements',
  text: `insert into automatic_emails
           (name, record_id, document_version, period_from, period_to)
         select 'statement', c.id, $5::text, $6::date, $7::date
         from customers c
         left join email_rules r
           on r.party = 'customer' and r.party_id = c.id and r.name = 'statement'
         where coalesce(r.is_sent, $1) and c.deleted_at is null
           and coalesce(r.day_of_month, $4) between $2 and $3
           and not exists (select from automatic_emails a
                           where a.name = 'statement' and a.record_id = c.id
                             and a.document_version = $5::text)
           and (c.current_balance <> 0 or exists (
             select from journal_lines l join journal_entries j on j.id = l.entry_id
             where l.customer_id = c.id and l.account = '1100'
               and j.posted_on between $6::date and $7::date))
         order by c.id
         ${once}`,
}

// Making the messages

/** Claims the oldest due automatic email for three minutes. */
export const claimDue = {
  name: '',
  text: `update automatic_emails
         set attempts = attempts + 1, next_attempt_at = now() + interval '180 seconds'
         where id = (select id from automatic_emails
                     where state = 'waiting' and next_attempt_at <= now()
                     order by id limit 1 for update skip locked)
         returning id, name, record_id as "recordId", attempts, period_from as "periodFrom",
                   period_to as "periodTo"`,
}

/** Locks it in the transaction that makes the message; none if another node was faster. */
export const lockWaiting = {
  name: 'lock_automatic_email',
  text: `select document_version as "documentVersion" from automatic_emails
         where id = $1 and state = 'waiting' and attempts = $2 for update`,
}

/**
 * Why it is not needed any more: a later version waits or was sent, or a person sent the document
 * since the event. A document that has only one version counts as sent by any earlier message.
 */
export const findReplacement = {
  name: 'find_replacement_of_automatic_email',
  text: `select
           exists (select from automatic_emails l
                   where l.name = a.name and l.record_id = a.record_id and l.id > a.id
                     and l.state in ('waiting', 'queued') and a.name <> 'statement')
             as "hasLater",
           exists (select from document_sendings s
                   where s.name = a.name and s.record_id = a.record_id and s.queued_by is not null
                     and s.status <> 'failed'
                     and (s.queued_at >= a.created_at
                          or a.name in ('invoice', 'shipment-notice', 'dunning-letter')))
             as "isSentByHand"
         from automatic_emails a where a.id = $1`,
}

/** Ends it: `$2` is the state, `$3` the reason, `$4` the message. */
export const settle = {
  name: 'settle_automatic_email',
  text: `update automatic_emails
         set state = $2, reason = $3, sending_id = $4, ended_at = now()
         where id = $1 and state = 'waiting'`,
}

export const delay = {
  name: 'delay_automatic_email',
  text: `update automatic_emails
         set reason = $2, next_attempt_at = now() + make_interval(secs => $3)
         where id = $1 and state = 'waiting'`,
}

/** Gives up what waited too long: nobody wants last month's shipment notice. */
export const refuseStale = {
  name: 'refuse_stale_automatic_emails',
  text: `update automatic_emails set state = 'refused', reason = $2, ended_at = now()
         where state = 'waiting' and next_attempt_at <= now()
           and created_at < now() - make_interval(days => $1)`,
}

/** Whether the message `$1` only repeats the one before it: same paper, same recipients. */
export const findSameSent = {
  name: 'find_same_document_sent',
  text: `select from document_sendings s
         cross join lateral (
           select b.paper, b.to_addresses from document_sendings b
           where b.name = s.name and b.record_id = s.record_id and b.id < s.id
             and b.status <> 'failed'
           order by b.id desc limit 1) b
         where s.id = $1 and b.paper = s.paper and b.to_addresses = s.to_addresses`,
}

/** Statements need a month, and changes of orders those of the last 365 days. */
export const emailDays = 400
const isOldEmail = `ended_at < now() - make_interval(days => ${emailDays})`

export const deleteOldEmails = {
  name: 'delete_old_automatic_emails',
  text: `with gone as (
           delete from automatic_emails where id = any(array(
             select id from automatic_emails
             where ${isOldEmail}
             order by ended_at limit 10000 for update skip locked))
           returning 1)
         select count(*)::int as count from gone`,
}
export const countOldEmails = {
  name: 'count_old_automatic_emails',
  text: `select count(*) as count, min(ended_at) as oldest
         from automatic_emails where ${isOldEmail}`,
}
