-- outside a transaction
create unique index concurrently if not exists atm_of_agent on devices.atm (agent_atm_id);
