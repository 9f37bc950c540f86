-- Nodes of the version before stop writing.
-- A SKU's standard price and tier prices are of days: each row holds from its day until the next.
-- A SKU whose prices never changed has none, and its own columns hold for every day.
create table sku_prices (
  id integer primary key generated always as identity,
  sku_id integer not null,
  effective_date date not null,
  price numeric(12, 2) not null,
  tier1_price numeric(12, 2),
  tier2_price numeric(12, 2),
  tier3_price numeric(12, 2),
  reason text,
  applied_at timestamp with time zone,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  constraint sku_prices_not_negative check (
    coalesce(price, 0) >= 0 and coalesce(tier1_price, 0) >= 0
    and coalesce(tier2_price, 0) >= 0 and coalesce(tier3_price, 0) >= 0)
);
alter table sku_prices
  add constraint sku_prices_sku_id_skus_id_fk foreign key (sku_id) references skus (id);
create unique index sku_prices_one_a_day on sku_prices using btree (sku_id, effective_date);
create index sku_prices_coming on sku_prices using btree (effective_date, sku_id)
  where applied_at is null;
comment on table sku_prices is
  'The prices of a SKU from a day on; the first row, from -infinity, holds until the first change';

-- Prices before this are in the history of the SKU alone; an order of an earlier day has today's.
create view inv_13_sku_prices as
with latest as (
  select distinct on (sku_id) sku_id, price, tier1_price, tier2_price, tier3_price
  from sku_prices where applied_at is not null order by sku_id, effective_date desc
)
select 'price of a SKU and its row' as what, s.id, s.price::text as have, l.price::text as want
from skus s join latest l on l.sku_id = s.id
where (s.price, s.tier1_price, s.tier2_price, s.tier3_price)
  is distinct from (l.price, l.tier1_price, l.tier2_price, l.tier3_price)
union all
select 'prices of a SKU without those before', p.sku_id, min(p.effective_date)::text, '-infinity'
from sku_prices p group by p.sku_id having min(p.effective_date) <> '-infinity';
comment on view inv_13_sku_prices is 'The prices of a SKU are those of its latest day that came.';
