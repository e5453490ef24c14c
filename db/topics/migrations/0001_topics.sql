-- Topics as tables: what carries messages between services when there is no Kafka. Only the platform itself reads and writes them.
create table topics.topic (
  name text primary key,
  created_at timestamptz not null default now()
);

create table topics.message (
  topic text not null,
  -- Writers of one topic take turns, so within a topic this is the order of commit.
  seq bigint generated always as identity,
  id uuid not null,
  key text not null,
  envelope jsonb not null,
  headers jsonb,
  published_at timestamptz not null default now(),
  primary key (topic, seq)
);
-- Old messages are removed by age; they lie in that order.
create index message_published_at on topics.message using brin (published_at);

-- How far a consumer group has come in a topic, and which of its members reads it now.
create table topics.cursor (
  consumer_group text not null,
  topic text not null,
  seq bigint not null default 0,
  leased_by text,
  leased_until timestamptz,
  served_at timestamptz,
  primary key (consumer_group, topic)
) with (fillfactor = 50);

alter table topics.topic enable row level security;
alter table topics.topic force row level security;
alter table topics.message enable row level security;
alter table topics.message force row level security;
alter table topics.cursor enable row level security;
alter table topics.cursor force row level security;
create policy platform on topics.topic to platform using (true) with check (true);
create policy platform on topics.message to platform using (true) with check (true);
create policy platform on topics.cursor to platform using (true) with check (true);

grant usage on schema topics to platform;
grant select, insert, update, delete on topics.topic, topics.message, topics.cursor to platform;
