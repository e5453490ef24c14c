-- Drop one partition in a transaction, as drop_event_day does: the lock on the whole table, for which everything that
-- comes later waits, is asked for last and waited for 50 ms at most. The functions before these, which drop all that are
-- old enough in one transaction, are of the release before.

-- Drops at most one week of keys, the oldest, if it lies wholly before the day given; returns how many it dropped.
create function incident.drop_event_key_week(before_day date) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '50ms' as $$
declare
  part text;
begin
  select c.relname into part
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'incident.event_key'::regclass and to_date(right(c.relname, 10), 'YYYY_MM_DD') + 7 <= before_day
  order by c.relname limit 1;
  if part is null then
    return 0;
  end if;
  execute format('drop table incident.%I', part);
  return 1;
end $$;
revoke execute on function incident.drop_event_key_week(date) from public;
grant execute on function incident.drop_event_key_week(date) to platform;

-- Drops at most one month of the audit, the oldest, if it lies wholly before the day given, and anchors what it held;
-- returns how many it dropped. What somebody did within the last twelve months stays, whatever the caller says. Where
-- rows are missing in the month, or do not follow one another, its anchors show it as the rows did.
create function incident.drop_audit_month(before_day date) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '50ms' as $$
declare
  part record;
  until date := least(before_day, (now() at time zone 'UTC' - interval '12 months')::date);
begin
  select c.relname as name, to_date(right(c.relname, 7), 'YYYY_MM') as month into part
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'incident.audit_entry'::regclass
    and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= until
  order by 2 limit 1;
  if not found then
    return 0;
  end if;
  -- Whether the month may be dropped now, before its anchors are made for nothing. The end of the block gives the locks
  -- back, as nobody shall wait for the whole table while they are made.
  begin
    lock table only incident.audit_entry in access exclusive mode;
    execute format('lock table incident.%I in access exclusive mode', part.name);
    raise exception using errcode = 'FL001';
  exception when sqlstate 'FL001' then null;
  end;
  execute format('lock table incident.%I in share mode', part.name);
  insert into incident.audit_anchor (chain, first_seq, last_seq, previous_hash, last_hash, month)
  select chain, seq, last_seq, previous_hash, last_hash, part.month from (
    select chain, seq, previous_hash, begins, case when ends then seq else lead(seq) over w end as last_seq,
      case when ends then hash else lead(hash) over w end as last_hash
    from (
      select chain, seq, at, id, previous_hash, hash,
        (lag(seq) over w, lag(hash) over w) is distinct from (seq - 1, previous_hash) as begins,
        (lead(seq) over w, lead(previous_hash) over w) is distinct from (seq + 1, hash) as ends
      from incident.audit_entry
      where at >= part.month::timestamp at time zone 'UTC'
        and at < (part.month + interval '1 month') at time zone 'UTC'
      window w as (partition by chain order by seq, at, id)
    ) placed where begins or ends
    window w as (partition by chain order by seq, at, id)
  ) runs where begins order by chain, seq;
  execute format('drop table incident.%I', part.name);
  return 1;
end $$;
revoke execute on function incident.drop_audit_month(date) from public;
grant execute on function incident.drop_audit_month(date) to platform;
