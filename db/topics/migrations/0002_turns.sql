-- Who has something to read, known without looking through the messages of every topic: each cursor holds the head of its
-- topic beside its own place. With a topic an institution there are thousands, nearly all of them read to the end.
alter table topics.cursor add column head bigint not null default 0;
-- Stored, so that a move that leaves something to read changes no indexed value and touches no index.
alter table topics.cursor add column waiting boolean not null generated always as (seq < head) stored;

alter table topics.cursor no force row level security;
alter table topics.message no force row level security;
update topics.cursor c set head = m.head
from (select topic, max(seq) as head from topics.message group by topic) m where m.topic = c.topic;
alter table topics.cursor force row level security;
alter table topics.message force row level security;

-- The one whose turn it is comes first: who was never served, then who was served longest ago.
create index cursor_turns on topics.cursor (consumer_group, served_at nulls first, topic) where waiting;
create index cursor_by_topic on topics.cursor (topic);

-- How many topics have been made: a group that knows the number has a cursor in each of them. One row.
create table topics.made (
  only_row boolean primary key default true check (only_row),
  topics bigint not null
);
insert into topics.made (topics) select count(*) from topics.topic;
alter table topics.made enable row level security;
alter table topics.made force row level security;
create policy platform on topics.made to platform using (true) with check (true);
grant select, update on topics.made to platform;

create function topics.count_topics() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  -- Makers of topics wait here for each other, so whoever sees the number sees all the topics that it counts.
  if exists (select from added) then
    update topics.made set topics = topics + (select count(*) from added);
  end if;
  return null;
end $$;
create trigger count_topics after insert on topics.topic
  referencing new table as added for each statement execute function topics.count_topics();

create function topics.move_heads() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update topics.cursor c set head = a.head
  from (select topic, max(seq) as head from added group by topic) a
  where c.topic = a.topic and c.head < a.head;
  return null;
end $$;
create trigger move_heads after insert on topics.message
  referencing new table as added for each statement execute function topics.move_heads();

create function topics.find_head() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  -- A writer under way would not see this cursor, nor this cursor its messages: they take turns.
  perform pg_advisory_xact_lock(hashtext('topic:' || new.topic));
  new.head := coalesce((select max(seq) from topics.message where topic = new.topic), 0);
  return new;
end $$;
create trigger find_head before insert on topics.cursor for each row execute function topics.find_head();

revoke execute on function topics.count_topics(), topics.move_heads(), topics.find_head() from public;
