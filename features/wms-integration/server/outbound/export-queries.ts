import type { DocumentKind } from '../../rules.ts'

// What the warehouse should have of each record now, as the beginning of a statement: the query
// `wanted` with record_id, code, action, state, payload, and `fingerprinted`, from which the
// fingerprint is computed. Its parameters: the ids, or null for all records; whether items have
// their opening stock; the kind.

const address = `nullif(concat_ws(e'\\n', c.address,
  nullif(concat_ws(', ', c.city, nullif(concat_ws(' ', c.state, c.zip_code), '')), ''),
  c.country), '')`

const customers = `with wanted as (
   select id as record_id, code, 'upsert' as action, 'open' as state, payload,
          payload::text as fingerprinted
   from (
     select c.id, c.customer_code as code,
            jsonb_build_object(
              'customerCode', c.customer_code, 'companyName', c.name, 'email', c.email,
              'phone', c.phone, 'shippingAddress', ${address},
              'billingAddress', coalesce(c.billing_address, ${address}),
              'priceLevel', c.price_level, 'creditLimit', c.credit_limit::text,
              'isActive', c.is_active and c.deleted_at is null) as payload
     from customers c
     where ($1::int[] is null or c.id = any($1)) and $2::boolean is not null
       and (c.deleted_at is null
            or exists (select from wms_documents d
                       where d.kind = 'customer' and d.record_id = c.id))
   ) as documents
)`

const items = `with wanted as (
   select id as record_id, code, 'upsert' as action, 'open' as state,
          case when $2 then payload || opening else payload end as payload,
          payload::text as fingerprinted
   from (
     select s.id, s.sku as code,
            jsonb_build_object(
              'sku', s.sku, 'name', s.name, 'unitOfMeasure', s.unit_of_measure,
              'barcode', s.barcode, 'category', s.category,
              'isActive', s.is_active and s.deleted_at is null) as payload,
            jsonb_build_object('openingStock', s.current_stock, 'location', s.wms_location)
              as opening
     from skus s
     where ($1::int[] is null or s.id = any($1))
       and (s.deleted_at is null
            or exists (select from wms_documents d where d.kind = 'item' and d.record_id = s.id))
   ) as documents
)`

/** The action and state of a document: by its phase, and whether the warehouse has it open. */
const actionOfPhase = `id as record_id, code,
          case when phase <> 'open' then phase when was_open then 'change' else 'original' end
            as action,
          case phase when 'cancel' then 'cancel_requested' else phase end as state`

const orders = `with wanted as (
   select ${actionOfPhase},
          payload, concat(phase, payload) as fingerprinted
   from (
     select o.id, o.order_number as code, coalesce(d.state = 'open', false) as was_open,
            case when o.cancel_request is not null or o.status in ('pending', 'cancelled')
                   then 'cancel'
                 when o.status = 'processing' then 'open' else 'closed' end as phase,
            jsonb_build_object(
              'orderNumber', o.order_number, 'orderDate', o.order_date,
              'customerCode', c.customer_code, 'customerName', c.name,
              'customerPO', o.customer_po,
              'shippingAddress', coalesce(o.shipping_address, ${address}),
              'instructions', o.notes,
              'lines', (select jsonb_agg(jsonb_build_object(
                                 'lineNo', i.line_no, 'sku', s.sku, 'quantity', i.quantity,
                                 'unitOfMeasure', s.unit_of_measure) order by i.line_no)
                        from sales_order_items i join skus s on s.id = i.sku_id
                        where i.sales_order_id = o.id and i.quantity > 0))
            || jsonb_strip_nulls(jsonb_build_object('shippingMethod', o.shipping_method))
              as payload
     from sales_orders o
     join customers c on c.id = o.customer_id
     left join wms_documents d on d.kind = 'order' and d.record_id = o.id
     where ($1::int[] is null or o.id = any($1)) and $2::boolean is not null
       and not o.header_only
       and (o.status = 'processing' and d.state is distinct from 'too_late' or d.state = 'open')
   ) as documents
)`

// A document that was over is sent once more after the reversal of a receipt, unless the warehouse
// has answered that it is over there.
const isFinishedSql = `coalesce(d.state = 'closed' and exists (
  select from wms_exports e
  where e.kind = d.kind and e.record_id = d.record_id and e.version = d.version
    and e.answer = 'too_late'), false)`

