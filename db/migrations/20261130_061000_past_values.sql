-- Nodes of the version before may go on.
-- What the decisions on orders read is kept as it was: each version holds from `known_from` until
-- `known_until`, in the time of the database. The current version of a record has no end.
create table customer_term_versions (
  customer_id integer not null,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  credit_limit numeric(12,2) not null,
  credit_status text not null,
  payment_terms character varying(50) not null,
  price_level character varying(20) not null,
  tax_exempt boolean not null,
  country text,
  state text,
  is_active boolean not null,
  allow_backorder boolean not null,
  constraint customer_term_versions_pk primary key (customer_id, known_from),
  constraint customer_term_version_period check ((known_until > known_from))
);
create table contract_price_versions (
  contract_price_id integer not null,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  customer_id integer not null,
  sku_id integer not null,
  contract_price numeric(12,2) not null,
  effective_date date not null,
  expiration_date date,
  minimum_quantity integer not null,
  is_active boolean not null,
  constraint contract_price_versions_pk primary key (contract_price_id, known_from),
  constraint contract_price_version_period check ((known_until > known_from))
);
create table list_price_versions (
  sku_id integer not null,
  list_id integer not null,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  effective_date date,
  price numeric(12,2) not null,
  tier1_price numeric(12,2),
  tier2_price numeric(12,2),
  tier3_price numeric(12,2),
  constraint list_price_versions_pk primary key (sku_id, list_id, known_from),
  constraint list_price_version_of_list check (((list_id = 0) = (effective_date is null))),
  constraint list_price_version_period check ((known_until > known_from))
);
create table tax_rate_versions (
  tax_rate_id integer not null,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  country text not null,
  state text not null,
  rate numeric(7,6) not null,
  effective_date date not null,
  constraint tax_rate_versions_pk primary key (tax_rate_id, known_from),
  constraint tax_rate_version_period check ((known_until > known_from))
);
create table setting_versions (
  name text not null,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  value jsonb not null,
  constraint setting_versions_pk primary key (name, known_from),
  constraint setting_version_period check ((known_until > known_from))
);
create unique index customer_term_version_current on customer_term_versions (customer_id) where (known_until is null);
create unique index contract_price_version_current on contract_price_versions (contract_price_id) where (known_until is null);
create index contract_price_versions_of_customer on contract_price_versions (customer_id, sku_id);
create unique index list_price_version_current on list_price_versions (sku_id, list_id) where (known_until is null);
create unique index tax_rate_version_current on tax_rate_versions (tax_rate_id) where (known_until is null);
create unique index setting_version_current on setting_versions (name) where (known_until is null);
comment on table customer_term_versions is
  'Credit, terms, price level and tax place of customers as they were at any time.';
comment on table contract_price_versions is 'Contract prices as they were at any time.';
comment on table list_price_versions is
  'List prices of SKUs as they were at any time; list 0 is the SKU''s own prices.';
comment on table tax_rate_versions is 'Sales tax rates as they were at any time.';
comment on table setting_versions is 'Settings as they were at any time.';

