-- The entries that were merged into an ATM.
create index atm_by_merged_into on incident.atm (merged_into_id) where merged_into_id is not null;
