-- What a resumption accepts of tasks without an outcome in time is found by when they became so: a count of them can
-- fall afterwards, as they may succeed late. What it accepted of ended tasks stays a count, which cannot fall.
alter table fleet.rollout add column resumed_at timestamptz;

-- Rollouts that run since they were resumed: their counts had the overdue tasks, too. Without force the owner is not
-- subject to the policies, so it sees them.
alter table fleet.rollout no force row level security;
alter table fleet.task no force row level security;
update fleet.rollout r set resumed_at = r.changed_at, accepted_finished = t.finished, accepted_failed = t.failed
from (
  select o.id, count(t.id)::int as finished, count(t.id) filter (where t.status <> 'SUCCEEDED')::int as failed
  from fleet.rollout o left join fleet.task t on t.rollout_id = o.id and t.rollout_stage is not null
    and t.status in ('SUCCEEDED', 'FAILED', 'EXPIRED') and t.finished_at <= o.changed_at
  where o.status = 'RUNNING' and o.changed_at is not null group by o.id
) t where t.id = r.id;
alter table fleet.task force row level security;
alter table fleet.rollout force row level security;
