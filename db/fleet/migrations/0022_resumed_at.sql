-- What a resumption accepts of tasks without an outcome in time is found by when they became so: a count of them can
-- fall afterwards, as they may succeed late. What it accepted of ended tasks stays a count, which cannot fall.
alter table fleet.rollout add column resumed_at timestamptz;

-- For the next migration, which goes through the tasks: in a transaction of its own, a policy keeps nobody waiting.
create policy owner_accepts on fleet.rollout to current_user using (true) with check (true);
create policy owner_accepts on fleet.task for select to current_user using (true);
