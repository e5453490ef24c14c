-- The journal service: journal files and their masked text, transactions, gaps, and the totals that dashboards read.
-- Everything of an ATM carries its institution; statuses are text and amounts bigint minor units, since only leakproof
-- comparisons use an index under row-level security.

create schema if not exists journal;
grant usage on schema journal to app, platform;

create sequence journal.transaction_id;
-- Grows with each parse, so that of two parses of one ATM and day the newer can be told.
create sequence journal.parse_sequence;

-- ATMs that have sent a journal: those of which a journal is expected for every later day.
create table journal.atm_journal (
  atm_id bigint primary key,
  agent_atm_id text not null,
  institution_key text not null,
  -- IANA name; null where the ATM keeps the platform's.
  time_zone text,
  first_date date not null
);
create index atm_journal_by_institution on journal.atm_journal (institution_key, atm_id);

create table journal.journal_file (
  id bigint generated always as identity primary key,
  institution_key text not null,
  atm_id bigint not null,
  agent_atm_id text not null,
  journal_date date not null,
  -- Of the bytes as they were sent, decompressed, before masking.
  sha256 text not null,
  size_bytes bigint not null,
  -- IANA name, as the ATM had it when the file came.
  time_zone text,
  format text,
  status text not null default 'RECEIVED' check (status in ('RECEIVED', 'PARSED', 'PARTIAL', 'FAILED')),
  transactions int not null default 0,
  successful int not null default 0,
  failed int not null default 0,
  undecided int not null default 0,
  error text,
  received_at timestamptz not null,
  parsed_at timestamptz,
  parse_sequence bigint,
  unique (atm_id, journal_date, sha256)
);
create index journal_file_by_institution on journal.journal_file (institution_key, received_at, id);
create index journal_file_by_receipt on journal.journal_file (received_at, id);
create index journal_file_by_agent on journal.journal_file (agent_atm_id, received_at, id);
create index journal_file_by_day on journal.journal_file (journal_date, atm_id) where status <> 'FAILED';
create index journal_file_waiting on journal.journal_file (atm_id) where status = 'RECEIVED';

-- The masked text, gzip, in the bytes' own encoding. Apart from the file's row, which lists read. Already compressed,
-- so PostgreSQL need not try.
create table journal.file_content (
  file_id bigint primary key references journal.journal_file (id) on delete cascade,
  institution_key text not null,
  encoding text not null check (encoding in ('utf-8', 'latin1', 'utf-16le')),
  content bytea not null
);
alter table journal.file_content alter column content set storage external;
-- Counts read indexes alone as long as pages are known to be visible, so inserts alone must bring the vacuum too.
alter table journal.journal_file set (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Hot: the last days, which every today-only query reads. Cold: whole months moved out of it, and what is uploaded late.
-- Both by the local time of the machine, a partition a month.
create table journal.transaction_hot (
  id bigint not null default nextval('journal.transaction_id'),
  file_id bigint not null,
  institution_key text not null,
  atm_id bigint not null,
  agent_atm_id text not null,
  started_at timestamp not null,
  ended_at timestamp,
  kind text not null,
  verdict text,
  host_code text,
  amount_minor bigint,
  currency text,
  card text,
  card_last4 text generated always as (right(card, 4)) stored,
  reference text,
  cash_outcome text not null,
  completeness text not null,
  first_line int not null,
  last_line int not null,
  primary key (id, started_at)
) partition by range (started_at);
create index transaction_hot_by_institution on journal.transaction_hot (institution_key, started_at, id);
create index transaction_hot_by_time on journal.transaction_hot (started_at, id);
create index transaction_hot_by_atm on journal.transaction_hot (atm_id, started_at, id);
create index transaction_hot_by_agent on journal.transaction_hot (agent_atm_id, started_at, id);
create index transaction_hot_by_card on journal.transaction_hot (card_last4, institution_key, started_at);
create index transaction_hot_by_file on journal.transaction_hot (file_id);

create table journal.transaction_cold (like journal.transaction_hot including all) partition by range (started_at);

create view journal.transaction_all with (security_invoker = true) as
  select * from journal.transaction_hot union all select * from journal.transaction_cold;

-- The first moment that the hot table holds; one row. A transaction of an earlier one is cold.
create table journal.hot_boundary (
  only_row boolean primary key default true check (only_row),
  hot_from timestamp not null
);

-- Counts of an ATM and local day, written with the transactions: summaries, top lists and totals of pages read these.
create table journal.atm_day_total (
  day date not null,
  atm_id bigint not null,
  institution_key text not null,
  agent_atm_id text not null,
  transactions int not null,
  successful int not null,
  failed int not null,
  primary key (day, atm_id) include (transactions, successful, failed)
);
alter table journal.atm_day_total set (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
create index atm_day_total_by_institution on journal.atm_day_total (institution_key, day)
  include (atm_id, transactions, successful, failed);
create index atm_day_total_by_atm on journal.atm_day_total (atm_id, day);

create table journal.gap (
  id bigint generated always as identity primary key,
  institution_key text not null,
  atm_id bigint not null,
  agent_atm_id text not null,
  gap_date date not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'FETCH_REQUESTED', 'CLOSED')),
  detected_at timestamptz not null,
  fetch_requested_at timestamptz,
  fetch_requested_by text,
  fetch_attempts int not null default 0,
  closed_at timestamptz,
  closed_by_file_id bigint,
  unique (atm_id, gap_date)
);
alter table journal.gap set (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
create index gap_open on journal.gap (institution_key, atm_id) where status = 'OPEN';
create index gap_fetching on journal.gap (agent_atm_id, gap_date) where status = 'FETCH_REQUESTED';
create index gap_by_institution on journal.gap (institution_key, gap_date, id);
create index gap_by_agent on journal.gap (agent_atm_id, gap_date);

create table journal.outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null,
  topic text not null,
  key text not null,
  institution_key text,
  occurred_at timestamptz not null,
  traceparent text,
  data jsonb not null
);
create table journal.inbox (
  consumer text not null,
  message_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (consumer, message_id)
);
create index inbox_by_receipt on journal.inbox (received_at);

