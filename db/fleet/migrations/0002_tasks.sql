-- Commands for ATMs, and the marks of the sets of task permissions.

create table fleet.task (
  id uuid primary key,
  institution_key text, -- of the ATM when the task was made; null for an ATM without one
  atm_id bigint not null,
  agent_atm_id text not null,
  kind text not null check (kind in ('CONFIG_UPDATE', 'INSTALL_MODULE', 'PACKET_CAPTURE', 'REBOOT', 'RESTART_AGENT', 'UPDATE_AGENT')),
  params jsonb,
  reason text,
  status text not null check (status in ('QUEUED', 'SENT', 'ACKED', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED')),
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at),
  sent_at timestamptz,
  finished_at timestamptz,
  result jsonb,
  error text,
  -- [{at, actor, from, to}], oldest first: few, and never asked for without the task.
  history jsonb not null
);

-- Lists, newest first: of an institution, of one of its states, and of all.
create index task_by_institution on fleet.task (institution_key, requested_at, id);
create index task_by_state on fleet.task (institution_key, status, requested_at, id);
create index task_of_state on fleet.task (status, requested_at, id);
create index task_by_time on fleet.task (requested_at, id);
create index task_by_atm on fleet.task (atm_id, requested_at, id);
create index task_by_agent on fleet.task (agent_atm_id, requested_at, id);
-- What waits: of one agent, of all in the order in which they were made, and in the order in which they expire.
create index task_waiting on fleet.task (agent_atm_id, requested_at, id) where status = 'QUEUED';
create index task_waiting_since on fleet.task (requested_at) where status = 'QUEUED';
create index task_expiring on fleet.task (expires_at) where status = 'QUEUED';

-- Which request a caller sent under a key of its own choice; kept for a day.
create table fleet.task_key (
  hash text primary key, -- of the caller and its key
  institution_key text,
  task_id uuid not null,
  requested_at timestamptz not null
);
create index task_key_by_time on fleet.task_key (requested_at);

-- The set of grants of an institution, the empty one included, as something that has versions. None was written before for an
-- institution without a row.
create table fleet.task_permission_set (
  institution_key text primary key,
  version bigint not null
);

grant select, insert, update on fleet.task to app, platform;
grant select, insert, update on fleet.task_key, fleet.task_permission_set to app, platform;
grant delete on fleet.task_key to platform;

alter table fleet.task enable row level security;
alter table fleet.task force row level security;
alter table fleet.task_key enable row level security;
alter table fleet.task_key force row level security;
alter table fleet.task_permission_set enable row level security;
alter table fleet.task_permission_set force row level security;
create policy platform_all on fleet.task to platform using (true) with check (true);
create policy platform_all on fleet.task_key to platform using (true) with check (true);
create policy platform_all on fleet.task_permission_set to platform using (true) with check (true);
create policy app_own on fleet.task to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
create policy app_own on fleet.task_key to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
create policy app_own on fleet.task_permission_set to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
