-- The audit: what people changed, from the topic audit.recorded.

-- Of what a caller changes, also what belongs to no institution is recorded.
create policy app_audit on incident.outbox for insert to app
  with check (institution_key is null and topic = 'audit.recorded');

-- Append-only: no role of the platform may change or delete a row. The rows of an institution are a chain, and so are
-- those that belong to none: each holds the hash of the one before it.
create table incident.audit_entry (
  id uuid primary key, -- of the message
  -- The institution, '' for what belongs to none.
  chain text not null,
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  actor text not null,
  role text not null,
  institution_key text check (coalesce(institution_key, '') = chain),
  action text not null,
  subject_type text not null,
  subject_id text not null,
  -- json keeps the text, of which the hash is.
  before json,
  after json,
  trace_id text not null,
  previous_hash bytea,
  hash bytea not null check (length(hash) = 32),
  unique (chain, seq),
  check ((seq = 1) = (previous_hash is null))
);
create index audit_by_time on incident.audit_entry (at desc, id desc);
create index audit_by_institution on incident.audit_entry (institution_key, at desc, id desc);
create index audit_by_actor on incident.audit_entry (actor, at desc, id desc);
create index audit_by_subject on incident.audit_entry (subject_id, at desc, id desc);

-- The last row of each chain, by which rows that are missing at its end are found. Its lock lets one writer at a time
-- append to a chain.
create table incident.audit_head (
  chain text primary key,
  seq bigint not null,
  hash bytea
);

alter table incident.audit_entry enable row level security, force row level security;
alter table incident.audit_head enable row level security, force row level security;
create policy platform_read on incident.audit_entry for select to platform using (true);
create policy platform_append on incident.audit_entry for insert to platform with check (true);
create policy app_own on incident.audit_entry for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
create policy platform_all on incident.audit_head to platform using (true) with check (true);
grant select, insert on incident.audit_entry to platform;
grant select on incident.audit_entry to app;
grant select, insert, update on incident.audit_head to platform;

-- Messages that this service's consumers could not handle, to be looked at and replayed. They belong to the platform;
-- no caller limited to institutions sees them.
create table incident.dead_letter (
  id uuid primary key,
  topic text not null,
  consumer_group text not null,
  -- The message's own id; a digest of what has none.
  identity text not null,
  message_id uuid,
  institution_key text,
  key text not null,
  -- JSON, and no jsonb, which does not hold all of it.
  message text not null,
  error text not null,
  attempts int not null,
  first_attempt_at timestamptz not null,
  last_attempt_at timestamptz not null,
  replayed_at timestamptz,
  replayed_by text,
  unique (consumer_group, topic, identity)
);
create index dead_letter_by_last_attempt on incident.dead_letter (last_attempt_at, id);
create index dead_letter_by_topic on incident.dead_letter (topic, last_attempt_at, id);

alter table incident.dead_letter enable row level security, force row level security;
create policy platform_all on incident.dead_letter to platform using (true) with check (true);
grant select, insert, update, delete on incident.dead_letter to platform;
