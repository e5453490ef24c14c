-- How many snapshots there are of each day, of all institutions and the fleet together: a large fleet takes a million a day, and who sees
-- all of them has a total beside each page. One process at a time takes snapshots, and those that are thinned are of other days, so one
-- row a day is enough.
create table analytics.snapshot_total (
  day date primary key,
  snapshots bigint not null
) with (fillfactor = 50);

alter table analytics.snapshot_total enable row level security, force row level security;
create policy owner_counts on analytics.snapshot_total to current_user using (true) with check (true);
create policy platform_all on analytics.snapshot_total for select to platform using (true);
grant select on analytics.snapshot_total to platform;

create function analytics.count_snapshots() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into analytics.snapshot_total as t (day, snapshots) select day, count(*) from come group by day order by day
    on conflict (day) do update set snapshots = t.snapshots + excluded.snapshots;
  elsif tg_op = 'DELETE' then
    insert into analytics.snapshot_total as t (day, snapshots) select day, -count(*) from gone group by day order by day
    on conflict (day) do update set snapshots = t.snapshots + excluded.snapshots;
  else
    delete from analytics.snapshot_total;
  end if;
  return null;
end $$;
revoke execute on function analytics.count_snapshots() from public;

create trigger count_come_snapshots after insert on analytics.snapshot
  referencing new table as come for each statement execute function analytics.count_snapshots();
create trigger count_gone_snapshots after delete on analytics.snapshot
  referencing old table as gone for each statement execute function analytics.count_snapshots();
create trigger count_no_snapshots after truncate on analytics.snapshot for each statement execute function analytics.count_snapshots();

-- The snapshots that are there already. Without force the owner is not subject to the policies, so it sees them.
alter table analytics.snapshot no force row level security;
insert into analytics.snapshot_total (day, snapshots) select day, count(*) from analytics.snapshot group by day;
alter table analytics.snapshot force row level security;
