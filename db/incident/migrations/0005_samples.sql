-- What the fleet looked like, every ten minutes: the pictures of 24 hours, and what is usual at a time of day.
-- ATMs without an institution are sampled under ',' and all of them together under ',*': no caller can have a comma in a key, and who sees
-- all institutions reads one row a moment, however many they are. States are those of connected ATMs.
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
-- For retention.
create index fleet_sample_by_time on incident.fleet_sample (at);

alter table incident.fleet_sample enable row level security, force row level security;
create policy platform_all on incident.fleet_sample to platform using (true) with check (true);
create policy app_own on incident.fleet_sample to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update, delete on incident.fleet_sample to platform;
grant select on incident.fleet_sample to app;

-- Events of the whole fleet by half hours that are over, for what is usual: counts[type id], as in event_count.
create table incident.fleet_event_count (
  bucket timestamptz primary key,
  counts int[] not null
);
alter table incident.fleet_event_count enable row level security, force row level security;
create policy platform_all on incident.fleet_event_count to platform using (true) with check (true);
grant select, insert, update, delete on incident.fleet_event_count to platform;

-- Who is not resolved, by severity: the index alone answers.
create index incident_open_severity on incident.incident (institution_key, severity, status, opened_at) include (atm_id) where status <> 'RESOLVED';
