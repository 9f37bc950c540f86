-- What the ledger's tables cannot declare: balance, closed months, history that stays as it is.

create trigger journal_entries_append_only before update or delete on journal_entries
  for each row execute function forbid_change();
create trigger journal_lines_append_only before update or delete on journal_lines
  for each row execute function forbid_change();

-- An entry is looked at when its transaction ends: by then it has its lines and they balance.
create function demand_balanced_entry() returns trigger language plpgsql as $$
declare
  difference numeric;
  lines int;
begin
  select coalesce(sum(debit - credit), 0), count(*) into difference, lines
  from journal_lines where entry_id = new.id;
  if difference <> 0 or lines < 2 then
    raise exception 'journal entry % is off by % in % lines', new.id, difference, lines
      using errcode = '23514', constraint = 'journal_entry_balanced';
  end if;
  return null;
end
$$;
create constraint trigger journal_entry_balanced after insert on journal_entries
  deferrable initially deferred for each row execute function demand_balanced_entry();

-- Lines that are added to an old entry: all that come in one statement keep it in balance.
create function demand_balanced_lines() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
begin
  select entry_id into unbalanced from added group by entry_id having sum(debit - credit) <> 0
  limit 1;
  if unbalanced is not null then
    raise exception 'the lines of journal entry % do not balance', unbalanced
      using errcode = '23514', constraint = 'journal_entry_balanced';
  end if;
  return null;
end
$$;
create trigger journal_lines_balanced after insert on journal_lines
  referencing new table as added for each statement execute function demand_balanced_lines();

-- Nothing is posted into a closed month, nor under a month that is not the day's own.
create function demand_open_period() returns trigger language plpgsql as $$
declare
  found_status text;
begin
  new.period_id := extract(year from new.posted_on)::int * 100
                   + extract(month from new.posted_on)::int;
  insert into accounting_periods (id) values (new.period_id) on conflict do nothing;
  select status into found_status from accounting_periods where id = new.period_id for share;
  if found_status = 'closed' then
    raise exception 'the books of % are closed', new.period_id
      using errcode = '23514', constraint = 'accounting_period_open';
  end if;
  return new;
end
$$;
create trigger journal_entry_in_open_period before insert on journal_entries
  for each row execute function demand_open_period();

create view inv_07_journal as
select 'entry off balance' as what, e.id, coalesce(sum(l.debit - l.credit), 0)::text as have,
       '0 in two lines or more' as want
from journal_entries e
left join journal_lines l on l.entry_id = e.id
group by e.id
having coalesce(sum(l.debit - l.credit), 0) <> 0 or count(l.id) < 2
union all
select 'under another month', e.id, e.period_id::text, to_char(e.posted_on, 'YYYYMM')
from journal_entries e
where e.period_id::text <> to_char(e.posted_on, 'YYYYMM')
union all
select 'posted into a closed month', e.id, e.created_at::text, p.updated_at::text
from journal_entries e
join accounting_periods p on p.id = e.period_id
where p.status = 'closed' and e.created_at > p.updated_at;

comment on table accounting_periods is 'The months of the books: open, being closed or closed.';
comment on table journal_entries is 'What was posted when, for which document. Append-only.';
comment on table journal_lines is 'The debits and credits of entries. Append-only.';
comment on view inv_07_journal is 'Every entry balances and none is in a closed month.';
