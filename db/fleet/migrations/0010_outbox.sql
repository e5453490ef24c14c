-- Messages that wait to be published; written in the transaction of the change that they report.
create table fleet.outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null,
  topic text not null,
  key text not null,
  institution_key text,
  occurred_at timestamptz not null,
  traceparent text,
  -- Passed on as it is and never searched: json keeps the text, jsonb would take it apart.
  data json not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

alter table fleet.outbox enable row level security, force row level security;
create policy platform_all on fleet.outbox to platform using (true) with check (true);
-- A caller's own changes, and in the audit also what belongs to no institution.
create policy app_own on fleet.outbox for insert to app
  with check (
    institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[])
    or (institution_key is null and topic = 'audit.recorded')
  );
grant select, insert, update, delete on fleet.outbox to platform;
grant insert on fleet.outbox to app;
