CREATE TABLE "journal_totals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_totals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"posted_on" date NOT NULL,
	"period_id" integer NOT NULL,
	"account" text NOT NULL,
	"entries" bigint NOT NULL,
	"debit" numeric(18, 2) NOT NULL,
	"credit" numeric(18, 2) NOT NULL
);
--> statement-breakpoint
DROP INDEX "journal_lines_of_account";--> statement-breakpoint
DROP INDEX "payments_by_day";--> statement-breakpoint
DROP INDEX "invoices_by_date";--> statement-breakpoint
CREATE INDEX "journal_totals_of_day" ON "journal_totals" USING btree ("posted_on","account");--> statement-breakpoint
CREATE INDEX "customers_among_parties" ON "customers" USING btree (name collate "und-x-icu",(id::bigint));--> statement-breakpoint
CREATE INDEX "journal_entries_by_period" ON "journal_entries" USING btree ("period_id");--> statement-breakpoint
CREATE INDEX "journal_entries_memo" ON "journal_entries" USING gin (to_tsvector('simple', memo));--> statement-breakpoint
CREATE INDEX "journal_entries_memo_end" ON "journal_entries" USING btree (reverse(memo) collate "C");--> statement-breakpoint
CREATE INDEX "journal_lines_by_debit" ON "journal_lines" USING btree ("debit","id");--> statement-breakpoint
CREATE INDEX "journal_lines_by_credit" ON "journal_lines" USING btree ("credit","id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_expected_down" ON "purchase_orders" USING btree (expected_date desc nulls last, id desc, status, vendor_id);--> statement-breakpoint
CREATE INDEX "vendors_among_parties" ON "vendors" USING btree (name collate "und-x-icu",(2147483648 + id));--> statement-breakpoint
CREATE INDEX "journal_lines_of_account" ON "journal_lines" USING btree ("account","id","entry_id");--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "customer_payments" USING btree ("received_on","id","amount","voided_on");--> statement-breakpoint
CREATE INDEX "invoices_by_date" ON "invoices" USING btree ("doc_date","id","customer_id","payment_terms","total");--> statement-breakpoint
comment on table journal_totals is
  'Changes whose sums are what each account took by day and month.';

insert into journal_totals (posted_on, period_id, account, entries, debit, credit)
select e.posted_on, e.period_id, l.account, count(*) filter (where l.is_first), sum(l.debit),
       sum(l.credit)
from (select entry_id, account, debit, credit,
             id = min(id) over (partition by entry_id) as is_first
      from journal_lines) l
join journal_entries e on e.id = l.entry_id
group by e.posted_on, e.period_id, l.account;

-- Leaves one row each of the days and accounts given; rows that others hold are left to them.
create function fold_journal_totals(days date[], accounts text[]) returns void language sql as $$
  with folded as (
    delete from journal_totals
    where id in (
      select t.id from journal_totals t
      join unnest(days, accounts) as of (posted_on, account)
        on of.posted_on = t.posted_on and of.account = t.account
      for update of t skip locked)
    returning posted_on, period_id, account, entries, debit, credit
  )
  insert into journal_totals (posted_on, period_id, account, entries, debit, credit)
  select posted_on, period_id, account, sum(entries), sum(debit), sum(credit)
  from folded group by posted_on, period_id, account
$$;

create function sum_journal_lines() returns trigger language plpgsql as $$
declare
  days date[];
  accounts text[];
begin
  with added as (
    insert into journal_totals (posted_on, period_id, account, entries, debit, credit)
    select e.posted_on, e.period_id, l.account,
           count(*) filter (where not exists (
             select from journal_lines b where b.entry_id = l.entry_id and b.id < l.id)),
           sum(l.debit), sum(l.credit)
    from made l join journal_entries e on e.id = l.entry_id
    group by e.posted_on, e.period_id, l.account
    order by e.posted_on, e.period_id, l.account
    returning posted_on, account
  )
  select array_agg(posted_on), array_agg(account) into days, accounts from added;
  if days is null then
    return null;
  end if;
  -- One statement in some hundred tidies up what it added to.
  if currval('journal_totals_id_seq') % 256 < cardinality(days) then
    perform fold_journal_totals(days, accounts);
  end if;
  return null;
end
$$;

create trigger journal_lines_summed after insert on journal_lines
referencing new table as made for each statement execute function sum_journal_lines();

-- What reports sum without reading the journal is what the journal says.
create view inv_07_journal_totals as
with kept as (
  select posted_on, period_id, account, sum(entries) as entries, sum(debit) as debit,
         sum(credit) as credit
  from journal_totals group by 1, 2, 3
), there as (
  select e.posted_on, e.period_id, l.account, count(*) filter (where l.is_first) as entries,
         sum(l.debit) as debit, sum(l.credit) as credit
  from (select entry_id, account, debit, credit,
               id = min(id) over (partition by entry_id) as is_first
        from journal_lines) l
  join journal_entries e on e.id = l.entry_id
  group by 1, 2, 3
)
select 'account summed' as what,
       concat_ws(' ', posted_on, period_id, account) as id,
       concat_ws(' / ', coalesce(k.entries, 0), coalesce(k.debit, 0), coalesce(k.credit, 0))
         as have,
       concat_ws(' / ', coalesce(t.entries, 0), coalesce(t.debit, 0), coalesce(t.credit, 0))
         as want
from kept k full join there t using (posted_on, period_id, account)
where (coalesce(k.entries, 0), coalesce(k.debit, 0), coalesce(k.credit, 0))
   <> (coalesce(t.entries, 0), coalesce(t.debit, 0), coalesce(t.credit, 0));

comment on view inv_07_journal_totals is 'The sums of the accounts are the journal.';
