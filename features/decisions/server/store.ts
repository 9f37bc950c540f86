export const batchSize = 10_000
export const maxBatches = 100

export const reserveIds = {
  name: 'reserve_decision_receipt_ids',
  text: `select array(select nextval('decision_receipts_id_seq')::int
                      from generate_series(1, $1::int)) as ids`,
}

const columns = `r.id, r.kind, r.sales_order_id as "salesOrderId",
  r.actor_id as "actorId", coalesce(u.username, 'system') as actor, k.name as "keyName",
  r.channel, r.decided_at as "decidedAt", r.canonical, encode(r.sha256, 'hex') as sha256`

const joins = `left join users u on u.id = r.actor_id left join api_keys k on k.id = r.api_key_id`

export const readReceipt = {
  name: 'read_decision_receipt',
  text: `select ${columns}, o.order_number as "orderNumber"
         from decision_receipts r ${joins}
         left join sales_orders o on o.id = r.sales_order_id
         where r.id = $1`,
}

export const readReceiptsOfOrder = {
  name: 'read_decision_receipts_of_order',
  text: `select ${columns}
         from decision_receipts r ${joins}
         where r.sales_order_id = $1
         order by r.id desc limit 200`,
}

export const findOrder = {
  name: 'find_order_of_decisions',
  text: 'select id from sales_orders where id = $1',
}

export const deleteOldReceipts = {
  name: 'delete_old_decision_receipts',
  text: `with gone as (
           delete from decision_receipts where id = any(array(
             select id from decision_receipts
             where sales_order_id is null
               and decided_at < now() - make_interval(days => $1::int)
             order by decided_at limit ${batchSize} for update skip locked))
           returning 1)
         select count(*)::int as count from gone`,
}
