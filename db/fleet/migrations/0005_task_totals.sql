-- How many tasks there are, by status and kind, of all institutions together: who sees all of them has a total beside each page, and
-- counting a fleet's tasks takes long, whatever the index. Kept as tasks come, change and go. Each session counts in one of 16 rows, so that
-- agents who report do not wait for each other; the sum counts.
create table fleet.task_total (
  status text not null,
  kind text not null,
  slot smallint not null,
  tasks bigint not null,
  primary key (status, kind, slot)
) with (fillfactor = 50);

alter table fleet.task_total enable row level security, force row level security;
create policy owner_counts on fleet.task_total to current_user using (true) with check (true);
create policy platform_all on fleet.task_total for select to platform using (true);
grant select on fleet.task_total to platform;

create function fleet.add_task_totals(statuses text[], kinds text[], more bigint[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into fleet.task_total as t (status, kind, slot, tasks)
  select c.status, c.kind, pg_backend_pid() % 16, sum(c.more) from unnest(statuses, kinds, more) c(status, kind, more)
  group by c.status, c.kind having sum(c.more) <> 0 order by c.status, c.kind
  on conflict (status, kind, slot) do update set tasks = t.tasks + excluded.tasks
$$;
revoke execute on function fleet.add_task_totals(text[], text[], bigint[]) from public;

create function fleet.count_tasks() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform fleet.add_task_totals(array_agg(status), array_agg(kind), array_agg(n))
    from (select status, kind, count(*) as n from come group by status, kind) c;
  elsif tg_op = 'DELETE' then
    perform fleet.add_task_totals(array_agg(status), array_agg(kind), array_agg(n))
    from (select status, kind, -count(*) as n from gone group by status, kind) c;
  elsif tg_op = 'UPDATE' then
    perform fleet.add_task_totals(array_agg(status), array_agg(kind), array_agg(n))
    from (
      select status, kind, count(*) as n from come group by status, kind
      union all select status, kind, -count(*) from gone group by status, kind) c;
  else
    delete from fleet.task_total;
  end if;
  return null;
end $$;
revoke execute on function fleet.count_tasks() from public;

create trigger count_come_tasks after insert on fleet.task
  referencing new table as come for each statement execute function fleet.count_tasks();
create trigger count_changed_tasks after update on fleet.task
  referencing old table as gone new table as come for each statement execute function fleet.count_tasks();
create trigger count_gone_tasks after delete on fleet.task
  referencing old table as gone for each statement execute function fleet.count_tasks();
create trigger count_no_tasks after truncate on fleet.task for each statement execute function fleet.count_tasks();

-- The tasks that are there already. Without force the owner is not subject to the policies, so it sees them.
alter table fleet.task no force row level security;
insert into fleet.task_total (status, kind, slot, tasks) select status, kind, 0, count(*) from fleet.task group by status, kind;
alter table fleet.task force row level security;
