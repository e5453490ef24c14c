-- Rollouts that run since they were resumed: their counts had the overdue tasks, too.
update fleet.rollout r set resumed_at = r.changed_at, accepted_finished = t.finished, accepted_failed = t.failed
from (
  select o.id, count(t.id)::int as finished, count(t.id) filter (where t.status <> 'SUCCEEDED')::int as failed
  from fleet.rollout o left join fleet.task t on t.rollout_id = o.id and t.rollout_stage is not null
    and t.status in ('SUCCEEDED', 'FAILED', 'EXPIRED') and t.finished_at <= o.changed_at
  where o.status = 'RUNNING' and o.changed_at is not null group by o.id
) t where t.id = r.id;
