-- What the fleet looked like, every five minutes: the pictures of 24 hours, and what is usual at a time of day.
-- ATMs without an institution are sampled under ',', which no caller can have as a key. States are those of connected ATMs.
create table incident.fleet_sample (
  institution_key text not null,
  at timestamptz not null,
  total int not null,
  connected int not null,
  never_connected int not null,
  in_service int not null,
  out_of_service int not null,
  in_supervisor int not null,
  unknown int not null,
  primary key (institution_key, at)
);
-- Retention; the pictures of those who see all institutions read by time.
create index fleet_sample_by_time on incident.fleet_sample (at);

alter table incident.fleet_sample enable row level security, force row level security;
create policy platform_all on incident.fleet_sample to platform using (true) with check (true);
create policy app_own on incident.fleet_sample to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update, delete on incident.fleet_sample to platform;
grant select on incident.fleet_sample to app;

-- Who is not resolved, by severity: the index alone answers.
create index incident_open_severity on incident.incident (institution_key, severity, status, opened_at) include (atm_id) where status <> 'RESOLVED';
