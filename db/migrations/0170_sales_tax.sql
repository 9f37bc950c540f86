-- Nodes of the version before may go on.
-- Sales tax by jurisdiction: orders and invoices keep the place and the rate that they are taxed by.
-- Sales tax that is paid is a document of its own.
alter table sales_orders add column tax_country text;
alter table sales_orders add column tax_state text;
alter table sales_orders add column tax_rate numeric(7, 6);
alter table sales_orders add constraint sales_order_tax_rate_is_share
  check (tax_rate >= 0 and tax_rate <= 1);
alter table invoices add column tax_country text;
alter table invoices add column tax_state text;
alter table invoices add column tax_rate numeric(7, 6);
alter table invoices add constraint invoice_tax_rate_is_share
  check (tax_rate >= 0 and tax_rate <= 1);

-- Of invoices before, the place of the customer is what is known; their rate was not kept.
update invoices i
set tax_country = c.country, tax_state = c.state
from customers c
where c.id = i.customer_id and i.sales_order_id is not null
  and (c.country is not null or c.state is not null);

create table sales_tax_payments (
  id integer primary key generated always as identity,
  payment_number varchar(50) collate "C" not null,
  country text not null,
  state text not null,
  period_from date not null,
  period_to date not null,
  amount numeric(12, 2) not null,
  paid_on date not null,
  reference varchar(100),
  status text not null default 'posted',
  voided_on date,
  created_by integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint sales_tax_payment_status_known check (status in ('posted', 'void')),
  constraint sales_tax_payment_positive check (amount > 0),
  constraint sales_tax_payment_period_in_order check (period_from <= period_to),
  constraint sales_tax_payment_after_its_period check (paid_on >= period_to),
  constraint sales_tax_payment_void_has_its_day
    check ((status = 'void') = (voided_on is not null))
);
alter table sales_tax_payments add constraint sales_tax_payments_created_by_users_id_fk
  foreign key (created_by) references users (id);
create unique index sales_tax_payment_number_taken
  on sales_tax_payments using btree (payment_number);
create index sales_tax_payments_of_place
  on sales_tax_payments using btree (country, state, period_to);
create index sales_tax_payments_by_day on sales_tax_payments using btree (paid_on, id);
create index sales_tax_payments_number_end
  on sales_tax_payments using btree (reverse(payment_number) collate "C");
comment on table sales_tax_payments is
  'Sales tax that was paid: for which place and which invoice dates.';

-- What each document did to account 2100, by place, rate and day: invoices charge tax, credit memos
-- give it back until they are void. Fees of reminders are no sales.
create view sales_tax_changes as
select coalesce(i.tax_country, '') as country, coalesce(i.tax_state, '') as state,
       i.tax_rate as rate, i.doc_date as posted_on,
       case when i.tax > 0 or i.tax_rate > 0 then i.goods else 0 end as taxable_sales,
       case when i.tax > 0 or i.tax_rate > 0 then 0 else i.goods end as exempt_sales,
       0::numeric as credited_sales, i.tax as charged, 0::numeric as credited
from invoices i
where i.goods + i.tax > 0
  and not exists (select from dunning_letters d where d.fee_invoice_id = i.id)
union all
select coalesce(i.tax_country, ''), coalesce(i.tax_state, ''), i.tax_rate, d.posted_on, 0, 0,
       d.sign * k.total_price, 0, d.sign * k.tax_amount
from credit_memos m
join credit_memo_lines k on k.credit_memo_id = m.id
left join invoice_lines l on l.id = k.invoice_line_id
left join invoices i on i.id = l.invoice_id
cross join lateral (values (m.doc_date, 1), (m.voided_on, -1)) d (posted_on, sign)
where d.posted_on is not null
union all
select coalesce(i.tax_country, ''), coalesce(i.tax_state, ''), i.tax_rate, d.posted_on, 0, 0,
       d.sign * m.goods, 0, d.sign * m.tax
from credit_memos m
left join invoices i on i.id = m.invoice_id
cross join lateral (values (m.doc_date, 1), (m.voided_on, -1)) d (posted_on, sign)
where d.posted_on is not null
  and not exists (select from credit_memo_lines k where k.credit_memo_id = m.id)
  and not exists (select from dunning_letters d where d.fee_invoice_id = m.invoice_id);

-- The tax of all places, less what was paid, with entries by hand: account 2100 on every day.
create view inv_07_sales_tax_days as
with told as (
  select posted_on, sum(amount) as amount
  from (
    select posted_on, charged - credited as amount from sales_tax_changes
    union all
    select d.posted_on, d.sign * p.amount
    from sales_tax_payments p
    cross join lateral (values (p.paid_on, -1), (p.voided_on, 1)) d (posted_on, sign)
    where d.posted_on is not null
    union all
    select m.posted_on, l.credit - l.debit
    from manual_entries m join manual_entry_lines l on l.manual_entry_id = m.id
    where m.status = 'posted' and l.account = '2100'
  ) as each
  group by posted_on
), booked as (
  select e.posted_on, sum(l.credit - l.debit) as amount
  from journal_lines l join journal_entries e on e.id = l.entry_id
  where l.account = '2100'
  group by e.posted_on
)
select 'sales tax of a day is not account 2100' as what,
       to_char(coalesce(t.posted_on, b.posted_on), 'YYYYMMDD')::int as id,
       coalesce(b.amount, 0)::text as have, coalesce(t.amount, 0)::text as want
from told t
full join booked b on b.posted_on = t.posted_on
where coalesce(t.amount, 0) <> coalesce(b.amount, 0);

-- Each payment is in the journal on its day, and taken back on the day it was voided.
create view inv_08_sales_tax_payments as
with told as (
  select p.id, a.account, d.event, d.posted_on, a.sign * d.sign * p.amount as amount
  from sales_tax_payments p
  cross join lateral (values ('post', p.paid_on, 1), ('void', p.voided_on, -1))
    d (event, posted_on, sign)
  cross join (values ('2100', 1), ('1000', -1)) a (account, sign)
  where d.posted_on is not null
), booked as (
  select e.source_id as id, l.account, e.event, e.posted_on, sum(l.debit - l.credit) as amount
  from journal_entries e join journal_lines l on l.entry_id = e.id
  where e.source = 'sales_tax_payment'
  group by e.source_id, l.account, e.event, e.posted_on
)
select 'payment of sales tax posted otherwise' as what, coalesce(t.id, b.id) as id,
       concat_ws(' ', b.account, b.event, b.posted_on, b.amount) as have,
       concat_ws(' ', t.account, t.event, t.posted_on, t.amount) as want
from told t
full join booked b on b.id = t.id and b.account = t.account and b.event = t.event
where (b.posted_on, b.amount) is distinct from (t.posted_on, t.amount);

comment on view sales_tax_changes is
  'What each document did to account 2100, by place, rate and day.';
comment on view inv_07_sales_tax_days is
  'Sales tax of all places less what was paid is account 2100, on every day.';
comment on view inv_08_sales_tax_payments is
  'Payments of sales tax are in the journal with their amount and day.';
