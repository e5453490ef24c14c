-- The devices service's copy of what status badges show. Its rows come from the incident service only.

create table devices.atm (
  atm_id bigint primary key,
  agent_atm_id text not null unique,
  institution_key text,
  name text,
  site_name text,
  service_state text not null default 'UNKNOWN',
  service_state_changed_at timestamptz,
  supervisor_since timestamptz,
  state_sequence bigint not null default 0,
  last_heartbeat_at timestamptz
) with (fillfactor = 70);
-- No index on the heartbeat: it would end HOT updates, and 100,000 rows are counted faster without.
create index atm_by_institution on devices.atm (institution_key, agent_atm_id);

grant usage on schema devices to app, platform;
grant select on devices.atm to app;
grant select, insert, update on devices.atm to platform;

alter table devices.atm enable row level security;
alter table devices.atm force row level security;
create policy platform_all on devices.atm to platform using (true) with check (true);
create policy app_own on devices.atm to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