const expectedReceipts = `with wanted as (
   select ${actionOfPhase},
          payload || received as payload, concat(phase, payload) as fingerprinted
   from (
     select p.id, p.order_number as code, coalesce(d.state = 'open', false) as was_open,
            case when p.cancel_request is not null then 'cancel'
                 when p.status = 'approved' then 'open'
                 when p.status = 'received' then 'closed' else 'cancel' end as phase,
            jsonb_build_object(
              'orderNumber', p.order_number, 'vendorCode', v.vendor_code, 'vendorName', v.name,
              'expectedDate', p.expected_date, 'instructions', p.notes,
              'lines', (select jsonb_agg(jsonb_build_object(
                                 'lineNo', i.line_no, 'sku', s.sku,
                                 'quantity', i.quantity - i.qty_cancelled,
                                 'unitOfMeasure', s.unit_of_measure) order by i.line_no)
                        from purchase_order_items i join skus s on s.id = i.sku_id
                        where i.purchase_order_id = p.id)) as payload,
            jsonb_build_object(
              'received', (select jsonb_object_agg(i.line_no, i.qty_received)
                           from purchase_order_items i
                           where i.purchase_order_id = p.id)) as received
     from purchase_orders p
     join vendors v on v.id = p.vendor_id
     left join wms_documents d on d.kind = 'expected_receipt' and d.record_id = p.id
     where ($1::int[] is null or p.id = any($1)) and $2::boolean is not null
       and not p.header_only
       and (p.status = 'approved' and d.state is distinct from 'too_late' and not ${isFinishedSql}
            or d.state = 'open')
   ) as documents
)`

// Units received by hand are exported as movements, so they are no longer expected. Receipts
// reported by the warehouse have no author; what was reversed of them is expected once more.
const unitsToExpect = `(i.quantity - i.qty_cancelled - (
  select coalesce(sum(case when (k.created_by is null) = (v.id is null) then 0
                           when v.id is null then t.quantity else -t.quantity end), 0)
  from return_receipt_items t join return_receipts k on k.id = t.return_receipt_id
  left join return_receipt_reversals v on v.return_receipt_id = k.id
  where t.return_item_id = i.id))`

const expectedReturns = `with wanted as (
   select ${actionOfPhase},
          payload, concat(phase, payload) as fingerprinted
   from (
     select r.id, r.return_number as code, coalesce(d.state = 'open', false) as was_open,
            case when r.cancel_request is not null or r.status = 'cancelled' then 'cancel'
                 when r.status = 'approved' then 'open' else 'closed' end as phase,
            jsonb_build_object(
              'returnNumber', r.return_number, 'customerCode', c.customer_code,
              'customerName', c.name, 'orderNumber', o.order_number, 'reason', r.reason,
              'instructions', r.notes,
              'lines', (select jsonb_agg(jsonb_build_object(
                                 'lineNo', i.line_no, 'sku', s.sku,
                                 'quantity', ${unitsToExpect},
                                 'unitOfMeasure', s.unit_of_measure,
                                 'isHeld', i.disposition is distinct from 'restock')
                               order by i.line_no)
                        from return_items i join skus s on s.id = i.sku_id
                        where i.return_id = r.id and ${unitsToExpect} > 0)) as payload
     from returns r
     join customers c on c.id = r.customer_id
     left join sales_orders o on o.id = r.sales_order_id
     left join wms_documents d on d.kind = 'expected_return' and d.record_id = r.id
     where ($1::int[] is null or r.id = any($1)) and $2::boolean is not null
       and r.type = 'rma' and (select takes_returns from wms_connection)
       and (r.status = 'approved' and d.state is distinct from 'too_late' and not ${isFinishedSql}
              and r.hold_reason is null
            or d.state = 'open')
   ) as documents
)`

// Stock movements posted by hand for returns, which the warehouse does not know of.
const movements = `with wanted as (
   select m.id::int as record_id, s.sku as code, 'original' as action, 'closed' as state,
          jsonb_build_object(
            'movementId', concat('RET-', m.id), 'sku', s.sku, 'delta', m.on_hand_delta,
            'reason', concat('Return ', r.return_number), 'occurredAt', m.occurred_at) as payload,
          m.id::text as fingerprinted
   from stock_moves m
   join skus s on s.id = m.sku_id
   join returns r on r.id = m.ref_id
   where m.ref_type = 'return' and m.on_hand_delta <> 0 and $2::boolean is not null
     and m.created_by is not null
     and m.id > (select coalesce(movements_from, 9223372036854775807) from wms_connection)
     and ($1::int[] is null or m.id = any($1))
)`

/** For each kind, the query `wanted` of its documents (docs/decisions/0016). */
export const exportQueries = {
  customer: customers,
  item: items,
  movement: movements,
  order: orders,
  expected_receipt: expectedReceipts,
  expected_return: expectedReturns,
} as const satisfies Record<DocumentKind, string>
