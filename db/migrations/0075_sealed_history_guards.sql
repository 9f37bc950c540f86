-- The history is sealed behind the desk: no act waits for the one before it. A seal covers the acts
-- of a range of ids by one hash that goes on from the seal before, so that an act that is changed,
-- taken away or slipped in afterwards is found, whoever did it.

create function audit_row_hash(act audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    act.id, act.entity, act.entity_id, act.action, act.from_status, act.to_status, act.actor_id,
    act.channel, act.reason, act.request_id, extract(epoch from act.at), act.changes
  )::text, 'UTF8')), 'hex')
$$;

create function audit_seal_hash(
  previous text, first_id bigint, last_id bigint, sealed timestamptz,
  out row_count integer, out hash text
) language sql stable as $$
  select count(*)::int, encode(sha256(convert_to(concat_ws('|', previous, first_id, last_id,
    extract(epoch from sealed), count(*), string_agg(audit_row_hash(l), '' order by l.id)
  ), 'UTF8')), 'hex')
  from audit_log l where l.id between first_id and last_id
$$;

-- Seals the next acts, no more than so many and none after the last one that is final. Answers
-- whether there were any.
create function seal_audit_log(final_id bigint, most integer) returns boolean
language plpgsql as $$
declare
  previous text;
  first_id bigint;
  last_id bigint;
  moment timestamptz := clock_timestamp();
begin
  select s.hash, s.to_id + 1 into previous, first_id
  from audit_seals s order by s.to_id desc limit 1;
  previous := coalesce(previous, repeat('0', 64));
  first_id := coalesce(first_id, 1);
  select max(l.id) into last_id
  from (select id from audit_log where id between first_id and final_id order by id limit most) l;
  if last_id is null then return false; end if;
  insert into audit_seals (from_id, to_id, row_count, previous_hash, hash, sealed_at)
  select first_id, last_id, h.row_count, previous, h.hash, moment
  from audit_seal_hash(previous, first_id, last_id, moment) h;
  return true;
end
$$;

-- The next seals after an id, each with what is wrong with it, or null.
create function audit_seal_faults(after_id bigint, most integer)
returns table (to_id bigint, row_count integer, hash text, fault text) language sql stable as $$
  select s.to_id, s.row_count, s.hash, case
    when s.from_id <> coalesce(p.to_id, 0) + 1 or s.previous_hash <> coalesce(p.hash, repeat('0', 64))
      then 'The seal before acts ' || s.from_id || ' to ' || s.to_id || ' is not the one it was'
    when h.row_count <> s.row_count
      then 'Acts ' || s.from_id || ' to ' || s.to_id || ' were ' || s.row_count
        || ' and are ' || h.row_count
    when h.hash <> s.hash
      then 'Acts ' || s.from_id || ' to ' || s.to_id || ' are not what they were'
  end
  from (select * from audit_seals where audit_seals.to_id > after_id
        order by audit_seals.to_id limit most) s
  left join lateral (
    select b.to_id, b.hash from audit_seals b where b.to_id < s.to_id order by b.to_id desc limit 1
  ) p on true
  cross join lateral audit_seal_hash(s.previous_hash, s.from_id, s.to_id, s.sealed_at) h
  order by s.to_id
$$;

-- What no seal can tell of: acts before the first id, and seals that a check once saw.
create function audit_chain_gaps() returns table (fault text) language sql stable as $$
  select 'Acts were slipped in before the first one'
  where exists (select from audit_log where id < 1)
  union all
  select 'The last seal of the check of ' || to_char(min(c.checked_at), 'YYYY-MM-DD') || ' is gone'
  from audit_checks c
  where c.last_hash is not null
    and not exists (select from audit_seals s where s.hash = c.last_hash)
  having count(*) > 0
$$;

create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function forbid_change();
create trigger audit_checks_append_only before update or delete on audit_checks
  for each row execute function forbid_change();

-- A table is emptied without asking the triggers of its rows.
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function forbid_change();
create trigger audit_seals_never_emptied before truncate on audit_seals
  for each statement execute function forbid_change();
create trigger audit_checks_never_emptied before truncate on audit_checks
  for each statement execute function forbid_change();
create trigger approvals_never_emptied before truncate on approvals
  for each statement execute function forbid_change();
create trigger stock_moves_never_emptied before truncate on stock_moves
  for each statement execute function forbid_change();
create trigger journal_entries_never_emptied before truncate on journal_entries
  for each statement execute function forbid_change();
create trigger journal_lines_never_emptied before truncate on journal_lines
  for each statement execute function forbid_change();

comment on table audit_seals is 'Acts of the history under one hash, each over the one before.';
comment on table audit_checks is 'What looking through all seals of the history found.';
comment on function audit_row_hash(audit_log) is 'One act of the history as a hash.';
comment on function audit_seal_hash(text, bigint, bigint, timestamptz) is 'A range of acts as one hash that goes on from another.';
comment on function seal_audit_log(bigint, integer) is 'Seals the next acts that are final.';
comment on function audit_seal_faults(bigint, integer) is 'Seals and what is wrong with them.';
comment on function audit_chain_gaps() is 'What is wrong beside the seals.';