do $$
declare
  name text;
begin
  foreach name in array array['atm_journal', 'journal_file', 'file_content', 'transaction_hot', 'transaction_cold', 'atm_day_total', 'gap', 'outbox', 'inbox', 'hot_boundary'] loop
    execute format('alter table journal.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on journal.%I to platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on journal.%I to platform', name);
  end loop;
  foreach name in array array['atm_journal', 'journal_file', 'file_content', 'transaction_hot', 'transaction_cold', 'atm_day_total', 'gap', 'outbox'] loop
    execute format($policy$create policy app_own on journal.%I to app
      using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
      with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))$policy$, name);
  end loop;
end $$;
create policy app_read on journal.hot_boundary for select to app using (true);
create policy owner_all on journal.hot_boundary to current_user using (true) with check (true);

grant select on journal.atm_journal, journal.journal_file, journal.file_content, journal.transaction_hot,
  journal.transaction_cold, journal.transaction_all, journal.atm_day_total, journal.gap, journal.hot_boundary to app;
grant select on journal.transaction_all to platform;
-- What a caller's own request writes: an upload with its message, and the request for a file.
grant insert on journal.journal_file, journal.file_content, journal.outbox to app;
grant update (status, fetch_requested_at, fetch_requested_by, fetch_attempts) on journal.gap to app;
grant usage on sequence journal.transaction_id, journal.parse_sequence to platform;

-- A table for one month, apart from its parent: attaching it needs no lock that readers or writers could hold up,
-- and its check spares the scan when it is attached (again).
create function journal.make_month(parent text, month date) returns int
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  part text := 'transaction_' || to_char(month, 'YYYY_MM');
  lower timestamp := month;
  upper timestamp := month + interval '1 month';
begin
  if to_regclass(format('journal.%I', part)) is not null then
    return 0;
  end if;
  execute format('create table journal.%I (like journal.%I including all) with (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0)', part, parent);
  execute format('alter table journal.%I add constraint of_month check (started_at >= %L and started_at < %L)', part, lower, upper);
  execute format('alter table journal.%I enable row level security, force row level security', part);
  execute format('alter table journal.%I attach partition journal.%I for values from (%L) to (%L)', parent, part, lower, upper);
  return 1;
end $$;
revoke execute on function journal.make_month(text, date) from public;

-- Makes the months that transactions of the days given may fall into: hot from the boundary on, cold before it.
-- The boundary is set on the first call, `hot_days` before today.
create function journal.make_partitions(from_day date, to_day date, today date, hot_days int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  month date;
  boundary date;
  made int := 0;
begin
  if to_day - from_day > 4000 then
    raise exception 'at most 4000 days at once';
  end if;
  perform pg_advisory_xact_lock(hashtext('journal.make_partitions'));
  insert into journal.hot_boundary (hot_from) values (date_trunc('month', today - hot_days)) on conflict do nothing;
  select hot_from::date into boundary from journal.hot_boundary;
  for month in select m::date from generate_series(date_trunc('month', from_day), date_trunc('month', to_day), interval '1 month') m loop
    made := made + journal.make_month(case when month < boundary then 'transaction_cold' else 'transaction_hot' end, month);
  end loop;
  return made;
end $$;
revoke execute on function journal.make_partitions(date, date, date, int) from public;
grant execute on function journal.make_partitions(date, date, date, int) to platform;

-- Moves the months that lie wholly more than `hot_days` before today from hot to cold, as whole partitions.
create function journal.move_to_cold(today date, hot_days int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  month date;
  next_month date;
  part text;
  moved int := 0;
begin
  perform set_config('lock_timeout', '5s', true);
  perform pg_advisory_xact_lock(hashtext('journal.make_partitions'));
  loop
    select hot_from::date into month from journal.hot_boundary for update;
    next_month := (month + interval '1 month')::date;
    exit when month is null or next_month > today - hot_days;
    part := 'transaction_' || to_char(month, 'YYYY_MM');
    if to_regclass(format('journal.%I', part)) is not null then
      execute format('alter table journal.transaction_hot detach partition journal.%I', part);
      execute format('alter table journal.transaction_cold attach partition journal.%I for values from (%L) to (%L)', part, month::timestamp, next_month::timestamp);
      moved := moved + 1;
    end if;
    update journal.hot_boundary set hot_from = next_month;
  end loop;
  return moved;
end $$;
revoke execute on function journal.move_to_cold(date, int) from public;
grant execute on function journal.move_to_cold(date, int) to platform;
