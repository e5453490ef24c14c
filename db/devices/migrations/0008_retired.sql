-- A retired ATM is in no total, and in lists only where they ask for it.
alter table devices.atm
  add column retired boolean not null generated always as (record ->> 'retiredAt' is not null) stored;
create index atm_retired on devices.atm (agent_atm_id) where retired;
