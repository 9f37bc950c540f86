-- Nodes of the version before may go on.
-- A completed order whose receipt is reversed is not delivered, as in the vendor report: the
-- running counts of vendors take its delivery back. The status of the order changes with the
-- reversal; an order that was closed short was not counted.
create function uncount_vendor_delivery() returns trigger language plpgsql as $$
declare
  vendor int;
  expected date;
  delivered date;
  counted date;
  hit int;
begin
  select p.vendor_id, p.expected_date, business_day(r.at) into vendor, expected, delivered
  from purchase_orders p
  cross join lateral (
    select a.action, a.at from audit_log a
    where a.entity = 'purchase_order' and a.entity_id = p.id and a.to_status = 'received'
      and a.id < new.id
    order by a.id desc limit 1
  ) r
  where p.id = new.entity_id and p.expected_date is not null and r.action = 'receive';
  if not found then return null; end if;
  perform pg_advisory_xact_lock(727287, vendor);
  -- It was counted on its day; on the day before or after, if the time zone was changed since.
  select d.day, (d.day <= expected)::int into counted, hit
  from vendor_deliveries d
  where d.vendor_id = vendor and d.day between delivered - 1 and delivered + 1
    and case when d.day <= expected then d.on_time > 0 else d.on_time < d.orders end
  order by abs(d.day - delivered), d.day limit 1;
  if not found then return null; end if;
  update vendor_deliveries set orders = orders - 1, on_time = on_time - hit
  where vendor_id = vendor and day = counted;
  update vendor_deliveries
  set orders_before = orders_before - 1, on_time_before = on_time_before - hit
  where vendor_id = vendor and day > counted;
  return null;
end
$$;

-- This waits for open changes of the history and stops new ones until the counts are corrected.
create trigger vendor_deliveries_uncounted after insert on audit_log
  for each row
  when (new.entity = 'purchase_order' and new.action = 'reverse-receipt'
        and new.to_status = 'approved')
  execute function uncount_vendor_delivery();

-- The counts of vendors with such reversals, from their orders that are received now.
delete from vendor_deliveries where vendor_id in (
  select p.vendor_id from audit_log a join purchase_orders p on p.id = a.entity_id
  where a.entity = 'purchase_order' and a.action = 'reverse-receipt' and a.to_status = 'approved');
insert into vendor_deliveries (vendor_id, day, orders_before, on_time_before, orders, on_time)
select vendor_id, day, sum(orders) over before - orders, sum(on_time) over before - on_time, orders,
       on_time
from (
  select p.vendor_id, business_day(r.at) as day, count(*) as orders,
         count(*) filter (where business_day(r.at) <= p.expected_date) as on_time
  from purchase_orders p
  cross join lateral (
    select a.action, a.at from audit_log a
    where a.entity = 'purchase_order' and a.entity_id = p.id and a.to_status = 'received'
    order by a.id desc limit 1
  ) r
  where p.status = 'received' and p.expected_date is not null and r.action = 'receive'
    and p.vendor_id in (
      select o.vendor_id from audit_log a join purchase_orders o on o.id = a.entity_id
      where a.entity = 'purchase_order' and a.action = 'reverse-receipt'
        and a.to_status = 'approved')
  group by 1, 2
) as of_day
window before as (partition by vendor_id order by day);
