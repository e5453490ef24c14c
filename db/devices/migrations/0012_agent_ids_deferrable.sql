-- The state and the description of a new ATM come by two calls, at the same instant if it goes so. "on conflict
-- (atm_id)" settles who inserts; a unique index beside it that is checked at once refuses the second one instead. One
-- that is deferrable is checked at the end of the statement, when the second insert has become an update.
alter table devices.atm drop constraint atm_agent_atm_id_key;
alter table devices.atm add constraint atm_of_agent unique using index atm_of_agent deferrable;
