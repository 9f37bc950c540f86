-- What the warehouse says is never refused, only new promises are: where less is there than is
-- reserved, the shortage is on record with exactly the units that are missing. A promise of more
-- than there is makes no record: it stays a violation.

comment on table wms_connection is 'How the warehouse is reached and how it is doing: one row.';
comment on table wms_documents is 'What the warehouse knows of each record of ours.';
comment on table wms_exports is 'Documents on their way to the warehouse, each version once.';
comment on table wms_runs is 'Runs of the exchange with the warehouse.';
comment on table wms_run_steps is 'What a run did with one type of data.';
comment on table wms_messages is 'Everything exchanged with the warehouse, as it was sent.';
comment on table wms_imports is 'What the warehouse told of, by its own number, once.';
comment on table wms_problems is 'What somebody must know of or mend in the exchange.';
comment on table wms_drift is 'Counts of the warehouse that were not what we expected.';
comment on table stock_shortages is 'SKUs of which more is reserved than there is.';

create function keep_stock_shortage() returns trigger
language plpgsql as $$
begin
  if new.reserved > old.reserved and new.reserved > new.current_stock then
    return null;
  elsif new.reserved > new.current_stock then
    insert into stock_shortages (sku_id, units)
    values (new.id, new.reserved - new.current_stock)
    on conflict (sku_id) do update set units = excluded.units;
  else
    delete from stock_shortages where sku_id = new.id;
  end if;
  return null;
end
$$;

create trigger sku_shortage_kept
after update of current_stock, reserved on skus
for each row
when (old.reserved > old.current_stock or new.reserved > new.current_stock)
execute function keep_stock_shortage();

create or replace view inv_05_negative_available as
select 'reserved beyond stock' as what, s.id, s.current_stock::text as have, s.reserved::text as want
from skus s
left join stock_shortages h on h.sku_id = s.id
where coalesce(h.units, 0) <> greatest(s.reserved - s.current_stock, 0);

comment on view inv_05_negative_available is
  'No more is reserved than there is, but for the shortages on record.';

-- A document of a later version never left before the one that was planned before it.
create view inv_12_warehouse_exports as
select 'sent before an earlier version' as what, later.id, later.code as have,
       earlier.version::text as want
from wms_exports later
join wms_exports earlier on earlier.kind = later.kind and earlier.record_id = later.record_id
                        and earlier.version < later.version
where later.state = 'sent' and earlier.state in ('waiting', 'failed')
union all
select 'planned version missing', d.id, d.code, d.version::text
from wms_documents d
where not exists (select from wms_exports e
                  where e.kind = d.kind and e.record_id = d.record_id and e.version = d.version);

comment on view inv_12_warehouse_exports is
  'Documents leave for the warehouse in order, and none is left out.';
