-- What operators keep: event types of their own, events that were set aside for an unknown type, and ATMs.

-- Counters hold one number a type (event_count.counts), and are read and added to number by number.
alter sequence incident.event_type_id maxvalue 256;

-- A replay takes what is aside in the order of arrival: of all institutions, or of the caller's.
drop index incident.event_exception_by_type;
drop index incident.event_exception_by_institution;
create index event_exception_aside on incident.event_exception (event_type, received_at, id) where replayed_at is null;
create index event_exception_aside_by_institution on incident.event_exception (institution_key, event_type, received_at, id)
  where replayed_at is null;
-- The list shows the newest first: all of them, an institution's, a type's, an ATM's.
create index event_exception_newest on incident.event_exception (received_at desc, id desc);
create index event_exception_by_institution on incident.event_exception (institution_key, received_at desc, id desc);
create index event_exception_by_type on incident.event_exception (event_type, received_at desc, id desc);
create index event_exception_by_atm on incident.event_exception (agent_atm_id, received_at desc, id desc);
