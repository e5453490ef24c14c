-- The analytics service: insights that callers publish, what the service has consumed of its topics, the counters of each
-- day that come of it, and the snapshots of those counters.

-- The counters of a day as they stood when it was taken. Without an institution: the whole fleet.
create table analytics.snapshot (
  id bigint generated always as identity primary key,
  institution_key text,
  taken_at timestamptz not null,
  day date not null,
  files_parsed int not null,
  transactions bigint not null,
  successful bigint not null,
  failed bigint not null,
  incidents_created int not null,
  incidents_resolved int not null,
  open_incidents int not null
);
create index snapshot_by_institution on analytics.snapshot (institution_key, taken_at, id);
create index snapshot_by_institution_and_day on analytics.snapshot (institution_key, day, taken_at, id);
create index snapshot_by_time on analytics.snapshot (taken_at, id);
create index snapshot_by_day on analytics.snapshot (day, id);

-- Fleet-global: no institution.
create table analytics.insight (
  id bigint generated always as identity primary key,
  category text not null check (category in ('ANOMALY', 'TREND', 'RECOMMENDATION', 'SUMMARY')),
  severity text not null check (severity in ('INFO', 'WARNING', 'CRITICAL')),
  title text not null check (title <> '' and char_length(title) <= 200),
  body text not null check (body <> '' and char_length(body) <= 10000),
  snapshot_id bigint references analytics.snapshot (id),
  published_at timestamptz not null,
  expires_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by_user_id text,
  acknowledged boolean not null generated always as (acknowledged_at is not null) stored,
  check ((acknowledged_at is null) = (acknowledged_by_user_id is null))
);
create index insight_by_publication on analytics.insight (published_at, id);
create index insight_unacknowledged on analytics.insight (published_at, id) where acknowledged_at is null;
create index insight_acknowledged on analytics.insight (acknowledged_at, id) where acknowledged_at is not null;
create index insight_by_snapshot on analytics.insight (snapshot_id) where snapshot_id is not null;

-- What was consumed, each message once, with its data: the state below is folded from it, and can be again.
create table analytics.inbox (
  message_id uuid primary key,
  kind text not null check (kind in ('FILE_PARSED', 'INCIDENT_CREATED', 'INCIDENT_UPDATED', 'INCIDENT_RESOLVED')),
  atm_id bigint not null,
  institution_key text,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  data jsonb not null
);
create index inbox_by_atm on analytics.inbox (atm_id);
-- Old messages are deleted in this order.
create index inbox_by_receipt on analytics.inbox (received_at);

-- What stands for an ATM's day with an institution ('' for none): of all parses that were told the one with the highest sequence.
-- On the day on which an ATM changes hands each institution has a part.
create table analytics.journal_day (
  atm_id bigint not null,
  day date not null,
  institution_key text not null,
  parse_sequence bigint not null,
  transactions int not null,
  successful int not null,
  failed int not null,
  -- When its message was received.
  known_since timestamptz not null,
  primary key (atm_id, day, institution_key)
);
create index journal_day_by_day on analytics.journal_day (day);

-- Each incident by its newest version, with the platform's dates of its opening and its end, as far as their messages came.
create table analytics.incident (
  incident_id bigint primary key,
  atm_id bigint not null,
  institution_key text,
  version int not null,
  is_open boolean not null,
  created_on date,
  resolved_on date,
  -- When the first of its messages was received.
  known_since timestamptz not null
);
create index incident_by_atm on analytics.incident (atm_id);
create index incident_open on analytics.incident (institution_key) where is_open;
create index incident_by_creation on analytics.incident (created_on) where created_on is not null;
create index incident_by_resolution on analytics.incident (resolved_on) where resolved_on is not null;

-- The counters of a day and institution; '' for what belongs to none. Each change marks it for a snapshot of its institution
-- and one of the fleet, with the moment since when these are due.
create table analytics.day_counter (
  day date not null,
  institution_key text not null,
  files_parsed int not null,
  transactions bigint not null,
  successful bigint not null,
  failed bigint not null,
  incidents_created int not null,
  incidents_resolved int not null,
  due_since timestamptz,
  fleet_due_since timestamptz,
  primary key (day, institution_key)
) with (fillfactor = 70);
create index day_counter_due on analytics.day_counter (institution_key, due_since, day) where due_since is not null;
create index day_counter_fleet_due on analytics.day_counter (fleet_due_since, day) where fleet_due_since is not null;

create table analytics.outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null,
  topic text not null,
  key text not null,
  institution_key text,
  occurred_at timestamptz not null,
  traceparent text,
  data jsonb not null
);

-- What an ATM's day brings to the counters.
create view analytics.brought_by_journal with (security_invoker = true) as
  select atm_id, day, institution_key, 1 as files_parsed, transactions, successful, failed,
    0 as incidents_created, 0 as incidents_resolved, 0 as open_incidents
  from analytics.journal_day;

-- What an incident brings to the counters. That it is open belongs to no day.
create view analytics.brought_by_incident with (security_invoker = true) as
  select incident_id, atm_id, c.day, coalesce(institution_key, '') as institution_key, 0 as files_parsed, 0 as transactions,
    0 as successful, 0 as failed, c.created as incidents_created, c.resolved as incidents_resolved, c.open as open_incidents
  from analytics.incident i
  cross join lateral (values (i.created_on, 1, 0, 0), (i.resolved_on, 0, 1, 0)) c(day, created, resolved, open)
  where c.day is not null
  union all
  select incident_id, atm_id, null, coalesce(institution_key, ''), 0, 0, 0, 0, 0, 0, 1 from analytics.incident where is_open;

grant usage on schema analytics to app, platform;
do $$
declare
  name text;
begin
  foreach name in array array['snapshot', 'insight', 'inbox', 'journal_day', 'incident', 'day_counter', 'outbox'] loop
    execute format('alter table analytics.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on analytics.%I to platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on analytics.%I to platform', name);
  end loop;
end $$;
grant select on analytics.brought_by_journal, analytics.brought_by_incident to platform;

grant select on analytics.snapshot to app;
create policy app_own on analytics.snapshot for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));

-- Every caller reads and acknowledges all insights; who may publish is the role's matter.
grant select, insert on analytics.insight to app;
grant update (acknowledged_at, acknowledged_by_user_id) on analytics.insight to app;
create policy app_all on analytics.insight to app using (true) with check (true);

-- An insight links to the fleet's newest snapshot whoever publishes it; the snapshot itself stays unseen.
create policy owner_fleet on analytics.snapshot for select to current_user using (institution_key is null);
create function analytics.latest_fleet_snapshot() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from analytics.snapshot where institution_key is null order by taken_at desc, id desc limit 1
$$;
create function analytics.is_fleet_snapshot(wanted bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from analytics.snapshot where id = wanted and institution_key is null)
$$;
revoke execute on function analytics.latest_fleet_snapshot(), analytics.is_fleet_snapshot(bigint) from public;
grant execute on function analytics.latest_fleet_snapshot(), analytics.is_fleet_snapshot(bigint) to app, platform;
