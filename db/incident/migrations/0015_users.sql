-- The people whom tokens named, so that they are shown by name.
create table incident.app_user (
  user_id text primary key,
  name text,
  email text,
  institutions text[] not null,
  -- Of the platform's operator: sees every institution.
  unrestricted boolean not null,
  last_seen_at timestamptz not null
);
create index app_user_institutions on incident.app_user using gin (institutions);
alter table incident.app_user enable row level security, force row level security;
create policy platform_all on incident.app_user to platform using (true) with check (true);
-- Colleagues, and the operator's people, who may have acted on what the caller sees.
create policy app_colleagues on incident.app_user for select to app
  using (unrestricted or institutions && (select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]);
grant select on incident.app_user to app;
grant select, insert, update, delete on incident.app_user to platform;
