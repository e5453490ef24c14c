-- The dead letters of a service that consumes topics. Copy it into a migration of the service, with the name of its
-- schema in the place of {schema}.

-- Messages that this service's consumers could not handle, to be looked at and replayed. They belong to the platform;
-- no caller limited to institutions sees them.
create table {schema}.dead_letter (
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
create index dead_letter_by_last_attempt on {schema}.dead_letter (last_attempt_at, id);
create index dead_letter_by_topic on {schema}.dead_letter (topic, last_attempt_at, id);

alter table {schema}.dead_letter enable row level security, force row level security;
create policy platform_all on {schema}.dead_letter to platform using (true) with check (true);
grant select, insert, update, delete on {schema}.dead_letter to platform;
