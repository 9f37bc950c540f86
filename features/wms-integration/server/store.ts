import { listSpec } from '#platform/server/lists/list-sql.ts'
import { wmsDriftList, wmsMessageList, wmsProblemList, wmsRunList } from '../contract.ts'
import { parkedHours } from '../rules.ts'

export const notLaterThanNow = {
  name: 'wms_moment_not_later_than_now',
  text: 'select least($1::timestamptz, now()) as at',
}

const futureSeconds = 300

export const isFromTheFuture = {
  name: 'is_wms_moment_from_the_future',
  text: `select $1::timestamptz > now() + make_interval(secs => ${futureSeconds}) as "isFuture"`,
}

export const addImport = {
  name: 'add_wms_import',
  text: `insert into wms_imports (kind, external_id, message_id, data, state, applied_at)
         values ($1, $2, $3, $4::jsonb, 'applied', now())
         on conflict do nothing
         returning id`,
}

export const lockKnownImport = {
  name: 'lock_known_wms_import',
  text: `select id, state, data from wms_imports where kind = $1 and external_id = $2
         for update`,
}

export const replaceImport = {
  name: 'replace_data_of_wms_import',
  text: `update wms_imports set data = $2::jsonb, message_id = coalesce($3, message_id)
         where id = $1`,
}

/** The lines of other messages with the same reference, order and parcel. */
export const findSameGoods = {
  name: 'find_wms_imports_of_same_reference',
  text: `select data -> 'lines' as lines from wms_imports
         where kind = $1 and state in ('applied', 'partial') and data ->> 'orderNumber' = $2
           and lower(coalesce(data ->> 'reference', data ->> 'shipmentId', data ->> 'receiptId'))
             = lower($3)
           and coalesce(data ->> 'shipmentId', data ->> 'receiptId') <> $4
           and coalesce(data ->> 'trackingNumber', $5::text, '')
             = coalesce($5::text, data ->> 'trackingNumber', '')`,
}

export const settleImport = {
  name: 'settle_wms_import',
  text: `update wms_imports
         set state = $2, results = $3::jsonb, reason = $4, applied_at = now()
         where id = $1`,
}

export const insertImport = {
  name: 'keep_wms_import',
  text: `insert into wms_imports as i (kind, external_id, message_id, data, state, reason)
         values ($1, $2, $3, $4::jsonb, $5, $6)
         on conflict (kind, external_id) do update
           set attempts = i.attempts + 1,
               state = case when i.state not in ('parked', 'failed') then i.state
                            when i.created_at < now() - make_interval(hours => ${parkedHours})
                              then 'failed'
                            else excluded.state end,
               reason = case when i.state in ('parked', 'failed') then excluded.reason
                             else i.reason end,
               data = case when i.state in ('parked', 'failed') then excluded.data
                           else i.data end
         returning id, state, data,
                   created_at < now() - make_interval(hours => ${parkedHours}) as "isOld"`,
}

export const lockImport = {
  name: 'lock_waiting_wms_import',
  text: `select id, kind as type, external_id as "externalId", data,
                md5(data::text) as fingerprint
         from wms_imports where id = $1 and state in ('parked', 'failed') for update`,
}

/** Only while the event has the content that was tried: a correction has an outcome of its own. */
export const recordFailedRetry = {
  name: 'record_failed_retry_of_wms_import',
  text: `update wms_imports
         set attempts = attempts + 1, reason = $3,
             state = case when created_at < now() - make_interval(hours => ${parkedHours})
                            then 'failed'
                          else $2 end
         where id = $1 and state in ('parked', 'failed') and md5(data::text) = $4
         returning created_at < now() - make_interval(hours => ${parkedHours}) as "isOld"`,
}

export const listParked = {
  name: 'list_parked_wms_imports',
  text: `select i.id from wms_imports i
         where i.state = 'parked'
           and (i.created_at < now() - make_interval(hours => ${parkedHours})
                or not exists (select from sales_orders o
                               where o.order_number = i.data ->> 'orderNumber'
                                 and o.status = 'pending'))
         order by i.id limit 500`,
}

