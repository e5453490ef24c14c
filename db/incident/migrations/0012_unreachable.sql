-- ATMs that are silent are found by an index. One on last_heartbeat_at itself would make of each heartbeat more than a
-- HOT update; this column changes once in five minutes.
alter table incident.atm add column heard_slot timestamptz
  generated always as (date_bin('5 minutes', last_heartbeat_at, timestamptz '2000-01-01T00:00:00Z')) stored;
create index atm_by_silence on incident.atm (heard_slot) where heard_slot is not null;
