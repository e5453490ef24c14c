-- outside a transaction
create index concurrently if not exists atm_day_total_by_agent on journal.atm_day_total (agent_atm_id, day);
