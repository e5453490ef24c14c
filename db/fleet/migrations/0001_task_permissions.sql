-- Which kinds of task the customers of an institution may push. A row is a grant; no row means denied.

create table fleet.task_permission (
  institution_key text not null,
  task_kind text not null check (task_kind in ('REBOOT', 'RESTART_AGENT')),
  granted_by text not null,
  granted_at timestamptz not null,
  primary key (institution_key, task_kind)
);

grant usage on schema fleet to app, platform;
grant select, insert, delete on fleet.task_permission to app, platform;

alter table fleet.task_permission enable row level security;
alter table fleet.task_permission force row level security;
create policy platform_all on fleet.task_permission to platform using (true) with check (true);
create policy app_own on fleet.task_permission to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
