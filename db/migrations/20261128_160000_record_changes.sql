-- Nodes of the version before may go on.
-- Which records changed, in an order that misses no transaction that commits late: each row has the
-- number of its transaction, and readers see only numbers below those of all running transactions.
-- The numbers start again in another server, so `change_feed` has what to add.
create table record_changes (
  kind text not null,
  record_id integer not null,
  feed_position bigint not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint record_changes_pk primary key (kind, record_id, feed_position)
);
create index record_changes_in_order on record_changes (kind, feed_position, record_id);
create index record_changes_by_time on record_changes using brin (at);
create table change_feed (
  id integer not null,
  database_identity text not null,
  position_offset bigint not null,
  began_at timestamp with time zone default now() not null,
  constraint change_feed_pk primary key (id),
  constraint change_feed_one check (id = 1)
);
comment on table record_changes is
  'Which record changed in which transaction. Rows with a later one of their record are deleted.';
comment on table change_feed is
  'The server and database that the positions of changes count in, and what is added to them.';

-- The position of the open transaction in the feed.
create function current_feed_position() returns bigint language sql stable as $$
  select pg_current_xact_id()::text::bigint
    + coalesce((select f.position_offset from change_feed f), 0)
$$;

-- Opens the feed for this server and database, and answers up to where it is final: below this
-- position every transaction has ended. In a database that was restored elsewhere, transaction
-- numbers start again; the offset puts new positions behind all old ones. Writers are locked out
-- meanwhile, because they have read the old offset. A read-only transaction opens nothing.
create function open_change_feed(
  out database_identity text, out final_position bigint, out read_at timestamptz
) language plpgsql as $$
declare
  shift bigint;
begin
  select s.system_identifier || '/' || d.oid into database_identity
  from pg_control_system() s, pg_database d where d.datname = current_database();
  select f.position_offset into shift
  from change_feed f where f.database_identity = open_change_feed.database_identity;
  if shift is null and current_setting('transaction_read_only')::boolean then
    select coalesce(max(f.position_offset), 0) into shift from change_feed f;
  elsif shift is null then
    lock table record_changes, outbox in share row exclusive mode;
    insert into change_feed as f (id, database_identity, position_offset)
    select 1, open_change_feed.database_identity,
           greatest(0, max(p.last) + 1 - pg_current_xact_id()::text::bigint)
    from (select coalesce(max(c.feed_position), 0) as last from record_changes c
          union all
          select coalesce(max(o.feed_position), 0) from outbox o) p
    on conflict (id) do update
    set database_identity = excluded.database_identity,
        position_offset = excluded.position_offset, began_at = now()
    where f.database_identity <> excluded.database_identity;
    select f.position_offset into shift from change_feed f;
  end if;
  final_position := pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shift;
  read_at := clock_timestamp();
end
$$;

-- Every write to a record is noted, whoever makes it; several in one transaction are one row. Lines
-- are noted as changes of their document.
do $$
declare
  noted record;
  event record;
begin
  for noted in
    select t.source, string_agg(format(
      'insert into record_changes (kind, record_id, feed_position)
       select distinct %L, c.%I, (select current_feed_position()) from changed_rows c
       on conflict do nothing;', t.kind, t.id_column), e'\n  ' order by t.kind) as statements
    from (values
      ('customers', 'id', 'customer'),
      ('vendors', 'id', 'vendor'),
      ('skus', 'id', 'sku'),
      ('stock_adjustments', 'sku_id', 'sku'),
      ('sales_orders', 'id', 'sales_order'),
      ('sales_order_items', 'sales_order_id', 'sales_order'),
      ('shipments', 'id', 'shipment'),
      ('shipments', 'sales_order_id', 'sales_order'),
      ('invoices', 'id', 'invoice'),
      ('customer_payments', 'id', 'customer_payment'),
      ('credit_memos', 'id', 'credit_memo'),
      ('purchase_orders', 'id', 'purchase_order'),
      ('purchase_order_items', 'purchase_order_id', 'purchase_order'),
      ('receipts', 'id', 'receipt'),
      ('receipt_reversals', 'receipt_id', 'receipt'),
      ('vendor_bills', 'id', 'vendor_bill'),
      ('vendor_payment_lines', 'bill_id', 'vendor_bill'),
      ('returns', 'id', 'return'),
      ('return_items', 'return_id', 'return')
    ) as t (source, id_column, kind)
    group by t.source
  loop
    execute format(
      'create function note_changes_of_%1$s() returns trigger language plpgsql as $body$
begin
  %2$s
  return null;
end
$body$', noted.source, noted.statements);
    for event in
      select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old'))
        as e (name, version)
    loop
      execute format(
        'create trigger %1$s_noted_on_%2$s after %2$s on %1$s
         referencing %3$s table as changed_rows
         for each statement execute function note_changes_of_%1$s()',
        noted.source, event.name, event.version);
    end loop;
  end loop;
end
$$;

-- Every record counts as changed now, so that the feed begins with all of them.
insert into record_changes (kind, record_id, feed_position)
select r.kind, r.id, (select current_feed_position())
from (
  select 'customer' as kind, id from customers
  union all select 'vendor', id from vendors
  union all select 'sku', id from skus
  union all select 'sales_order', id from sales_orders
  union all select 'shipment', id from shipments
  union all select 'invoice', id from invoices
  union all select 'customer_payment', id from customer_payments
  union all select 'credit_memo', id from credit_memos
  union all select 'purchase_order', id from purchase_orders
  union all select 'receipt', id from receipts
  union all select 'vendor_bill', id from vendor_bills
  union all select 'return', id from returns
) r;

-- Events are read in the same order, and are deleted after 30 days.
alter table outbox add column feed_position bigint;
update outbox set feed_position = current_feed_position();
alter table outbox alter column feed_position set not null;
create unique index outbox_message_once on outbox (message_id);
create index outbox_in_order on outbox (feed_position, id);
create index outbox_by_time on outbox using brin (created_at);
create function set_feed_position() returns trigger language plpgsql as $$
begin
  new.feed_position := current_feed_position();
  return new;
end
$$;
create trigger outbox_positioned before insert on outbox
  for each row execute function set_feed_position();
