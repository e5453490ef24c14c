-- Tasks for many ATMs as one record: a rollout makes one task for each of its ATMs, stage by stage.

create table fleet.rollout (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('CONFIG_UPDATE', 'INSTALL_MODULE', 'PACKET_CAPTURE', 'REBOOT', 'RESTART_AGENT', 'UPDATE_AGENT')),
  params jsonb,
  reason text,
  filter jsonb, -- what selects its ATMs; null where they are listed
  listed int check ((listed is null) <> (filter is null)),
  stages smallint[] not null,
  pause_at_failure_pct smallint not null check (pause_at_failure_pct between 0 and 100),
  min_finished int not null,
  expires_in_s int not null,
  outcome_within_s int not null,
  status text not null check (status in ('RUNNING', 'PAUSED', 'DONE', 'CANCELLED')),
  pause_reason text check ((pause_reason is null) = (status <> 'PAUSED')),
  requested_by text not null,
  requested_at timestamptz not null,
  changed_by text,
  changed_at timestamptz,
  -- What the gates of each ATM are decided by: the caller's role, and its institutions (null: all of them).
  by_customer boolean not null,
  scope text[],
  -- The institutions of its ATMs, those that are skipped included; who sees all of them sees the rollout. An empty one stands for none:
  -- it is seen by the unrestricted only.
  institutions text[] not null check (cardinality(institutions) > 0),
  -- How far its ATMs were looked up, and when that was done.
  after_atm_id bigint not null default 0,
  prepared_at timestamptz,
  finished_at timestamptz,
  atms int not null default 0,
  skipped int not null default 0,
  -- One value a stage: its ATMs, and when it began; only those that began have one.
  stage_atms int[] not null default '{}',
  stage_opened_at timestamptz[] not null default '{}',
  -- What had finished, and failed, when it was last resumed: it is judged by what finished since.
  accepted_finished int not null default 0,
  accepted_failed int not null default 0,
  -- When it is looked at next; null where nothing is left to do.
  next_at timestamptz,
  -- The hash of the caller and its own key of the request, and of the request.
  key_hash text unique,
  order_hash text not null
);
create index rollout_due on fleet.rollout (next_at) where next_at is not null;
create index rollout_by_time on fleet.rollout (requested_at, id);
create index rollout_by_requester on fleet.rollout (requested_by, requested_at);
create index rollout_unfinished on fleet.rollout (id) where status in ('RUNNING', 'PAUSED');

create table fleet.rollout_atm (
  rollout_id bigint not null references fleet.rollout on delete cascade,
  agent_atm_id text not null,
  -- Null until it was looked up, and for an ATM that was not found.
  atm_id bigint,
  institution_key text,
  stage smallint, -- null until the ATMs are divided
  skipped text check (skipped in ('NOT_FOUND', 'NOT_PERMITTED')),
  task_id uuid,
  -- When its task may be made: an ATM that has as many tasks as it may have is looked at again later.
  due_at timestamptz not null,
  primary key (rollout_id, agent_atm_id)
);
create index rollout_atm_unknown on fleet.rollout_atm (rollout_id, agent_atm_id) where atm_id is null and skipped is null;
create index rollout_atm_waiting on fleet.rollout_atm (rollout_id, stage, due_at) where task_id is null and skipped is null;
create index rollout_atm_skipped on fleet.rollout_atm (rollout_id, stage, agent_atm_id) where skipped is not null;

-- A task that a pause took back keeps its rollout, but is of no stage any more.
alter table fleet.task add column rollout_id bigint, add column rollout_stage smallint;
create index task_by_rollout on fleet.task (rollout_id, status, sent_at, id) where rollout_stage is not null;

-- How many tasks a stage has, by status, kept like fleet.task_total.
create table fleet.rollout_total (
  rollout_id bigint not null,
  stage smallint not null,
  status text not null,
  slot smallint not null,
  tasks int not null,
  primary key (rollout_id, stage, status, slot)
) with (fillfactor = 50);

create function fleet.add_rollout_totals(rollouts bigint[], stages smallint[], statuses text[], more bigint[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into fleet.rollout_total as t (rollout_id, stage, status, slot, tasks)
  select c.rollout_id, c.stage, c.status, pg_backend_pid() % 16, sum(c.more)
  from unnest(rollouts, stages, statuses, more) c(rollout_id, stage, status, more)
  group by 1, 2, 3 having sum(c.more) <> 0 order by 1, 2, 3
  on conflict (rollout_id, stage, status, slot) do update set tasks = t.tasks + excluded.tasks
$$;
revoke execute on function fleet.add_rollout_totals(bigint[], smallint[], text[], bigint[]) from public;

-- In a trigger of its own, after that of the totals of all tasks: most statements have no task of a rollout.
create function fleet.count_rollout_tasks() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from come where rollout_stage is not null) then
      perform fleet.add_rollout_totals(array_agg(rollout_id), array_agg(rollout_stage), array_agg(status), array_agg(n))
      from (select rollout_id, rollout_stage, status, count(*) as n from come where rollout_stage is not null group by 1, 2, 3) c;
    end if;
  elsif exists (select from gone where rollout_stage is not null) then
    perform fleet.add_rollout_totals(array_agg(rollout_id), array_agg(rollout_stage), array_agg(status), array_agg(n))
    from (
      select rollout_id, rollout_stage, status, count(*) as n from come where rollout_stage is not null group by 1, 2, 3
      union all
      select rollout_id, rollout_stage, status, -count(*) from gone where rollout_stage is not null group by 1, 2, 3) c;
  end if;
  return null;
end $$;
revoke execute on function fleet.count_rollout_tasks() from public;
create trigger count_come_rollout_tasks after insert on fleet.task
  referencing new table as come for each statement execute function fleet.count_rollout_tasks();
create trigger count_changed_rollout_tasks after update on fleet.task
  referencing old table as gone new table as come for each statement execute function fleet.count_rollout_tasks();

alter table fleet.rollout enable row level security, force row level security;
alter table fleet.rollout_atm enable row level security, force row level security;
alter table fleet.rollout_total enable row level security, force row level security;
create policy platform_all on fleet.rollout to platform using (true) with check (true);
create policy platform_all on fleet.rollout_atm to platform using (true) with check (true);
create policy platform_all on fleet.rollout_total to platform using (true) with check (true);
create policy owner_counts on fleet.rollout_total to current_user using (true) with check (true);
create policy app_own on fleet.rollout to app
  using (institutions <@ (select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[])
  with check (institutions <@ (select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]);
-- What belongs to a rollout is seen with it.
create policy app_own on fleet.rollout_atm to app
  using (rollout_id in (select r.id from fleet.rollout r)) with check (rollout_id in (select r.id from fleet.rollout r));
create policy app_own on fleet.rollout_total for select to app using (rollout_id in (select r.id from fleet.rollout r));

grant select, insert, update on fleet.rollout, fleet.rollout_atm to app, platform;
grant delete on fleet.rollout, fleet.rollout_atm, fleet.rollout_total to platform;
grant select on fleet.rollout_total to app, platform;
