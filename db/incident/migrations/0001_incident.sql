-- The incident service: ATMs, journal events, incidents, cassettes, and the counters that dashboards read.
-- Events are partitioned by the day of receipt; as nothing occurs after it was received, a window over occurred_at
-- may add "received_at >= its start", and old days are pruned.

create schema if not exists incident;
grant usage on schema incident to app, platform;

-- Event ids are handed out in blocks of 10,000, one nextval a block. Incident ids come one by one under the lock of
-- their ATM, so that of one ATM's incidents the highest id is the newest, whichever process opened it.
create sequence incident.event_block;
create sequence incident.exception_block;
create sequence incident.incident_id;
create sequence incident.event_type_id as smallint start 28;

-- Known event types. The id is the position in event_count.counts, so it stays small and is never used again.
create table incident.event_type (
  id smallint primary key,
  event_type text not null unique,
  category text not null default 'OTHER',
  filter_group text,
  added_at timestamptz not null default now(),
  added_by text
);

insert into incident.event_type (id, event_type, category, filter_group) values
  (1, 'POWER_OFF', 'POWER', 'Power and network'),
  (2, 'CARD_READER_FAIL', 'HARDWARE', 'Card reader'),
  (3, 'DISPENSER_JAM', 'HARDWARE', 'Cash handling'),
  (4, 'SELF_TEST_FAILED', 'HARDWARE', 'Software'),
  (5, 'APPLICATION_ERROR_CARD', 'HARDWARE', 'Card reader'),
  (6, 'APPLICATION_ERROR_DISPENSER', 'HARDWARE', 'Cash handling'),
  (7, 'APPLICATION_ERROR_ENCRYPTION', 'HARDWARE', 'PIN and security'),
  (8, 'APPLICATION_ERROR_PRINTER', 'HARDWARE', 'Printer and journal'),
  (9, 'APPLICATION_ERROR_PINPAD', 'HARDWARE', 'PIN and security'),
  (10, 'MIXED_MEDIA_ERROR', 'HARDWARE', 'Cash handling'),
  (11, 'CASH_ACCEPTOR_ERROR', 'HARDWARE', 'Cash handling'),
  (12, 'ENCRYPTOR_PINPAD_ERROR', 'HARDWARE', 'PIN and security'),
  (13, 'CASSETTE_LOW', 'CASH', 'Cassettes'),
  (14, 'CASSETTE_EMPTY', 'CASH', 'Cassettes'),
  (15, 'CASSETTE_ABNORMAL', 'CASH', 'Cassettes'),
  (16, 'NETWORK_DISCONNECTED', 'NETWORK', 'Power and network'),
  (17, 'APPLICATION_ERROR_NETWORK', 'NETWORK', 'Power and network'),
  (18, 'AUTHENTICATION_FAILURE', 'AUTH', 'PIN and security'),
  (19, 'ATM_OUT_OF_SERVICE', 'SYSTEM', 'Operations'),
  (20, 'APPLICATION_ERROR', 'SYSTEM', 'Software'),
  (21, 'APPLICATION_ERROR_JOURNAL', 'SYSTEM', 'Printer and journal'),
  (22, 'AGENT_LOG_ERROR', 'SYSTEM', 'Software'),
  (23, 'EJOURNAL_DB_WARNING', 'SYSTEM', 'Printer and journal'),
  (24, 'EJOURNAL_DB_CRITICAL', 'SYSTEM', 'Printer and journal'),
  (25, 'ATM_IN_SERVICE', 'OTHER', 'Operations'),
  (26, 'SUPERVISOR_ENTER', 'OTHER', 'Operations'),
  (27, 'SUPERVISOR_EXIT', 'OTHER', 'Operations');

