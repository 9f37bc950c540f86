export const batchSize = 10_000
export const maxBatches = 100

export const reserveIds = {
  name: 'reserve_decision_receipt_ids',
  text: `select array(select nextval('decision_receipts_id_seq')::int
                      from generate_series(1, $1::int)) as ids`,
}

const head = `r.id, r.kind, coalesce(u.username, 'system') as actor, k.name as "keyName", r.channel,
  r.decided_at as "decidedAt"`

const joins = `left join users u on u.id = r.actor_id left join api_keys k on k.id = r.api_key_id`

export const readReceipt = {
  name: 'read_decision_receipt',
  text: `select ${head}, r.sales_order_id as "salesOrderId", r.actor_id as "actorId",
                r.canonical, encode(r.sha256, 'hex') as sha256, o.order_number as "orderNumber",
                r.decided_at >= versions_known_since() as "hasVersions"
         from decision_receipts r ${joins}
         left join sales_orders o on o.id = r.sales_order_id
         where r.id = $1`,
}

/**
 * The last two versions of settings ($2) that had begun when decision $1 was made, the newest
 * first, each with the person of the history entry that set it.
 */
export const readSettingVersions = {
  name: 'read_setting_versions_of_decision',
  text: `select v.name, v.value, person.actor as "changedBy",
                case when v.known_from > versions_known_since() then v.known_from end
                  as "knownFrom",
                coalesce(v.known_until <= r.decided_at, false) as "hasEnded"
         from decision_receipts r
         cross join unnest($2::text[]) as n(name)
         cross join lateral (select name, value, known_from, known_until
                             from setting_versions
                             where name = n.name and known_from <= r.decided_at
                             order by known_from desc limit 2) v
         left join lateral (select coalesce(u.username, 'system') as actor
                            from audit_log a left join users u on u.id = a.actor_id
                            where a.entity = 'setting' and a.entity_id = 1
                              and a.at <= v.known_from and a.changes -> v.name is not null
                            order by a.id desc limit 1) person on true
         where r.id = $1
         order by v.name, v.known_from desc`,
}

// What a receipt does not say: whether a person could correct the order, and whether some of it may
// have shipped before its lines were changed.
const replayed = `r.id, r.kind, r.sales_order_id as "salesOrderId", r.actor_id as "actorId",
  r.canonical, encode(r.sha256, 'hex') as sha256,
  (r.api_key_id is not null or r.channel = 'edi') as "isFromProgram",
  exists (select from audit_log a
          where a.entity = 'sales_order' and a.entity_id = r.sales_order_id
            and a.to_status = 'processing' and a.at <= r.decided_at) as "wasStarted"`

export const readReceiptToReplay = {
  name: 'read_decision_receipt_to_replay',
  text: `select ${replayed} from decision_receipts r where r.id = $1`,
}

/** Receipts with random ids: at most $2 of $1 ids, between the first and the last. */
export const sampleReceipts = {
  name: 'sample_decision_receipts',
  text: `select ${replayed}
         from (select distinct (b.first + floor(random() * (b.last - b.first + 1)))::int as id
               from (select min(id) as first, max(id) as last from decision_receipts) b
               cross join generate_series(1, $1::int)) t
         join decision_receipts r on r.id = t.id
         order by random() limit $2`,
}

/**
 * The newest receipts of an order, without their facts: those of an order with hundreds of lines
 * have some hundred kilobytes each. Each text is read once (`offset 0`).
 */
export const readReceiptsOfOrder = {
  name: 'read_decision_receipts_of_order',
  text: `select ${head}, j.doc #>> '{outcome,verdict}' as verdict,
                j.doc #>> '{outcome,holdReason}' as "holdReason",
                array_remove(array[
                  case when jsonb_array_length(coalesce(j.doc #> '{outcome,lines}', '[]')) > 0
                       then 'price' end,
                  case when j.doc -> 'facts' ? 'tax' then 'tax' end,
                  case when j.doc -> 'facts' ? 'credit' then 'credit' end,
                  case when j.doc -> 'facts' ? 'stock' then 'stock' end,
                  case when j.doc #> '{outcome,rules}' @> '[{"rule": "hold"}]' then 'hold' end
                ], null) as topics
         from (select * from decision_receipts
               where sales_order_id = $1 order by id desc limit 200) r
         cross join lateral (select r.canonical::jsonb as doc offset 0) j
         ${joins}
         order by r.id desc`,
}

export const findOrder = {
  name: 'find_order_of_decisions',
  text: 'select id from sales_orders where id = $1',
}

const isOldReceipt = `sales_order_id is null
               and decided_at < now() - make_interval(days => $1::int)`

export const deleteOldReceipts = {
  name: 'delete_old_decision_receipts',
  text: `with gone as (
           delete from decision_receipts where id = any(array(
             select id from decision_receipts
             where ${isOldReceipt}
             order by decided_at limit ${batchSize} for update skip locked))
           returning 1)
         select count(*)::int as count from gone`,
}
export const countOldReceipts = {
  name: 'count_old_decision_receipts',
  text: `select count(*) as count, min(decided_at) as oldest
         from decision_receipts where ${isOldReceipt}`,
}
