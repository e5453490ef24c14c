-- What the scheduled jobs are, and how their runs went. Whoever hosts a service writes its jobs here, so that any process can list
-- all of them; the queues that hand a run to one of all replicas are in "pgboss". Only the platform itself reads and writes these.
create table jobs.job (
  name text primary key,
  service text not null,
  -- Null for what is only run by hand.
  cron text,
  time_zone text not null,
  -- Every due time up to here has been seen to.
  scheduled_to timestamptz not null
);

create table jobs.run (
  id bigint generated always as identity primary key,
  job text not null,
  -- The entry of the queue; one that is tried again has several runs.
  queue_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text not null default 'RUNNING' check (outcome in ('RUNNING', 'DONE', 'FAILED')),
  -- Its outcome in one line, or its error; how far it has come while it runs.
  message text,
  check ((outcome = 'RUNNING') = (ended_at is null))
);
create index run_of_job on jobs.run (job, started_at desc, id desc);
create index run_of_queue on jobs.run (queue_id);
create index run_running on jobs.run (job) where outcome = 'RUNNING';

alter table jobs.job enable row level security;
alter table jobs.job force row level security;
alter table jobs.run enable row level security;
alter table jobs.run force row level security;
create policy platform on jobs.job to platform using (true) with check (true);
create policy platform on jobs.run to platform using (true) with check (true);

grant usage on schema jobs to platform;
grant select, insert, update, delete on jobs.job, jobs.run to platform;
