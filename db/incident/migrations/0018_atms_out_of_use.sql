-- The entries that were merged into an ATM.
create index atm_by_merged_into on incident.atm (merged_into_id) where merged_into_id is not null;
-- Totals of cassettes and events leave out what is of retired ATMs, which are few.
create index atm_retired on incident.atm (id) where retired_at is not null;