-- Past values are known from the time of this migration on. It is written in ISO 8601, which means
-- the same whatever the session's date style and time zone.
do $$
begin
  execute format(
    'create function versions_known_since() returns timestamptz language sql immutable as %L',
    format('select %L::timestamptz',
           to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')));
end
$$;
comment on function versions_known_since() is
  'The time from which past values are known: before, nothing kept them.';

-- A trigger on each source ends the current version of a record and adds the next. It fires only if
-- a kept column changes, so that balances and stock, which every order changes, cost nothing. A
-- version begins with its transaction, but after the version before: the lock of the row orders the
-- writers, and a transaction may have begun before one that committed first. Of several changes in
-- one transaction the last remains, unless a savepoint is between them.
do $$
declare
  source record;
begin
  for source in
    select s.*,
      (select string_agg('r.' || c, ', ') from unnest(s.kept) c) as kept_values,
      (select string_agg('old.' || c, ', ') from unnest(s.kept) c)
        || coalesce(', old.' || s.existence, '') as old_values,
      (select string_agg('new.' || c, ', ') from unnest(s.kept) c)
        || coalesce(', new.' || s.existence, '') as new_values
    from (values
      ('customers', 'customer_term_versions', 'customer_id', 'r.id',
       array['credit_limit', 'credit_status', 'payment_terms', 'price_level', 'tax_exempt',
             'country', 'state', 'is_active', 'allow_backorder'], 'deleted_at is null'),
      ('contract_pricing', 'contract_price_versions', 'contract_price_id', 'r.id',
       array['customer_id', 'sku_id', 'contract_price', 'effective_date', 'expiration_date',
             'minimum_quantity', 'is_active'], null),
      ('skus', 'list_price_versions', 'sku_id, list_id', 'r.id, 0',
       array['price', 'tier1_price', 'tier2_price', 'tier3_price'], 'deleted_at is null'),
      ('sku_prices', 'list_price_versions', 'sku_id, list_id', 'r.sku_id, r.id',
       array['effective_date', 'price', 'tier1_price', 'tier2_price', 'tier3_price'], null),
      ('tax_rates', 'tax_rate_versions', 'tax_rate_id', 'r.id',
       array['country', 'state', 'rate', 'effective_date'], null),
      ('settings', 'setting_versions', 'name', 'r.name', array['value'], null)
    ) as s (name, versions, key, key_values, kept, existence)
  loop
    execute format(
      'create function note_versions_of_%1$s() returns trigger language plpgsql as $body$
declare
  r %1$s;
  latest record;
  starts timestamptz := now();
begin
  if tg_op = ''DELETE'' then
    r := old;
  else
    r := new;
  end if;
  select v.known_from, v.known_until, v.xmin = pg_current_xact_id()::xid as is_own into latest
  from %2$s v where (%3$s) = (%4$s) order by v.known_from desc limit 1;
  if latest.is_own and latest.known_from >= starts and latest.known_until is null then
    starts := latest.known_from;
    delete from %2$s where (%3$s) = (%4$s) and known_from = starts;
  elsif latest.known_from is not null and latest.known_until is null then
    starts := greatest(starts, latest.known_from + interval ''1 microsecond'');
    update %2$s set known_until = starts where (%3$s) = (%4$s) and known_until is null;
  else
    starts := greatest(starts, latest.known_until);
  end if;
  if tg_op <> ''DELETE'' and %7$s then
    insert into %2$s (%3$s, known_from, %5$s) values (%4$s, starts, %6$s);
  end if;
  return null;
end
$body$',
      source.name, source.versions, source.key, source.key_values,
      array_to_string(source.kept, ', '), source.kept_values,
      coalesce('r.' || source.existence, 'true'));
    execute format(
      'create trigger %1$s_versioned_on_insert after insert on %1$s
       for each row execute function note_versions_of_%1$s()', source.name);
    execute format(
      'create trigger %1$s_versioned_on_update after update on %1$s
       for each row when ((%2$s) is distinct from (%3$s))
       execute function note_versions_of_%1$s()', source.name, source.old_values, source.new_values);
    execute format(
      'create trigger %1$s_versioned_on_delete after delete on %1$s
       for each row execute function note_versions_of_%1$s()', source.name);
  end loop;
end
$$;

-- The first versions. The triggers above have locked out all writers.
insert into customer_term_versions
  (customer_id, known_from, credit_limit, credit_status, payment_terms, price_level, tax_exempt,
   country, state, is_active, allow_backorder)
select id, now(), credit_limit, credit_status, payment_terms, price_level, tax_exempt, country,
       state, is_active, allow_backorder
from customers where deleted_at is null;
insert into contract_price_versions
  (contract_price_id, known_from, customer_id, sku_id, contract_price, effective_date,
   expiration_date, minimum_quantity, is_active)
select id, now(), customer_id, sku_id, contract_price, effective_date, expiration_date,
       minimum_quantity, is_active
from contract_pricing;
insert into list_price_versions
  (sku_id, list_id, known_from, effective_date, price, tier1_price, tier2_price, tier3_price)
select id, 0, now(), null::date, price, tier1_price, tier2_price, tier3_price
from skus where deleted_at is null
union all
select sku_id, id, now(), effective_date, price, tier1_price, tier2_price, tier3_price
from sku_prices;
insert into tax_rate_versions (tax_rate_id, known_from, country, state, rate, effective_date)
select id, now(), country, state, rate, effective_date from tax_rates;
insert into setting_versions (name, known_from, value) select name, now(), value from settings;

-- A version changes only once, when it ends. None is deleted, except by the transaction that added
-- it.
do $$
declare
  versions text;
begin
  foreach versions in array array['customer_term_versions', 'contract_price_versions',
                                  'list_price_versions', 'tax_rate_versions', 'setting_versions']
  loop
    execute format(
      'create trigger %1$s_unchanged before update on %1$s
       for each row when (old.known_until is not null
         or to_jsonb(old) - ''known_until'' is distinct from to_jsonb(new) - ''known_until'')
       execute function forbid_change()', versions);
    execute format(
      'create trigger %1$s_stay before delete on %1$s
       for each row when (old.known_from < now()) execute function forbid_change()', versions);
    execute format(
      'create trigger %1$s_never_emptied before truncate on %1$s
       for each statement execute function forbid_change()', versions);
  end loop;
end
$$;

create view inv_17_versions as
select 'terms of a customer and their current version' as what,
       coalesce(c.id, v.customer_id)::text as id, v.known_from::text as have,
       c.updated_at::text as want
from (select id, credit_limit, credit_status, payment_terms, price_level, tax_exempt, country, state,
             is_active, allow_backorder, updated_at
      from customers where deleted_at is null) c
full join (select customer_id, known_from, credit_limit, credit_status, payment_terms, price_level,
                  tax_exempt, country, state, is_active, allow_backorder
           from customer_term_versions where known_until is null) v
  on v.customer_id = c.id
where (v.customer_id, v.credit_limit, v.credit_status, v.payment_terms, v.price_level,
       v.tax_exempt, v.country, v.state, v.is_active, v.allow_backorder)
  is distinct from
      (c.id, c.credit_limit, c.credit_status, c.payment_terms, c.price_level,
       c.tax_exempt, c.country, c.state, c.is_active, c.allow_backorder)
union all
select 'contract price and its current version', coalesce(p.id, v.contract_price_id)::text,
       v.known_from::text, p.updated_at::text
from contract_pricing p
full join (select contract_price_id, known_from, customer_id, sku_id, contract_price,
                  effective_date, expiration_date, minimum_quantity, is_active
           from contract_price_versions where known_until is null) v
  on v.contract_price_id = p.id
where (v.contract_price_id, v.customer_id, v.sku_id, v.contract_price, v.effective_date,
       v.expiration_date, v.minimum_quantity, v.is_active)
  is distinct from
      (p.id, p.customer_id, p.sku_id, p.contract_price, p.effective_date,
       p.expiration_date, p.minimum_quantity, p.is_active)
union all
select 'list prices of a SKU and their current version',
       coalesce(p.sku_id, v.sku_id) || ' ' || coalesce(p.list_id, v.list_id),
       v.known_from::text, p.price::text
from (select id as sku_id, 0 as list_id, null::date as effective_date, price, tier1_price,
             tier2_price, tier3_price
      from skus where deleted_at is null
      union all
      select sku_id, id, effective_date, price, tier1_price, tier2_price, tier3_price
      from sku_prices) p
full join (select sku_id, list_id, known_from, effective_date, price, tier1_price, tier2_price,
                  tier3_price
           from list_price_versions where known_until is null) v
  on v.sku_id = p.sku_id and v.list_id = p.list_id
where (v.sku_id, v.effective_date, v.price, v.tier1_price, v.tier2_price, v.tier3_price)
  is distinct from
      (p.sku_id, p.effective_date, p.price, p.tier1_price, p.tier2_price, p.tier3_price)
union all
select 'tax rate and its current version', coalesce(t.id, v.tax_rate_id)::text,
       v.known_from::text, t.updated_at::text
from tax_rates t
full join (select tax_rate_id, known_from, country, state, rate, effective_date
           from tax_rate_versions where known_until is null) v
  on v.tax_rate_id = t.id
where (v.tax_rate_id, v.country, v.state, v.rate, v.effective_date)
  is distinct from (t.id, t.country, t.state, t.rate, t.effective_date)
union all
select 'setting and its current version', coalesce(s.name, v.name), v.known_from::text,
       s.updated_at::text
from settings s
full join (select name, known_from, value from setting_versions where known_until is null) v
  on v.name = s.name
where (v.name, v.value) is distinct from (s.name, s.value)
union all
select 'version that begins before the one before it ends', o.id, o.known_from::text,
       o.ended::text
from (
  select customer_id::text as id, known_from,
         lag(coalesce(known_until, 'infinity')) over (
           partition by customer_id order by known_from) as ended
  from customer_term_versions
  union all
  select contract_price_id::text, known_from,
         lag(coalesce(known_until, 'infinity')) over (
           partition by contract_price_id order by known_from)
  from contract_price_versions
  union all
  select sku_id || ' ' || list_id, known_from,
         lag(coalesce(known_until, 'infinity')) over (
           partition by sku_id, list_id order by known_from)
  from list_price_versions
  union all
  select tax_rate_id::text, known_from,
         lag(coalesce(known_until, 'infinity')) over (
           partition by tax_rate_id order by known_from)
  from tax_rate_versions
  union all
  select name, known_from,
         lag(coalesce(known_until, 'infinity')) over (partition by name order by known_from)
  from setting_versions
) o
where o.known_from < o.ended;
comment on view inv_17_versions is
  'The current versions are the records as they are, and no two versions of one overlap.';
