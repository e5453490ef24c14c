-- What was kept of an ATM before anybody knew whose it is, and how long events that were kept aside are kept.

-- Its history stays with whom it happened to; where that was nobody, it goes to the first institution that the ATM has.
-- Events stay: they are counted as of nobody, and are read by ATM.
create function incident.hand_over_history() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update incident.incident set institution_key = new.institution_key, version = version + 1
  where atm_id = new.id and institution_key is null;
  update incident.state_history set institution_key = new.institution_key where atm_id = new.id and institution_key is null;
  update incident.event_exception set institution_key = new.institution_key
  where agent_atm_id = new.agent_atm_id and institution_key is null;
  return null;
end $$;
create trigger hand_over_history after update of institution_key on incident.atm for each row
  when (old.institution_key is null and new.institution_key is not null) execute function incident.hand_over_history();

-- What is too old is found without a look at the rest.
create index event_exception_replayed on incident.event_exception (replayed_at) where replayed_at is not null;

-- What ATMs left behind that have an institution by now. Without force the owner is not subject to the policies, so it sees them.
do $$
declare
  name text;
begin
  foreach name in array array['atm', 'incident', 'state_history', 'event_exception'] loop
    execute format('alter table incident.%I no force row level security', name);
  end loop;
  update incident.incident i set institution_key = a.institution_key, version = i.version + 1 from incident.atm a
  where a.id = i.atm_id and a.institution_key is not null and i.institution_key is null;
  update incident.state_history h set institution_key = a.institution_key from incident.atm a
  where a.id = h.atm_id and a.institution_key is not null and h.institution_key is null;
  update incident.event_exception e set institution_key = a.institution_key from incident.atm a
  where a.agent_atm_id = e.agent_atm_id and a.institution_key is not null and e.institution_key is null;
  foreach name in array array['atm', 'incident', 'state_history', 'event_exception'] loop
    execute format('alter table incident.%I force row level security', name);
  end loop;
end $$;
