-- Texts are deleted with the last file that has them, and the foreign key looks for such files as well.
create index journal_file_by_content on journal.journal_file (content_id);

-- Drops at most one month of the cold table, the oldest, if it lies wholly before the day given; returns how many it
-- dropped. It waits for each lock 50 ms at most and then fails with lock_not_available, as everything that comes while
-- it waits for the table waits behind it.
create function journal.drop_cold_month(before_day date) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '50ms' as $$
declare
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('journal.make_partitions'));
  select c.relname into part
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'journal.transaction_cold'::regclass
    and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before_day
  order by c.relname limit 1;
  if part is null then
    return 0;
  end if;
  execute format('drop table journal.%I', part);
  return 1;
end $$;
revoke execute on function journal.drop_cold_month(date) from public;
grant execute on function journal.drop_cold_month(date) to platform;
