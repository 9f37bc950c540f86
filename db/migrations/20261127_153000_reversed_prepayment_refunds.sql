-- Nodes of the version before may go on.
-- A refund that never came is taken back by a row of its own, over the same amount less.
alter table vendor_prepayment_refunds add column reverses integer;
alter table vendor_prepayment_refunds
  add constraint vendor_prepayment_refunds_reverses_vendor_prepayment_refunds_id_fk
  foreign key (reverses) references vendor_prepayment_refunds (id);
create unique index vendor_prepayment_refund_reversed_once
  on vendor_prepayment_refunds using btree (reverses);
alter table vendor_prepayment_refunds drop constraint vendor_prepayment_refund_positive;
alter table vendor_prepayment_refunds add constraint vendor_prepayment_refund_sign
  check (amount <> 0 and (reverses is null) = (amount > 0));

-- A prepayment whose refunds are all reversed may be void.
create or replace view inv_04_payables as
with applied as (
  select bill_id, sum(amount + discount) as amount
  from payable_applications where reversed_on is null group by 1
), given as (
  select source, source_id, sum(amount) as amount, sum(discount) as discount
  from payable_applications where reversed_on is null group by 1, 2
)
select 'settled otherwise than applied' as what, b.id, b.settled_amount::text as have,
       coalesce(a.amount, 0)::text as want
from vendor_bills b
left join applied a on a.bill_id = b.id
where b.settled_amount <> coalesce(a.amount, 0)
union all
select 'settled beyond its total', b.id, b.settled_amount::text, b.total_amount::text
from vendor_bills b
where b.settled_amount > b.total_amount or (b.settled_amount <> 0 and b.status <> 'posted')
union all
select 'payment applied otherwise than paid', p.id,
       concat_ws(' / ', coalesce(g.amount, 0), coalesce(g.discount, 0)),
       case p.status when 'posted' then concat_ws(' / ', p.amount, p.discount) else '0 / 0' end
from vendor_payments p
left join given g on g.source = 'payment' and g.source_id = p.id
where p.kind = 'bills'
  and ((p.status = 'posted' and (g.amount, g.discount) is distinct from (p.amount, p.discount))
       or (p.status <> 'posted' and g.amount is not null))
union all
select 'prepayment applied beyond what is left', p.id, coalesce(g.amount, 0)::text,
       (p.amount - coalesce(f.amount, 0))::text
from vendor_payments p
left join given g on g.source = 'prepayment' and g.source_id = p.id
left join (
  select payment_id, sum(amount) as amount from vendor_prepayment_refunds group by 1
) f on f.payment_id = p.id
where p.kind = 'prepayment'
  and (coalesce(g.amount, 0) + coalesce(f.amount, 0) > p.amount
       or (p.status <> 'posted' and coalesce(g.amount, nullif(f.amount, 0)) is not null))
union all
select 'credit applied otherwise than counted', c.id, c.applied_amount::text,
       coalesce(g.amount, 0)::text
from vendor_credits c
left join given g on g.source = 'credit' and g.source_id = c.id
where c.applied_amount <> coalesce(g.amount, 0) or c.applied_amount > c.amount
union all
select 'applied to another vendor', a.id, coalesce(p.vendor_id, c.vendor_id)::text,
       b.vendor_id::text
from payable_applications a
join vendor_bills b on b.id = a.bill_id
left join vendor_payments p
  on a.source in ('payment', 'prepayment') and p.id = a.source_id
left join vendor_credits c on a.source = 'credit' and c.id = a.source_id
where b.vendor_id is distinct from coalesce(p.vendor_id, c.vendor_id);
