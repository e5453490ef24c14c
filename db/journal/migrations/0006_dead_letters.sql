-- Messages that this service's consumers could not handle, as the topics of dead letters tell of them: to be looked at and replayed.
-- They belong to the platform; no caller limited to institutions sees them.
create table journal.dead_letter (
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
create index dead_letter_by_last_attempt on journal.dead_letter (last_attempt_at, id);
create index dead_letter_by_topic on journal.dead_letter (topic, last_attempt_at, id);

alter table journal.dead_letter enable row level security, force row level security;
create policy platform_all on journal.dead_letter to platform using (true) with check (true);
grant select, insert, update, delete on journal.dead_letter to platform;