-- The row of an ATM is also its lock: whoever changes the ATM, its events or its incidents holds it.
-- last_heartbeat_at has no index, so that a heartbeat stays a HOT update; the fillfactor leaves room for it.
create table incident.atm (
  id bigint generated always as identity primary key,
  agent_atm_id text not null unique,
  institution_key text,
  name text,
  vendor text,
  model text,
  site_name text,
  latitude float8,
  longitude float8,
  time_zone text,
  registered_at timestamptz not null,
  updated_at timestamptz,
  last_heartbeat_at timestamptz,
  -- Of true heartbeats only: an event that is received moves last_heartbeat_at, but is itself no later sign of life.
  beat_at timestamptz,
  service_state text not null default 'UNKNOWN',
  remembered_state text,
  state_at timestamptz,
  state_sequence bigint not null default 0,
  -- The newest ATM_IN_SERVICE, the newest moment of a supervisor visit, and the newest visit that an ATM_IN_SERVICE followed.
  in_service_at timestamptz,
  supervisor_at timestamptz,
  serviced_at timestamptz,
  -- True while a POWER incident may be open; spares every other event the look.
  power_off boolean not null default false
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index atm_by_institution on incident.atm (institution_key, id);

create table incident.event (
  id bigint not null,
  received_at timestamptz not null,
  occurred_at timestamptz not null,
  atm_id bigint not null,
  incident_id bigint,
  event_time timestamp not null,
  type_id smallint not null,
  event_time_defaulted boolean not null,
  institution_key text,
  event_id uuid,
  component text,
  cassette_no text,
  error_code text,
  message text,
  details jsonb,
  cassettes jsonb,
  primary key (id, received_at)
) partition by range (received_at);
create index event_by_institution on incident.event (institution_key, occurred_at, id) include (type_id, atm_id);
create index event_by_atm on incident.event (atm_id, occurred_at, id) include (type_id, event_time);
create index event_by_incident on incident.event (incident_id) where incident_id is not null;
-- What a threshold may still count: APPLICATION_ERROR_NETWORK, AUTHENTICATION_FAILURE, APPLICATION_ERROR, AGENT_LOG_ERROR.
create index event_countable on incident.event (atm_id, type_id, occurred_at)
  where incident_id is null and type_id in (17, 18, 20, 22);

-- Which answer an (ATM, eventId) got: the id of an event, or of an exception. By week of receipt, dropped after 30 days.
-- The ATM's lock, not this key, keeps the pair unique: a repeat may fall into another partition.
create table incident.event_key (
  atm_id bigint not null,
  event_id uuid not null,
  received_at timestamptz not null,
  stored_id bigint,
  exception_id bigint,
  primary key (atm_id, event_id, received_at),
  check (num_nonnulls(stored_id, exception_id) = 1)
) partition by range (received_at);

create table incident.event_exception (
  id bigint primary key,
  received_at timestamptz not null,
  institution_key text,
  atm_id bigint not null,
  agent_atm_id text not null,
  event_type text,
  event_id uuid,
  body jsonb not null,
  replayed_at timestamptz
);
create index event_exception_by_type on incident.event_exception (event_type, id) where replayed_at is null;
create index event_exception_by_institution on incident.event_exception (institution_key, id desc);

create table incident.incident (
  id bigint primary key,
  atm_id bigint not null,
  agent_atm_id text not null,
  institution_key text,
  kind text not null,
  -- '' stands for none, so that "one open incident per (ATM, kind, component)" can be a unique index.
  component text not null default '',
  severity text not null,
  status text not null default 'OPEN',
  title text not null,
  source text not null default 'AUTO',
  occurrence_count int not null default 1,
  flapping boolean not null default false,
  opened_at timestamptz not null,
  first_event_at timestamptz not null,
  last_event_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by_user_id text,
  resolved_at timestamptz,
  resolution text,
  version int not null default 1,
  -- What is older than this is settled and opens nothing; carried on to the next incident of the same kind and component.
  cleared_at timestamptz,
  -- The last open and resolve changes, by occurred_at, carried on likewise: flapping is counted across incidents.
  changes timestamptz[] not null default '{}',
  check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  check (status in ('OPEN', 'ACKNOWLEDGED', 'RESOLVED'))
) with (fillfactor = 70);
create unique index incident_one_open on incident.incident (atm_id, kind, component) where status <> 'RESOLVED';
create index incident_newest on incident.incident (atm_id, kind, component, id desc);
create index incident_open_by_institution on incident.incident (institution_key, opened_at desc, id desc) where status <> 'RESOLVED';
create index incident_by_institution on incident.incident (institution_key, opened_at desc, id desc);
create index incident_by_opening on incident.incident (opened_at desc, id desc);

-- The newest reading of each cassette. Denominations in minor units.
create table incident.cassette (
  atm_id bigint not null,
  cassette_no text not null,
  institution_key text,
  as_of timestamptz not null,
  ok_at timestamptz,
  cassette_type text,
  currency text,
  denomination_minor bigint,
  initial_count int,
  current_count int,
  rejected_count int,
  capacity int,
  status text,
  primary key (atm_id, cassette_no)
) with (fillfactor = 70);
create index cassette_by_institution on incident.cassette (institution_key, atm_id, cassette_no);

-- Counter A: events by 15 minutes of occurred_at; counts[type id]. Events without an institution count under ',':
-- a comma parts the keys of a caller, so no caller can have it as a key.
create table incident.event_count (
  institution_key text not null,
  bucket timestamptz not null,
  counts int[] not null,
  primary key (institution_key, bucket)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index event_count_by_bucket on incident.event_count (bucket);

-- Counter B: of each ATM (and institution that it reported under) all its events so far, and how many of them occurred
-- before each of the last 26 hours: before_hour[i] belongs to hour head - i + 1, so that the events since then are total - before_hour[i].
-- An event of the head hour, which is nearly every one, changes nothing but total.
create table incident.atm_activity (
  atm_id bigint not null,
  institution_key text not null,
  head int not null,
  total int not null,
  before_hour int[] not null,
  primary key (atm_id, institution_key)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index atm_activity_by_institution on incident.atm_activity (institution_key);

create table incident.outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null,
  topic text not null,
  key text not null,
  institution_key text,
  occurred_at timestamptz not null,
  traceparent text,
  data jsonb not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

create table incident.inbox (
  consumer text not null,
  message_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (consumer, message_id)
);

create function incident.add_counts(a int[], b int[]) returns int[] language sql immutable parallel safe
  return (select array_agg(coalesce(u.x, 0) + coalesce(u.y, 0) order by u.n) from unnest(a, b) with ordinality u(x, y, n));

-- before_hour of two sets of events taken together, each with its head, total and before_hour; the new head is the later one.
create function incident.merge_activity(a_head int, a_total int, a_before int[], b_head int, b_total int, b_before int[])
returns int[] language sql immutable parallel safe
  return (
    select array_agg(
      case when s.h > a_head then a_total else a_before[a_head - s.h + 1] end
      + case when s.h > b_head then b_total else b_before[b_head - s.h + 1] end order by s.i)
    from (select i, greatest(a_head, b_head) - i + 1 as h from generate_series(1, 26) i) s);

-- Makes the partitions for the days given. The tables are made apart and then attached, which needs no lock that a
-- reader or an ingest under way could hold up.
create function incident.make_partitions(from_day date, to_day date) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
  made int := 0;
begin
  if to_day - from_day > 400 then
    raise exception 'at most 400 days at once';
  end if;
  perform pg_advisory_xact_lock(hashtext('incident.make_partitions'));
  for part in
    select 'event' as parent, 'event_' || to_char(d, 'YYYY_MM_DD') as name, d::date as lower, d::date + 1 as upper
    from generate_series(from_day, to_day, interval '1 day') d
    union all
    select 'event_key', 'event_key_' || to_char(d, 'YYYY_MM_DD'), d::date, d::date + 7
    from generate_series(date_trunc('week', from_day), date_trunc('week', to_day), interval '7 days') d
  loop
    continue when to_regclass(format('incident.%I', part.name)) is not null;
    execute format('create table incident.%I (like incident.%I including all) with (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0)', part.name, part.parent);
    execute format('alter table incident.%I enable row level security, force row level security', part.name);
    execute format('alter table incident.%I attach partition incident.%I for values from (%L) to (%L)', part.parent, part.name, part.lower || ' 00:00:00+00', part.upper || ' 00:00:00+00');
    made := made + 1;
  end loop;
  return made;
end $$;
revoke execute on function incident.make_partitions(date, date) from public;
grant execute on function incident.make_partitions(date, date) to platform;

-- Drops the weeks of event keys that lie wholly before the day.
create function incident.drop_event_keys(before_day date) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
  dropped int := 0;
begin
  perform set_config('lock_timeout', '1s', true);
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'incident.event_key'::regclass and to_date(right(c.relname, 10), 'YYYY_MM_DD') + 7 <= before_day
  loop
    execute format('drop table incident.%I', part.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke execute on function incident.drop_event_keys(date) from public;
grant execute on function incident.drop_event_keys(date) to platform;

do $$
declare
  name text;
begin
  foreach name in array array['event_type', 'atm', 'event', 'event_key', 'event_exception', 'incident', 'cassette', 'event_count', 'atm_activity', 'outbox', 'inbox'] loop
    execute format('alter table incident.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on incident.%I to platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on incident.%I to platform', name);
  end loop;
  foreach name in array array['atm', 'event', 'event_exception', 'incident', 'cassette', 'event_count', 'atm_activity', 'outbox'] loop
    execute format($policy$create policy app_own on incident.%I to app
      using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
      with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))$policy$, name);
  end loop;
end $$;
create policy app_read on incident.event_type for select to app using (true);

grant select on incident.event_type, incident.atm, incident.event, incident.event_exception, incident.incident,
  incident.cassette, incident.event_count, incident.atm_activity to app;
grant insert, update on incident.atm, incident.incident to app;
grant select, insert on incident.outbox to app;
grant usage on sequence incident.event_block, incident.exception_block, incident.event_type_id to platform;
grant usage on sequence incident.incident_id to app, platform;
