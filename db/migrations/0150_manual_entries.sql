-- Nodes of the version before may go on.
-- Journal entries by hand: what no document of the program posts, such as accruals and expenses.
-- Accounts for them, and one for the fees of reminders.
do $$
declare
  definition text;
begin
  -- Appended to the list as it is, so that accounts of other migrations stay known.
  select pg_get_constraintdef(oid) into definition
  from pg_constraint where conname = 'journal_account_known';
  execute 'alter table journal_lines drop constraint journal_account_known';
  execute 'alter table journal_lines add constraint journal_account_known '
    || replace(definition, 'ARRAY[',
               'ARRAY[''2200''::text, ''4200''::text, ''6000''::text, ');
end
$$;

create table manual_entries (
  id integer primary key generated always as identity,
  entry_number varchar(50) collate "C" not null,
  status text not null default 'draft',
  posted_on date not null,
  reason text not null,
  amount numeric(12, 2) not null,
  needs_approval boolean not null,
  reversal_of integer,
  created_by integer not null,
  posted_by integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint manual_entry_status_known check (status in ('draft', 'posted', 'cancelled')),
  constraint manual_entry_has_an_amount check (amount > 0),
  constraint manual_entry_posted_by_somebody
    check ((status = 'posted') = (posted_by is not null)),
  constraint manual_entry_by_two_people
    check (not needs_approval or posted_by is null or posted_by <> created_by)
);
create table manual_entry_lines (
  id integer primary key generated always as identity,
  manual_entry_id integer not null,
  line_no integer not null,
  account text not null,
  debit numeric(12, 2) not null default 0,
  credit numeric(12, 2) not null default 0,
  description text,
  constraint manual_line_has_one_side
    check (debit >= 0 and credit >= 0 and (debit = 0) <> (credit = 0)),
  constraint manual_line_is_not_controlled
    check (account not in ('1100', '1200', '1300', '2000', '2050'))
);
alter table manual_entries add constraint manual_entries_reversal_of_manual_entries_id_fk
  foreign key (reversal_of) references manual_entries (id);
alter table manual_entries add constraint manual_entries_created_by_users_id_fk
  foreign key (created_by) references users (id);
alter table manual_entries add constraint manual_entries_posted_by_users_id_fk
  foreign key (posted_by) references users (id);
alter table manual_entry_lines
  add constraint manual_entry_lines_manual_entry_id_manual_entries_id_fk
  foreign key (manual_entry_id) references manual_entries (id);
create unique index manual_entry_number_taken on manual_entries using btree (entry_number);
create unique index manual_entry_reversed_once on manual_entries using btree (reversal_of)
  where status <> 'cancelled';
create index manual_entries_by_status on manual_entries using btree (status, id);
create index manual_entries_by_day on manual_entries using btree (posted_on, id);
create index manual_entries_by_amount on manual_entries using btree (amount, id);
create index manual_entries_number_end
  on manual_entries using btree (reverse(entry_number) collate "C");
create index manual_entries_reason
  on manual_entries using gin (to_tsvector('simple', reason));
create unique index manual_entry_line_place
  on manual_entry_lines using btree (manual_entry_id, line_no);
create index manual_entry_lines_of_account
  on manual_entry_lines using btree (account, manual_entry_id);
create trigger manual_entry_lines_append_only before update or delete on manual_entry_lines
  for each row execute function forbid_change();
comment on table manual_entries is
  'Journal entries by hand, with their reason; what one posts another reverses.';
comment on table manual_entry_lines is 'Debits and credits of entries by hand. Append-only.';

-- A posted entry is in the journal once, on its day, with its own lines; any other is not there.
-- A reversal has the lines of its entry with the sides changed.
create view inv_08_manual_entries as
with own as (
  select m.id, m.status, m.posted_on, l.account, sum(l.debit - l.credit) as amount
  from manual_entries m join manual_entry_lines l on l.manual_entry_id = m.id
  group by m.id, m.status, m.posted_on, l.account
), booked as (
  select e.source_id as id, e.posted_on, l.account, sum(l.debit - l.credit) as amount
  from journal_entries e join journal_lines l on l.entry_id = e.id
  where e.source = 'manual_entry'
  group by e.source_id, e.posted_on, l.account
)
select 'entry by hand posted otherwise than written' as what, coalesce(o.id, b.id) as id,
       concat_ws(' ', b.posted_on, b.account, b.amount) as have,
       concat_ws(' ', o.posted_on, o.account, o.amount) as want
from (select * from own where status = 'posted') o
full join booked b on b.id = o.id and b.account = o.account
where (b.amount, b.posted_on) is distinct from (o.amount, o.posted_on)
union all
select 'entry by hand that does not balance', m.id, coalesce(sum(l.debit), 0)::text,
       m.amount::text
from manual_entries m left join manual_entry_lines l on l.manual_entry_id = m.id
group by m.id
having coalesce(sum(l.debit), 0) <> m.amount or coalesce(sum(l.credit), 0) <> m.amount
union all
select 'reversal that is not its entry', r.id, sum(b.amount)::text, '0.00'
from manual_entries r join own b on b.id in (r.id, r.reversal_of)
where r.reversal_of is not null
group by r.id, b.account
having sum(b.amount) <> 0
union all
select 'reversal of what is not posted', r.id, o.status, 'posted'
from manual_entries r join manual_entries o on o.id = r.reversal_of
where o.status <> 'posted' or o.reversal_of is not null or r.posted_on < o.posted_on;

create view inv_09_manual_entries as
select 'entry by hand posted without the approval it needs' as what, m.id,
       m.posted_by::text as have, 'approval' as want
from manual_entries m
where m.needs_approval and m.status = 'posted'
  and not exists (
    select from approvals a
    where a.entity = 'manual_entry' and a.entity_id = m.id and a.action = 'post'
      and a.approver_id = m.posted_by);
comment on view inv_08_manual_entries is 'Entries by hand are in the journal as written.';
comment on view inv_09_manual_entries is 'Nobody posts alone what takes two.';

-- Entering journal entries is a scope of its own.
alter table api_keys drop constraint api_key_scopes_known;
alter table api_keys add constraint api_key_scopes_known check (
  scopes <@ array[
    'read', 'orders', 'masterData', 'purchasing', 'finance', 'warehouse', 'approve', 'override',
    'release', 'close', 'writeOff', 'refund', 'journal', 'metrics'
  ]
);
