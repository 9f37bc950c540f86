import { grantsOfOwnRole } from '#features/auth/server/service.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { intakeCorrectionList, intakeMessageList } from '../contract.ts'

// The statements of messages. `isOpen` is the condition of the indexes of open messages.
const isOpen = `m.state in ('received', 'needs attention')`

/** The list of messages, newest first; `$1` is the user, for the filter by owner. */
export const messageList: Omit<ListSpec, 'values'> = listSpec(intakeMessageList, {
  columns: `m.id, m.channel, m.sender, m.subject, m.customer_id as "customerId",
    c.customer_code as "customerCode", m.customer_po as "customerPO", m.state,
    m.problems -> 0 ->> 'message' as problem,
    jsonb_array_length(m.problems) as "problemCount", m.reason, m.owner_id as "ownerId",
    u.username as "ownerName",
    array(select s.order_number::text from intake_orders o
          join sales_orders s on s.id = o.sales_order_id
          where o.message_id = m.id order by s.id limit 500) as "orderNumbers",
    m.duplicate_of as "duplicateOf", m.arrivals, m.size, encode(m.sha256, 'hex') as sha256,
    m.raw is not null as "isRawStored", m.received_at as "receivedAt",
    m.updated_at as "updatedAt", m.version`,
  from: `intake_messages m left join customers c on c.id = m.customer_id
    left join users u on u.id = m.owner_id`,
  where: '$1::int is not null',
  id: 'm.id',
  fields: {
    id: 'm.id',
    channel: { sql: 'm.channel', orderedBy: 'm.id' },
    state: { sql: 'm.state', orderedBy: 'm.id' },
    receivedAt: 'm.received_at',
    age: {
      sql: `case when m.received_at > now() - interval '1 day' then 'day'
                 when m.received_at > now() - interval '3 days' then 'days'
                 when m.received_at > now() - interval '7 days' then 'week'
                 else 'older' end`,
    },
    owner: {
      sql: `case when m.owner_id is null then 'nobody' when m.owner_id = $1::int then 'me'
                 else 'other' end`,
    },
    open: { when: 'true', holds: isOpen },
    customerId: 'm.customer_id',
  },
  search: ['m.sender', 'm.subject', 'm.customer_po', 'c.customer_code'],
  countUpTo: 10_000,
})

export const correctionList = listSpec(intakeCorrectionList, {
  columns: `k.id, k.customer_id as "customerId", c.customer_code as "customerCode", k.kind, k.text,
    k.sku_id as "skuId", s.sku, k.value, k.factor, u.username as "createdByName",
    k.updated_at as "updatedAt"`,
  from: `intake_corrections k join customers c on c.id = k.customer_id
    left join skus s on s.id = k.sku_id left join users u on u.id = k.created_by`,
  where: 'true',
  id: 'k.id',
  fields: { id: 'k.id', kind: 'k.kind', customerId: 'k.customer_id' },
  search: ['k.text', 'k.value', 'c.customer_code', 's.sku'],
  values: [],
})

export const countOpen = {
  name: 'count_open_intake_messages',
  text: `select count(*) as open, count(*) filter (where m.owner_id = $1::int) as mine
         from intake_messages m where ${isOpen}`,
}

/** As many bytes of a raw message as its shown text may have. */
const shownBytes = 786_432

/** The form of a message and its problems, with the start of the raw message if it has no text. */
export const readContent = {
  name: 'read_content_of_intake_message',
  text: `select case when content ? 'text' then null
                     else substring(raw from 1 for ${shownBytes}) end as raw,
                raw is not null as "hasRaw", content, options, problems
         from intake_messages where id = $1`,
}

export const readRaw = {
  name: 'read_raw_intake_message',
  text: 'select raw, media_type as "mediaType" from intake_messages where id = $1',
}

export const readToRun = {
  name: 'read_intake_message_to_run',
  text: `select id, channel, subject, source_key as "sourceKey", raw, options, problems, state,
                version, arrivals
         from intake_messages where id = $1`,
}

export const readOrders = {
  name: 'read_orders_of_intake_message',
  text: `select s.id, s.order_number as "orderNumber", s.status
         from intake_orders o join sales_orders s on s.id = o.sales_order_id
         where o.message_id = $1 order by s.id`,
}

export const lockMessage = {
  name: 'lock_intake_message',
  text: `select id, channel, state, source_key as "sourceKey", sender, subject, content, options,
                problems, customer_id as "customerId", customer_po as "customerPO",
                owner_id as "ownerId", version
         from intake_messages where id = $1 for update`,
}

export const findRaw = {
  name: 'find_raw_of_intake_message',
  text: 'select id from intake_messages where id = $1 and raw is not null',
}

export const readState = {
  name: 'read_state_of_intake_message',
  text: 'select state from intake_messages where id = $1',
}

/** The active users with a built-in role of `$1`, or an own role that works in the inbox. */
export const findAssignees = {
  name: 'find_assignees_of_intake_messages',
  text: `select u.id, u.username from users u
         where u.is_active and ($2::int is null or u.id = $2::int)
           and (u.role = any($1::text[])
                or exists (select from own_roles o
                           where o.id = u.own_role_id and 'intake.work' = any ${grantsOfOwnRole}))
         order by lower(u.username), u.id
         limit 500`,
}

export const lockMessages = {
  name: 'lock_intake_messages',
  text: `select id, 'Message ' || id as number from intake_messages where id = any($1::int[])
         order by id for update`,
}

