-- What ATMs were in service and reachable, and for how long. All but the ATM's own row is written by a job, or by ingest
-- in the rare batch that has something to say.

-- Times in which nothing was heard of an ATM for ATM_CONNECTED_WITHIN, up to the signal that ended them. One that lasts
-- is not here: the ATM's row says when it was last heard.
create table incident.atm_silence (
  atm_id bigint not null,
  lost_at timestamptz not null,
  heard_at timestamptz not null,
  institution_key text,
  primary key (atm_id, lost_at)
);
create index atm_silence_by_end on incident.atm_silence (heard_at);

-- Until when the platform was there to hear ATMs, and the times in which it was not: nobody was unreachable then.
create table incident.hearing (
  one boolean primary key default true check (one),
  until timestamptz not null
);
create table incident.deaf_period (
  from_at timestamptz primary key,
  to_at timestamptz not null
);

-- Events that give a service state and came so late that the history, or a sum, is without them.
create table incident.late_state (
  id bigint generated always as identity primary key,
  atm_id bigint not null,
  occurred_at timestamptz not null
);

-- Which ATMs are in a maintenance window, from when to when: written shortly before it begins; what is over never changes.
create table incident.atm_maintenance (
  atm_id bigint not null,
  starts_at timestamptz not null,
  window_id bigint not null,
  ends_at timestamptz not null,
  institution_key text,
  primary key (atm_id, starts_at, window_id)
);
create index atm_maintenance_by_end on incident.atm_maintenance (ends_at);
create index atm_maintenance_by_window on incident.atm_maintenance (window_id);

-- The instants of the sums: each full hour, and of days that are over the midnights of the platform's time zone.
create table incident.availability_instant (at timestamptz primary key);

-- What each ATM did from `since` to `at`, in milliseconds, so that a period is the difference of two rows, however long
-- it is. `since` is when its institution got it. `state` is its service state at the instant.
create table incident.availability_sum (
  at timestamptz not null,
  atm_id bigint not null,
  institution_key text not null,
  since timestamptz not null,
  state text not null,
  in_service bigint not null,
  in_supervisor bigint not null,
  out_of_service bigint not null,
  unreachable bigint not null,
  unknown bigint not null,
  maintenance bigint not null,
  primary key (at, atm_id)
) with (autovacuum_vacuum_scale_factor = 0.05);

do $$
declare
  name text;
begin
  foreach name in array array['atm_silence', 'hearing', 'deaf_period', 'late_state', 'atm_maintenance', 'availability_instant', 'availability_sum'] loop
    execute format('alter table incident.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on incident.%I to platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on incident.%I to platform', name);
  end loop;
  foreach name in array array['atm_silence', 'atm_maintenance', 'availability_sum'] loop
    execute format($policy$create policy app_own on incident.%I for select to app
      using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))$policy$, name);
  end loop;
  foreach name in array array['deaf_period', 'availability_instant'] loop
    execute format('create policy app_read on incident.%I for select to app using (true)', name);
  end loop;
end $$;
grant select on incident.atm_silence, incident.atm_maintenance, incident.availability_sum, incident.deaf_period,
  incident.availability_instant to app;
