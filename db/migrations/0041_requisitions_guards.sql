-- What requisitions must keep at every commit.

-- The steps that the flow of requisitions knows (requisitionFlow).
create view requisition_transitions as
select from_status, to_status
from (values
  ('', 'draft'),
  ('draft', 'submitted'),
  ('draft', 'cancelled'),
  ('submitted', 'approved'),
  ('submitted', 'rejected'),
  ('submitted', 'draft'),
  ('submitted', 'cancelled'),
  ('approved', 'ordered'),
  ('approved', 'cancelled')
) as step (from_status, to_status);

create view inv_06_requisitions as
with steps as (
  select entity_id, coalesce(from_status, '') as from_status, to_status,
         coalesce(lag(to_status) over w, '') as before,
         lead(id) over w is null as is_last
  from audit_log
  where entity = 'requisition' and to_status is not null
  window w as (partition by entity_id order by id)
)
select 'requisition status not explained by the last step' as what, r.id, r.status as have,
       s.to_status as want
from requisitions r
left join steps s on s.entity_id = r.id and s.is_last
where s.to_status is distinct from r.status
union all
select 'requisition broken or illegal step', s.entity_id,
       s.from_status || ' to ' || s.to_status, s.before
from steps s
left join requisition_transitions t
  on t.from_status = s.from_status and t.to_status = s.to_status
where s.from_status <> s.before or t.from_status is null
union all
select 'requisition without lines', r.id, '0', 'lines'
from requisitions r
where not exists (select from requisition_items i where i.requisition_id = r.id)
union all
select 'ordered from a requisition that was not approved', r.id, r.status, 'approved'
from requisitions r
join requisition_items i on i.requisition_id = r.id
where i.purchase_order_id is not null and r.status not in ('approved', 'ordered');

create view inv_09_requisitions as
select 'requisition approved by its maker' as what, r.id, a.approver_id::text as have,
       'somebody else' as want
from approvals a
join requisitions r on r.id = a.entity_id
where a.entity = 'requisition' and a.action = 'approve' and a.approver_id = r.created_by
union all
select 'requisition approved by nobody', r.id, r.status, 'approval'
from requisitions r
where r.status in ('approved', 'ordered')
  and not exists (
    select from approvals a
    where a.entity = 'requisition' and a.entity_id = r.id and a.action = 'approve');

comment on table requisitions is 'What somebody asks to be bought, and why.';
comment on table requisition_items is 'The lines of a requisition, and the orders they became.';
comment on view requisition_transitions is 'The steps that a requisition''s history may take.';
comment on view inv_06_requisitions is 'Every status of a requisition ends a legal history.';
comment on view inv_09_requisitions is 'Nobody approves what they asked for themselves.';