// Of the same sender, or of one that is not known on either side; the same sender comes first.
const isOfSender = `($3::text = '' or m.sender_key in ('', $3::text))`
const sameSenderFirst = `m.sender_key <> $3::text, m.id`

/** One transaction at a time records the same bytes of a channel, whoever sent them. */
export const lockBytes = {
  name: 'lock_bytes_of_intake_message',
  text: `select pg_advisory_xact_lock(hashtextextended('intake ' || $1, 0))`,
}

/** The open message of a sender with the same bytes, locked. */
export const findOpenSame = {
  name: 'find_open_same_intake_message',
  text: `select id from intake_messages m
         where m.channel = $1 and m.sha256 = $2::bytea and ${isOfSender} and ${isOpen}
         order by ${sameSenderFirst} limit 1 for update`,
}

export const countArrival = {
  name: 'count_arrival_of_intake_message',
  text: `update intake_messages
         set arrivals = arrivals + 1, source_key = coalesce($2, source_key), updated_at = now(),
             version = version + 1
         where id = $1`,
}

const hasHash = '(m.sha256 = any($2::bytea[]) or m.order_sha256 = any($2::bytea[]))'

/** Whether a message with one of these hashes is open. */
export const findAnyOpenSame = {
  name: 'find_any_open_same_intake_message',
  text: `select id from intake_messages m
         where m.channel = $1 and ${hasHash} and ${isOpen} limit 1`,
}

/** Open messages with these hashes, locked once nobody else works on them. */
export const lockOpenSame = {
  name: 'lock_open_same_intake_messages',
  text: `select id, encode(sha256, 'hex') as sha256, encode(order_sha256, 'hex') as "orderSha256",
                sender_key as "senderKey"
         from intake_messages m
         where m.channel = $1 and ${hasHash} and ${isOpen}
         order by m.id for update`,
}

/** Writes the hash of an order of the API as it was parsed. */
export const writeOrderHash = {
  name: 'write_order_hash_of_intake_message',
  text: `update intake_messages set order_sha256 = $2::bytea
         where id = $1 and order_sha256 is null`,
}

/** The latest message of a sender with the same bytes, and its orders. */
export const findLatestSame = {
  name: 'find_latest_same_intake_message',
  text: `select m.id, m.state,
                array(select s.order_number::text from intake_orders o
                      join sales_orders s on s.id = o.sales_order_id
                      where o.message_id = m.id order by s.id limit 5) as numbers
         from intake_messages m
         where m.channel = $1 and m.sha256 = $2::bytea and ${isOfSender}
         order by m.id desc limit 1`,
}

/** The earliest message of a sender with the same bytes. */
export const findSame = {
  name: 'find_same_intake_message',
  text: `select id from intake_messages m
         where m.channel = $1 and m.sha256 = $2::bytea and ${isOfSender}
         order by ${sameSenderFirst} limit 1`,
}

export const findSource = {
  name: 'find_intake_message_of_source',
  text: `select id, encode(sha256, 'hex') as sha256 from intake_messages where source_key = $1`,
}

/**
 * Inserts a message. If the same bytes of its sender are open already, that message is counted once
 * more and gets the newer source; what people changed in it stays. `isNew` says which of both
 * happened.
 */
export const insertMessage = {
  name: 'insert_intake_message',
  text: `insert into intake_messages as m
           (channel, source_key, sender, subject, media_type, raw, sha256, size, state, content,
            problems, reason, customer_id, customer_po, duplicate_of, created_by, options,
            sender_key)
         values ($1, $2, $3, $4, $5, $6::bytea, $7::bytea, $8, $9, $10::jsonb, $11::jsonb, $12,
                 $13, $14, $15, $16, $17::jsonb, $18)
         on conflict (channel, sha256, sender_key) where state in ('received', 'needs attention')
         do update set arrivals = m.arrivals + 1, updated_at = now(), version = m.version + 1,
                       source_key = coalesce(excluded.source_key, m.source_key)
         returning m.id, m.arrivals = 1 as "isNew"`,
}

/** Writes the state and the content of a locked message. */
export const updateMessage = {
  name: 'update_intake_message',
  text: `update intake_messages
         set state = $2, content = $3::jsonb, problems = $4::jsonb, reason = $5,
             customer_id = $6, customer_po = $7, duplicate_of = $8, owner_id = $9,
             options = coalesce($10::jsonb, options), updated_at = now(), version = version + 1
         where id = $1`,
}

export const linkOrders = {
  name: 'link_orders_of_intake_message',
  text: `insert into intake_orders (message_id, sales_order_id)
         select $1::int, t.id from unnest($2::int[]) as t (id)
         on conflict do nothing`,
}

// The condition of the index `intake_messages_with_text`. Version 0.12 deleted the raw bytes alone.
const hasText = `(m.raw is not null or m.content is not null or m.problems <> '[]'::jsonb)`
const hasOldText = `${hasText} and not (${isOpen})
               and m.received_at < now() - make_interval(days => $1::int)`

export const deleteOldRaw = {
  name: 'delete_raw_of_old_intake_messages',
  text: `with emptied as (
           update intake_messages
           set raw = null, content = null, options = null, problems = '[]'
           where id = any(array(
             select m.id from intake_messages m
             where ${hasOldText}
             order by m.received_at limit 1000 for update skip locked))
           returning 1)
         select count(*)::int as count from emptied`,
}

export const countOldRaw = {
  name: 'count_raw_of_old_intake_messages',
  text: `select count(*) as count, min(m.received_at) as oldest
         from intake_messages m where ${hasOldText}`,
}

export const maxBatches = 1000
export const batchSize = 1000
