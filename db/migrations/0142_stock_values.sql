-- Account 1200 is the stock valuation: every change of the stock's value is on record, SKU by SKU,
-- of the day on which the journal has it. The running value and cost stand with the SKU.
alter table journal_lines drop constraint journal_account_known;
alter table journal_lines add constraint journal_account_known
  check (account in ('1000', '1100', '1200', '2000', '2050', '2100', '3000', '4000', '4100',
                     '4900', '4950', '5000', '5050', '5100', '5150', '5200', '6100'));

alter table skus add column stock_value numeric(16, 2) not null default 0;
alter table skus add column average_cost numeric(16, 4);
alter table skus add constraint average_cost_not_negative check (average_cost >= 0);

create table stock_values (
  id bigint primary key generated always as identity,
  sku_id integer,
  stock_move_id bigint,
  source text not null,
  source_id integer not null,
  event text not null default 'post',
  posted_on date not null,
  units integer not null default 0,
  amount numeric(16, 2) not null,
  created_at timestamp with time zone not null default now()
);
alter table stock_values add constraint stock_values_sku_id_skus_id_fk
  foreign key (sku_id) references skus (id);
create unique index stock_move_valued_once on stock_values using btree (stock_move_id)
  where stock_move_id is not null;
create index stock_values_of_sku on stock_values using btree (sku_id, id);
create index stock_values_by_day on stock_values using btree (posted_on, sku_id);
create index stock_values_of_entry on stock_values using btree (source, source_id, event);
create trigger stock_values_append_only before update or delete on stock_values
  for each row execute function forbid_change();
create trigger stock_values_never_emptied before truncate on stock_values
  for each statement execute function forbid_change();
comment on table stock_values is
  'Every change of the value of the stock, with its units and day. Append-only.';

-- An invoice keeps what the units of a line cost in all: an average of them may have no whole cents.
alter table invoice_lines add column cost_amount numeric(14, 2);
update invoice_lines set cost_amount = unit_cost * quantity where unit_cost is not null;
alter table invoice_lines drop column unit_cost;

-- What account 1200 took before belongs to no SKU: one row for each day.
insert into stock_values (source, source_id, event, posted_on, amount)
select 'stock_revaluation', 0, 'before stock was valued', posted_on, sum(debit - credit)
from journal_totals where account = '1200'
group by posted_on having sum(debit - credit) <> 0
order by posted_on;

-- From today on, or from the day after the last month that is closed, the stock that is there has
-- the cost of its SKU, and one entry brings account 1200 to it.
create temporary table carried_over on commit drop as
select greatest((now() at time zone coalesce(
         (select value #>> '{}' from settings where name = 'businessTimeZone'),
         'America/New_York'))::date,
         (select to_date(max(id)::text, 'YYYYMM') + interval '1 month' from accounting_periods
          where status = 'closed')::date) as posted_on,
       (select coalesce(sum(amount), 0) from stock_values) as before,
       0::numeric as worth;

insert into stock_values (source, source_id, event, posted_on, amount)
select 'stock_revaluation', 0, 'stock valued', posted_on, -before from carried_over
where before <> 0;

update skus
set average_cost = cost,
    stock_value = case when abs(current_stock * cost) < 10000000000 then current_stock * cost
                    else 0 end
where current_stock <> 0
   or id in (select sku_id from stock_moves where on_hand_delta <> 0);

insert into stock_values (sku_id, source, source_id, event, posted_on, units, amount)
select s.id, 'stock_revaluation', 0, 'stock valued', c.posted_on, s.current_stock, s.stock_value
from skus s cross join carried_over c
where s.current_stock <> 0
order by s.id;

update carried_over set worth = (select coalesce(sum(stock_value), 0) from skus) - before;

with entries as (
  insert into journal_entries (source, source_id, event, posted_on, period_id, memo)
  select 'stock_revaluation', 0, 'stock valued', posted_on, 0,
         'Stock revalued: account 1200 is the stock at the cost of each SKU from here on'
  from carried_over where worth <> 0
  returning id
)
insert into journal_lines (entry_id, account, debit, credit)
select e.id, l.account, l.debit, l.credit
from entries e
cross join carried_over c
cross join lateral (
  select least(abs(c.worth) - n * 9999999999.99, 9999999999.99) as amount
  from generate_series(0, div(abs(c.worth), 9999999999.99)) as n
) as part
cross join lateral (
  values ('1200', case when c.worth > 0 then part.amount else 0 end,
          case when c.worth > 0 then 0 else part.amount end),
         ('5150', case when c.worth > 0 then 0 else part.amount end,
          case when c.worth > 0 then part.amount else 0 end)
) as l (account, debit, credit)
where part.amount > 0
order by l.account;

create view inv_07_stock_valuation as
with ledger as (
  select posted_on, sum(debit - credit) as amount
  from journal_totals where account = '1200' group by posted_on
), stock as (
  select posted_on, sum(amount) as amount from stock_values group by posted_on
)
select 'account 1200 and the stock valuation of a day' as what,
       to_char(posted_on, 'YYYY-MM-DD') as id, coalesce(l.amount, 0)::text as have,
       coalesce(s.amount, 0)::text as want
from ledger l full join stock s using (posted_on)
where coalesce(l.amount, 0) <> coalesce(s.amount, 0);

create view inv_07_stock_values as
with valued as (
  select sku_id, sum(units) as units, sum(amount) as amount
  from stock_values where sku_id is not null group by sku_id
)
select 'value of the stock of a SKU' as what, s.id, s.stock_value::text as have,
       coalesce(v.amount, 0)::text as want
from skus s left join valued v on v.sku_id = s.id
where s.stock_value <> coalesce(v.amount, 0)
union all
select 'units that were not valued', s.id, coalesce(v.units, 0)::text, s.current_stock::text
from skus s left join valued v on v.sku_id = s.id
where s.current_stock <> coalesce(v.units, 0)
union all
select 'value without stock', s.id, s.stock_value::text, s.current_stock::text
from skus s
where s.stock_value * sign(s.current_stock) < 0 or (s.current_stock = 0 and s.stock_value <> 0);

comment on view inv_07_stock_valuation is 'Account 1200 is the stock valuation of every day.';
comment on view inv_07_stock_values is 'The stock of a SKU is worth what its changes come to.';

-- A receipt owes what its lines come to; what it does to the value of the stock may differ from it.
create or replace view inv_11_receipts as
select 'received without a receipt' as what, i.id, i.qty_received::text as have,
       coalesce(r.units, 0)::text as want
from purchase_order_items i
left join (
  select purchase_order_item_id, sum(quantity) as units from receipt_items
  where receipt_id not in (select receipt_id from receipt_reversals)
  group by 1
) r on r.purchase_order_item_id = i.id
where i.qty_received <> coalesce(r.units, 0)
union all
select 'receipt that is not its lines', r.id, r.amount::text, coalesce(t.amount, 0)::text
from receipts r
left join (
  select receipt_id, sum(amount) as amount from receipt_items group by 1
) t on t.receipt_id = r.id
where r.amount <> coalesce(t.amount, 0)
union all
select 'receipt that was not posted', r.id, r.amount::text, coalesce(j.amount, 0)::text
from receipts r
left join receipt_reversals v on v.receipt_id = r.id
left join (
  select e.source_id, sum(l.credit - l.debit) as amount
  from journal_entries e
  join journal_lines l on l.entry_id = e.id and l.account = '2050'
  where e.source = 'receipt'
  group by 1
) j on j.source_id = r.id
where case when v.id is null then r.amount else 0 end <> coalesce(j.amount, 0);
