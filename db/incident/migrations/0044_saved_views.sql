-- Filters of lists that people keep under a name: a user's own of an institution, or shared with it.
create table incident.saved_view (
  id bigint generated always as identity primary key,
  institution_key text,
  user_id text not null,
  page text not null check (page in ('ATMS', 'INCIDENTS', 'JOURNALS', 'FILES', 'TRANSACTIONS', 'TASKS', 'CASH', 'AVAILABILITY')),
  name text not null check (length(name) between 1 and 80),
  -- What follows the question mark in the address of the page.
  search text not null check (length(search) <= 2000),
  shared boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index saved_view_name on incident.saved_view (user_id, coalesce(institution_key, ''), page, lower(name));
create index saved_view_shared on incident.saved_view (institution_key) where shared;
alter table incident.saved_view enable row level security, force row level security;
create policy platform_all on incident.saved_view to platform using (true) with check (true);
create policy app_own on incident.saved_view to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update, delete on incident.saved_view to app, platform;
