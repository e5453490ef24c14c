-- What ATMs are grouped by, as the incident service has it; an ATM of which nothing is known yet has no row. Apart from
-- atm_journal, which has only ATMs that have sent a journal, and which every parse writes.
create table journal.atm_group (
  atm_id bigint primary key,
  institution_key text not null,
  vendor text,
  model text,
  site_name text,
  region text,
  cost_centre text,
  criticality text,
  -- An array of texts; null without any.
  tags jsonb,
  -- Grows with each change; an older one does not replace a newer one.
  edition bigint not null
);
create index atm_group_by_institution on journal.atm_group (institution_key, atm_id);
alter table journal.atm_group enable row level security, force row level security;
create policy platform_all on journal.atm_group to platform using (true) with check (true);
create policy app_own on journal.atm_group to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update, delete on journal.atm_group to platform;
grant select on journal.atm_group to app;
