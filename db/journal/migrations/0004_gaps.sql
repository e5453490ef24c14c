-- Gaps: an index for each list that a user waits for, for the tail that wakes waiting agents, and for the hourly job.
-- Lists are in the order of day and id. Those of one ATM are served by the unique key and by gap_by_agent.

-- Of one state, which is the usual question: of a caller's institutions, and of all.
create index gap_by_state on journal.gap (institution_key, status, gap_date, id);
create index gap_of_state on journal.gap (status, gap_date, id);
-- Of any state and all institutions. Detection reads the days' gaps from it as well, without their rows.
create index gap_by_day on journal.gap (gap_date, id) include (atm_id);
-- Who was asked lately, and who has been asked for too long.
create index gap_requested on journal.gap (fetch_requested_at, agent_atm_id) where status = 'FETCH_REQUESTED';
-- What is not closed, in the order in which the jobs walk it.
create index gap_unfiled on journal.gap (id) include (atm_id, gap_date) where status <> 'CLOSED';
