-- What waits for a second person, or was rejected, has moved nothing; what was approved has moved its
-- units once.
create view inv_02_stock_adjustments as
select concat_ws(' ', s.status, 'and moved') as what, s.id::text as id,
       m.on_hand_delta::text as have, 'no movement' as want
from stock_adjustments s
join stock_moves m on m.dedupe_key = 'stock-adjustment:' || s.id
where s.status <> 'approved'
union all
select 'approved and not its units', s.id::text,
       concat_ws(' / ', m.sku_id, m.kind, m.on_hand_delta),
       concat_ws(' / ', s.sku_id, 'adjust', s.units)
from stock_adjustments s
left join stock_moves m on m.dedupe_key = 'stock-adjustment:' || s.id
where s.status = 'approved'
  and (m.sku_id, m.kind, m.on_hand_delta) is distinct from (s.sku_id, 'adjust', s.units)
union all
select 'moved for no adjustment', m.dedupe_key, m.on_hand_delta::text, 'an adjustment'
from stock_moves m
where m.kind = 'adjust' and m.dedupe_key like 'stock-adjustment:%'
  and not exists (
    select from stock_adjustments s where 'stock-adjustment:' || s.id = m.dedupe_key);
--> statement-breakpoint
-- Who decided is on record with the moment of the decision, which is one transaction.
create view inv_09_stock_adjustments as
select 'approved without an approval' as what, s.id, s.decided_by as have, 'approval' as want
from stock_adjustments s
where s.status = 'approved'
  and not exists (
    select from approvals a
    where a.entity = 'sku' and a.entity_id = s.sku_id and a.action = 'approve-adjust'
      and a.approver_id = s.decided_by and a.at = s.decided_at)
union all
select 'approved by who asked without a waiver', s.id, s.decided_by, 'waiver'
from stock_adjustments s
join approvals a on a.entity = 'sku' and a.entity_id = s.sku_id and a.action = 'approve-adjust'
  and a.approver_id = s.decided_by and a.at = s.decided_at
where s.status = 'approved' and s.decided_by = s.asked_by and not a.is_waiver;
--> statement-breakpoint
comment on view inv_02_stock_adjustments is
  'An adjustment that waits moves nothing, and one that was approved its units once.';
--> statement-breakpoint
comment on view inv_09_stock_adjustments is
  'An adjustment that waited was approved by somebody else than who asked, or with a waiver.';