export const findOrder = {
  name: 'find_shipped_order',
  text: `select id, status, order_date as "orderDate" from sales_orders where order_number = $1`,
}

export const readUnitsToShip = {
  name: 'read_units_to_ship',
  text: `select i.id as "itemId", i.line_no as "lineNo", s.sku, s.unit_of_measure as unit,
                i.qty_reserved + i.qty_backordered as open
         from sales_order_items i join skus s on s.id = i.sku_id
         where i.sales_order_id = $1 order by i.line_no`,
}

export const findPurchase = {
  name: 'find_received_purchase_order',
  text: 'select id from purchase_orders where order_number = $1',
}

export const readOpenLines = {
  name: 'read_open_purchase_lines',
  text: `select i.id as "itemId", i.line_no as "lineNo", s.sku, s.unit_of_measure as unit,
                i.quantity - i.qty_received - i.qty_cancelled as open
         from purchase_order_items i join skus s on s.id = i.sku_id
         where i.purchase_order_id = $1 order by i.line_no`,
}

export const findReturn = {
  name: 'find_received_return',
  text: `select id from returns where return_number = $1 and type = 'rma'`,
}

export const readOpenReturnLines = {
  name: 'read_open_return_lines',
  text: `select i.id as "itemId", i.line_no as "lineNo", s.sku, s.unit_of_measure as unit,
                i.quantity - i.qty_received - i.qty_cancelled as open,
                coalesce(i.disposition, 'restock') as disposition
         from return_items i join skus s on s.id = i.sku_id
         where i.return_id = $1 order by i.line_no`,
}

export const lockSku = {
  name: 'lock_moved_sku',
  text: `select id from skus where lower(sku) = $1 and deleted_at is null for no key update`,
}

/** For each data type: its last step, the figures of its last good one, and its open problems. */
export const readTypes = {
  name: 'read_wms_types',
  text: `select t.type as "dataType", l.is_success as "isSuccess", g.processed,
                g.changed, l.failed, l.error, l.ended_at as "endedAt",
                (extract(epoch from g.ended_at - g.started_at) * 1000)::int as "durationMs",
                g.ended_at as "lastSync",
                coalesce((select json_agg(p.title order by p.id) from (
                   select id, title from wms_problems
                   where state = 'open' and data_type = t.type order by id limit 20) p), '[]')
                  as errors
         from unnest($1::text[]) with ordinality as t (type, place)
         left join lateral (select * from wms_run_steps s where s.data_type = t.type
                            order by s.ended_at desc limit 1) l on true
         left join lateral (select * from wms_run_steps s
                            where s.data_type = t.type and s.is_success
                            order by s.ended_at desc limit 1) g on true
         order by t.place`,
}

export const readDayOfSteps = {
  name: 'read_wms_day_of_steps',
  text: `select data_type as "dataType", ended_at as at, is_success as "isSuccess", changed,
                processed
         from wms_run_steps where ended_at > $1::timestamptz - interval '24 hours'
         order by ended_at`,
}

/**
 * True if a step of run `r` failed completely or in part, even if the run went through all steps.
 */
const hasErrors = `exists (
    select from wms_run_steps s where s.run_id = r.id and (not s.is_success or s.failed > 0))`
const runState = `case when r.state = 'done' and ${hasErrors} then 'partial' else r.state end`

/** When the last full sync started by the schedule ended without errors. */
export const lastSuccessfulSchedule = `(
    select r.ended_at from wms_runs r
    where r.job = 'full' and r.started_from = 'schedule' and r.state = 'done' and not ${hasErrors}
    order by r.ended_at desc limit 1)`

