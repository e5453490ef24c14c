-- Gaps in the order of ATMs; the order of days has its indexes, which serve it downwards too. Of one state and of any, of a caller's
-- institutions and of all. The last one takes the place of gap_by_agent, which it begins with.
create index gap_by_state_and_atm on journal.gap (institution_key, status, agent_atm_id, gap_date, id);
create index gap_by_institution_and_atm on journal.gap (institution_key, agent_atm_id, gap_date, id);
create index gap_of_state_and_atm on journal.gap (status, agent_atm_id, gap_date, id);
create index gap_new on journal.gap (agent_atm_id, gap_date, id);
drop index journal.gap_by_agent;
alter index journal.gap_new rename to gap_by_agent;
