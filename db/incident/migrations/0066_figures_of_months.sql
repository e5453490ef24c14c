-- How many incidents opened on each day, and how soon they were acknowledged and resolved, so that months are compared
-- without reading their incidents. Those that were resolved before `until` are counted here, once they belong to an
-- institution; all others are read. A resolved incident does not change, but it may come to its first institution.
create table incident.incident_day (
  institution_key text not null,
  -- In UTC, of the opening.
  day date not null,
  incidents bigint not null,
  acknowledged bigint not null,
  acknowledge_time interval not null,
  resolve_time interval not null,
  primary key (institution_key, day)
);
create index incident_day_by_day on incident.incident_day (day);
create table incident.incident_day_until (
  one boolean primary key default true check (one),
  until timestamptz not null
);
insert into incident.incident_day_until (until) values ('-infinity');

do $$
declare
  name text;
begin
  foreach name in array array['incident_day', 'incident_day_until'] loop
    execute format('alter table incident.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on incident.%I to platform using (true) with check (true)', name);
    execute format('create policy owner_counts on incident.%I to current_user using (true) with check (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on incident.incident_day to platform;
grant select, update on incident.incident_day_until to platform;
create policy app_own on incident.incident_day for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
create policy app_read on incident.incident_day_until for select to app using (true);
grant select on incident.incident_day, incident.incident_day_until to app;

-- The row of `until` is locked first, here and where incidents are counted, by a statement of its own: the next one sees
-- what was counted while it waited. So each is counted once.
create function incident.count_incident() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from incident.incident_day_until for share;
  insert into incident.incident_day as d
    (institution_key, day, incidents, acknowledged, acknowledge_time, resolve_time)
  select new.institution_key, (new.opened_at at time zone 'UTC')::date, 1, (new.acknowledged_at is not null)::int,
    coalesce(new.acknowledged_at - new.opened_at, '0'), new.resolved_at - new.opened_at
  from incident.incident_day_until u where new.resolved_at < u.until
  on conflict (institution_key, day) do update set incidents = d.incidents + excluded.incidents,
    acknowledged = d.acknowledged + excluded.acknowledged,
    acknowledge_time = d.acknowledge_time + excluded.acknowledge_time,
    resolve_time = d.resolve_time + excluded.resolve_time;
  return null;
end $$;
create trigger count_first_institution after update of institution_key on incident.incident for each row
  when (old.institution_key is null and new.institution_key is not null and new.status = 'RESOLVED'
    and new.kind <> 'MASS_OUTAGE' and not new.suppressed) execute function incident.count_incident();
-- An event that is replayed resolves at the time at which it came first, which may have been counted already.
create trigger count_resolved_before after update of status on incident.incident for each row
  when (old.institution_key is not null and old.status <> 'RESOLVED' and new.status = 'RESOLVED'
    and new.resolved_at < now() - interval '1 hour' and new.kind <> 'MASS_OUTAGE' and not new.suppressed)
  execute function incident.count_incident();
create trigger count_stored_resolved after insert on incident.incident for each row
  when (new.institution_key is not null and new.status = 'RESOLVED' and new.resolved_at < now() - interval '1 hour'
    and new.kind <> 'MASS_OUTAGE' and not new.suppressed)
  execute function incident.count_incident();

create function incident.count_deleted_incidents() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from incident.incident_day_until for share;
  perform from incident.incident_day d
  where exists (select from gone g
    where g.institution_key = d.institution_key and (g.opened_at at time zone 'UTC')::date = d.day)
  order by institution_key, day for no key update;
  with gone_days as (
    select institution_key, (opened_at at time zone 'UTC')::date as day, count(*) as incidents,
      count(acknowledged_at) as acknowledged, coalesce(sum(acknowledged_at - opened_at), '0') as acknowledge_time,
      sum(resolved_at - opened_at) as resolve_time
    from gone, incident.incident_day_until u
    where institution_key is not null and status = 'RESOLVED' and resolved_at < u.until and kind <> 'MASS_OUTAGE'
      and not suppressed
    group by 1, 2)
  update incident.incident_day d set incidents = d.incidents - g.incidents,
    acknowledged = d.acknowledged - g.acknowledged, acknowledge_time = d.acknowledge_time - g.acknowledge_time,
    resolve_time = d.resolve_time - g.resolve_time
  from gone_days g where d.institution_key = g.institution_key and d.day = g.day;
  delete from incident.incident_day d
  using (select distinct institution_key, (opened_at at time zone 'UTC')::date as day from gone) g
  where d.institution_key = g.institution_key and d.day = g.day and d.incidents = 0;
  return null;
end $$;
create trigger count_deleted after delete on incident.incident referencing old table as gone
  for each statement execute function incident.count_deleted_incidents();

-- The sums of the ATMs of each institution together, so that months are compared without reading all of their ATMs. They
-- are made with the sums of an instant, or later where a release before this one made these, and corrected with them.
create table incident.availability_total (
  at timestamptz not null,
  institution_key text not null,
  atms bigint not null,
  -- ATMs for which time goes on in a state: they are not silent, in maintenance, retired or gone.
  running_in_service bigint not null,
  running_in_supervisor bigint not null,
  running_out_of_service bigint not null,
  running_unknown bigint not null,
  in_service bigint not null,
  in_supervisor bigint not null,
  out_of_service bigint not null,
  unreachable bigint not null,
  unknown bigint not null,
  maintenance bigint not null,
  primary key (at, institution_key)
);
alter table incident.availability_instant add column has_totals boolean not null default false;

alter table incident.availability_total enable row level security, force row level security;
create policy platform_all on incident.availability_total to platform using (true) with check (true);
create policy owner_corrects on incident.availability_total to current_user using (true) with check (true);
create policy app_own on incident.availability_total for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update, delete on incident.availability_total to platform;
grant select on incident.availability_total to app;
create policy owner_waits on incident.availability_instant for update to current_user using (true);

-- Whatever corrects sums, in a release before this one too. The instant is locked, as where its totals are made.
create function incident.correct_totals() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from incident.availability_instant where at in (select at from added) order by at for share;
  update incident.availability_total t set
    running_in_service = t.running_in_service + d.running_in_service,
    running_in_supervisor = t.running_in_supervisor + d.running_in_supervisor,
    running_out_of_service = t.running_out_of_service + d.running_out_of_service,
    running_unknown = t.running_unknown + d.running_unknown,
    in_service = t.in_service + d.in_service, in_supervisor = t.in_supervisor + d.in_supervisor,
    out_of_service = t.out_of_service + d.out_of_service, unreachable = t.unreachable + d.unreachable,
    unknown = t.unknown + d.unknown, maintenance = t.maintenance + d.maintenance
  from (
    select at, institution_key,
      coalesce(sum(n) filter (where state = 'IN_SERVICE' and not interrupted), 0) as running_in_service,
      coalesce(sum(n) filter (where state = 'IN_SUPERVISOR' and not interrupted), 0) as running_in_supervisor,
      coalesce(sum(n) filter (where state = 'OUT_OF_SERVICE' and not interrupted), 0) as running_out_of_service,
      coalesce(sum(n) filter (where state = 'UNKNOWN' and not interrupted), 0) as running_unknown,
      sum(n * in_service) as in_service, sum(n * in_supervisor) as in_supervisor,
      sum(n * out_of_service) as out_of_service, sum(n * unreachable) as unreachable, sum(n * unknown) as unknown,
      sum(n * maintenance) as maintenance
    from (select 1 as n, a.* from added a union all select -1, r.* from removed r) s
    group by at, institution_key) d
  where t.at = d.at and t.institution_key = d.institution_key;
  return null;
end $$;
create trigger correct_totals after update on incident.availability_sum
  referencing old table as removed new table as added for each statement execute function incident.correct_totals();
