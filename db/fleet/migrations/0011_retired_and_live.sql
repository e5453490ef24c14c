-- Two parts: what waits for retired ATMs is cancelled, and live streams tell of rollouts.

-- ATMs that were taken out of use, from the topic atms.retired: what waits for them is cancelled, and what is made for
-- them at the same time is refused.
create table fleet.retired_atm (
  agent_atm_id text primary key,
  institution_key text,
  retired_at timestamptz not null
);
alter table fleet.retired_atm enable row level security, force row level security;
create policy platform_all on fleet.retired_atm to platform using (true) with check (true);
create policy app_own on fleet.retired_atm for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update on fleet.retired_atm to platform;
grant select on fleet.retired_atm to app;

-- When its ATM had last been brought back into use as the task was made; null where it never was. A retirement before
-- that is no reason to cancel it.
alter table fleet.task add column atm_reactivated_at timestamptz;

-- Messages that this service's consumers could not handle, to be looked at and replayed. They belong to the platform;
-- no caller limited to institutions sees them.
create table fleet.dead_letter (
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
create index dead_letter_by_last_attempt on fleet.dead_letter (last_attempt_at, id);
create index dead_letter_by_topic on fleet.dead_letter (topic, last_attempt_at, id);

alter table fleet.dead_letter enable row level security, force row level security;
create policy platform_all on fleet.dead_letter to platform using (true) with check (true);
grant select, insert, update, delete on fleet.dead_letter to platform;

-- Neither table is logged: after a crash both are empty, and without an epoch no reader's cursor is valid any more.
create unlogged table fleet.live_epoch (
  one boolean primary key default true check (one),
  epoch text not null
);
insert into fleet.live_epoch (epoch) values (substr(md5(random()::text || clock_timestamp()::text), 1, 12));

-- What changed, in the transaction that changed it; kept for a quarter of an hour. A reader takes what the snapshot of
-- its last look did not see: what is committed late is not lost, and a long transaction holds nothing up.
create unlogged table fleet.live_change (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  changed_at timestamptz not null default clock_timestamp(),
  topic text not null,
  subject_id bigint not null
) with (autovacuum_vacuum_scale_factor = 0.2, autovacuum_vacuum_threshold = 2000);
create index live_change_by_transaction on fleet.live_change (xid);

-- Not one dynamic statement: that would be planned again for each statement of a writer (50 µs instead of 10 µs).
create function fleet.record_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_argv[1] = 'atm_id' then
    insert into fleet.live_change (topic, subject_id) select tg_argv[0], atm_id from changed;
  elsif tg_argv[1] = 'id' then
    insert into fleet.live_change (topic, subject_id) select tg_argv[0], id from changed;
  else
    raise exception 'trigger % names the column %: give id or atm_id', tg_name, tg_argv[1];
  end if;
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['live_epoch', 'live_change'] loop
    execute format('alter table fleet.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on fleet.%I to platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on fleet.%I to platform', name);
  end loop;
end $$;
-- Every writer records changes; only the platform reads them.
create policy anybody_tells on fleet.live_change for insert with check (true);
grant insert on fleet.live_change to app;

create trigger record_insert after insert on fleet.rollout referencing new table as changed
  for each statement execute function fleet.record_change('rollouts', 'id');

-- A rollout changed where what is shown of it did: that it is looked at again in two seconds is no change.
create function fleet.record_rollouts() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into fleet.live_change (topic, subject_id)
  select 'rollouts', c.id from come c join gone g using (id)
  where (c.status, c.pause_reason, c.pause_at_failure_pct, c.changed_by, c.changed_at, c.prepared_at, c.finished_at, c.atms, c.skipped,
      c.stage_atms, c.stage_opened_at, c.accepted_finished, c.accepted_failed, c.institutions)
    is distinct from (g.status, g.pause_reason, g.pause_at_failure_pct, g.changed_by, g.changed_at, g.prepared_at, g.finished_at, g.atms,
      g.skipped, g.stage_atms, g.stage_opened_at, g.accepted_finished, g.accepted_failed, g.institutions);
  return null;
end $$;
create trigger record_update after update on fleet.rollout referencing old table as gone new table as come
  for each statement execute function fleet.record_rollouts();

-- Tasks of a rollout change its counts; recorded with these, once for each statement and rollout. It runs as the owner of the tables.
create or replace function fleet.add_rollout_totals(rollouts bigint[], stages smallint[], statuses text[], more bigint[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into fleet.rollout_total as t (rollout_id, stage, status, slot, tasks)
  select c.rollout_id, c.stage, c.status, pg_backend_pid() % 16, sum(c.more)
  from unnest(rollouts, stages, statuses, more) c(rollout_id, stage, status, more)
  group by 1, 2, 3 having sum(c.more) <> 0 order by 1, 2, 3
  on conflict (rollout_id, stage, status, slot) do update set tasks = t.tasks + excluded.tasks;
  insert into fleet.live_change (topic, subject_id) select distinct 'rollouts', r from unnest(rollouts) r;
$$;
revoke execute on function fleet.add_rollout_totals(bigint[], smallint[], text[], bigint[]) from public;
