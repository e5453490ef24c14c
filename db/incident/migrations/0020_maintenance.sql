-- Maintenance windows: what opens meanwhile is suppressed until they are over.
create table incident.maintenance_window (
  id bigint generated always as identity primary key,
  institution_key text not null,
  -- One ATM, those that share the value of an attribute, or all of the institution.
  atm_id bigint,
  attribute text,
  value text,
  -- The first occurrence. It recurs on the weekdays (1 Monday to 7 Sunday) at the same local time, up to a day.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  weekdays smallint[],
  until date,
  time_zone text not null,
  reason text not null,
  created_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  -- The begin of the next occurrence that its ATMs do not know of yet; null where none is left.
  next_at timestamptz,
  check (starts_at < ends_at),
  check ((attribute is null) = (value is null)),
  check ((weekdays is null) = (until is null)),
  check (num_nonnulls(atm_id, attribute) <= 1)
);
create index maintenance_window_due on incident.maintenance_window (next_at) where next_at is not null;
create index maintenance_window_by_institution on incident.maintenance_window (institution_key, starts_at desc, id desc);
alter table incident.maintenance_window enable row level security, force row level security;
create policy platform_all on incident.maintenance_window to platform using (true) with check (true);
create policy app_own on incident.maintenance_window to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update on incident.maintenance_window to app;
grant select, insert, update, delete on incident.maintenance_window to platform;

-- The window that an ATM is in, or shortly will be, so that ingest reads it with the ATM.
alter table incident.atm add column maintenance_from timestamptz, add column maintenance_until timestamptz;
create index atm_in_maintenance on incident.atm (maintenance_until) where maintenance_until is not null;

-- `suppressed` stays with an incident that ends in its window: nobody was told of it.
alter table incident.incident drop constraint incident_status_check;
alter table incident.incident add constraint incident_status_check
  check (status in ('OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'SUPPRESSED'));
alter table incident.incident add column suppressed boolean not null default false;
alter table incident.incident add constraint incident_suppressed_check check (status <> 'SUPPRESSED' or suppressed);
create index incident_suppressed on incident.incident (opened_at) where status = 'SUPPRESSED';