export const runList = listSpec(wmsRunList, {
  columns: `r.id, r.job, r.started_from as "startedFrom", coalesce(u.username, 'system') as by,
    ${runState} as state, r.progress, r.error, r.created_at as "createdAt",
    r.started_at as "startedAt", r.ended_at as "endedAt", r.is_cancel_asked as "isCancelAsked",
    coalesce((select json_agg(json_build_object(
        'dataType', s.data_type, 'isSuccess', s.is_success, 'processed', s.processed,
        'changed', s.changed, 'failed', s.failed, 'error', s.error) order by s.id)
      from wms_run_steps s where s.run_id = r.id), '[]') as steps,
    (select max(m.id) from wms_messages m where m.run_id = r.id) as "lastMessageId"`,
  from: 'wms_runs r left join users u on u.id = r.started_by',
  where: 'true',
  id: 'r.id',
  fields: { id: 'r.id', job: 'r.job', state: runState },
  search: ['r.error', 'u.username'],
  values: [],
})

export const messageList = listSpec(wmsMessageList, {
  columns: `m.id, m.run_id as "runId", m.direction, m.channel, m.kind,
    m.external_id as "externalId", m.status, m.records, m.sha256, m.error, m.took_ms as "tookMs",
    length(m.body) as "size", m.created_at as "createdAt"`,
  from: 'wms_messages m',
  where: 'true',
  id: 'm.id',
  fields: {
    id: 'm.id',
    direction: 'm.direction',
    status: 'm.status',
    kind: 'm.kind',
    runId: 'm.run_id',
  },
  search: ['m.external_id', 'm.kind', 'm.sha256', 'm.error'],
  values: [],
})

export const readMessage = {
  name: 'read_wms_message',
  text: `select ${messageList.columns}, m.body, m.answer from wms_messages m where m.id = $1`,
}

export const readSamples = {
  name: 'read_wms_samples',
  text: `select distinct on (kind) id, kind, direction, created_at as "createdAt",
                left(body, 4000) as body
         from wms_messages where status in ('accepted', 'partial') order by kind, id desc`,
}

/**
 * True if a retry can solve problem `p`: its document or event still waits, or a count may help.
 */
export const canRetry = `(
    p.kind = 'export' and exists (select from wms_exports e
      where e.id = p.export_id and e.state in ('waiting', 'failed'))
    or exists (select from wms_imports i
      where i.id = p.import_id and i.state in ('parked', 'failed'))
    or p.kind in ('drift', 'connection', 'short', 'count'))`

export const countOpenProblems = {
  name: 'count_open_wms_problems',
  text: `select count(*) as open, count(*) filter (where ${canRetry}) as retryable
         from wms_problems p where p.state = 'open'`,
}

export const problemList = listSpec(wmsProblemList, {
  columns: `p.id, p.kind, p.data_type as "dataType", p.direction, p.record, p.link, p.title,
    p.reason, p.proposal, p.attempts, p.state, p.first_seen_at as "firstSeenAt",
    p.last_seen_at as "lastSeenAt", p.ended_at as "endedAt", p.note,
    ${canRetry} as "canRetry",
    p.version`,
  from: 'wms_problems p',
  where: 'true',
  id: 'p.id',
  fields: {
    id: 'p.id',
    record: 'p.record',
    lastSeenAt: 'p.last_seen_at',
    attempts: 'p.attempts',
    state: 'p.state',
    direction: 'p.direction',
    dataType: 'p.data_type',
  },
  search: ['p.record', 'p.title', 'p.reason'],
  values: [],
})

export const driftList = listSpec(wmsDriftList, {
  columns: `d.id, d.snapshot_id as "snapshotId", d.as_of as "asOf", d.sku_id as "skuId",
    s.sku, s.name,
    d.class, d.expected, d.reported, d.committed_expected as "committedExpected",
    d.committed_reported as "committedReported", d.on_order_expected as "onOrderExpected",
    d.on_order_reported as "onOrderReported"`,
  from: 'wms_drift d join skus s on s.id = d.sku_id',
  where: 'true',
  id: 'd.id',
  fields: { id: 'd.id', sku: 's.sku', class: 'd.class', skuId: 'd.sku_id' },
  search: ['s.sku', 'd.snapshot_id'],
  values: [],
})
