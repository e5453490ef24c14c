-- How soon an institution wants its incidents acknowledged and resolved: by severity,
-- {"HIGH": {"acknowledgeMinutes": 15, "resolveMinutes": 240, "timeZone": null, "opens": null, "closes": null}, ...}.
-- With business hours only their minutes count: `opens` and `closes` have the minutes of the day of Monday to Sunday, -1 where it is closed.
create table incident.incident_target (
  institution_key text primary key,
  by_severity jsonb not null,
  -- False while open incidents have due times of older targets.
  applied boolean not null default false,
  changed_at timestamptz not null,
  changed_by text not null
);
create index incident_target_pending on incident.incident_target (institution_key) where not applied;
alter table incident.incident_target enable row level security, force row level security;
create policy platform_all on incident.incident_target to platform using (true) with check (true);
create policy app_own on incident.incident_target to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update on incident.incident_target to app, platform;

-- The instant when so many minutes of business hours have passed since `since`; null where they never do.
create function incident.due_in_business(since timestamptz, target jsonb, minutes int) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  zone text := target ->> 'timeZone';
  missing interval := make_interval(mins => minutes);
  first_day date;
  weekday int;
  opens timestamptz;
  closes timestamptz;
begin
  first_day := (since at time zone zone)::date;
  -- An hour of business a week is the least, 30 days are the longest target: 730 weeks at most.
  for passed in 0 .. 5200 loop
    weekday := extract(isodow from first_day + passed)::int - 1;
    continue when (target -> 'opens' ->> weekday)::int < 0;
    opens := greatest(since, (first_day + passed + make_interval(mins => (target -> 'opens' ->> weekday)::int)) at time zone zone);
    closes := (first_day + passed + make_interval(mins => (target -> 'closes' ->> weekday)::int)) at time zone zone;
    continue when closes <= opens;
    if opens + missing <= closes then return opens + missing; end if;
    missing := missing - (closes - opens);
  end loop;
  return null;
exception when invalid_parameter_value then
  -- A zone that this server does not know must not keep incidents from being stored.
  return null;
end $$;

-- The instant when a target is missed. Without business hours nothing but an addition.
create function incident.due_after(since timestamptz, target jsonb, minutes int) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when minutes is null then null
    when target ->> 'timeZone' is null then since + make_interval(mins => minutes)
    else incident.due_in_business(since, target, minutes) end
$$;

-- When an incident is to be acknowledged and resolved; `next_due_at` is what comes next, none of a part of a mass outage.
alter table incident.incident add column acknowledge_due_at timestamptz, add column resolve_due_at timestamptz,
  add column next_due_at timestamptz generated always as (case
    when parent_id is not null or status = 'RESOLVED' then null
    when status = 'OPEN' then least(acknowledge_due_at, resolve_due_at)
    else resolve_due_at end) stored,
  -- Whether it is late and that is published.
  add column acknowledge_missed boolean not null default false, add column resolve_missed boolean not null default false;

-- Whoever opens an incident or raises its severity: ingest, a job or a person.
create function incident.set_due() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  target jsonb;
begin
  select t.by_severity -> new.severity into target
  from incident.incident_target t where t.institution_key = new.institution_key;
  new.acknowledge_due_at := incident.due_after(new.opened_at, target, (target ->> 'acknowledgeMinutes')::int);
  new.resolve_due_at := incident.due_after(new.opened_at, target, (target ->> 'resolveMinutes')::int);
  return new;
end $$;
create trigger set_due_insert before insert on incident.incident for each row execute function incident.set_due();
create trigger set_due_severity before update of severity on incident.incident for each row
  when (new.severity is distinct from old.severity) execute function incident.set_due();

create index incident_by_due on incident.incident (next_due_at, id) where status <> 'RESOLVED';
create index incident_by_institution_due on incident.incident (institution_key, next_due_at, id) where status <> 'RESOLVED';
create index incident_to_acknowledge on incident.incident (acknowledge_due_at)
  where status = 'OPEN' and acknowledge_due_at is not null and not acknowledge_missed and parent_id is null;
create index incident_to_resolve on incident.incident (resolve_due_at)
  where status <> 'RESOLVED' and resolve_due_at is not null and not resolve_missed and parent_id is null;

-- What the platform did to an incident has no user.
alter table incident.incident_entry alter column user_id drop not null,
  drop constraint incident_entry_kind_check,
  add constraint incident_entry_kind_check
    check (kind in ('OPENED', 'ACKNOWLEDGED', 'ASSIGNED', 'RELEASED', 'NOTE', 'RESOLVED', 'TARGET_MISSED')),
  add constraint incident_entry_user check (user_id is not null or kind = 'TARGET_MISSED');
