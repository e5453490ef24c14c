-- Drops at most one day of events, the oldest, if it lies wholly before the day given; returns how many it dropped.
-- It waits for each lock 50 ms at most and then fails with lock_not_available, as everything that comes while it waits
-- for the table waits behind it.
create function incident.drop_event_day(before_day date) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '50ms' as $$
declare
  part text;
begin
  select c.relname into part
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'incident.event'::regclass and to_date(right(c.relname, 10), 'YYYY_MM_DD') < before_day
  order by c.relname limit 1;
  if part is null then
    return 0;
  end if;
  execute format('drop table incident.%I', part);
  return 1;
end $$;
revoke execute on function incident.drop_event_day(date) from public;
grant execute on function incident.drop_event_day(date) to platform;
