-- One function records the changes of every table, with the topic and the column of the record as arguments, as
-- db/templates/change-feed.sql has it.
-- Not one dynamic statement: that would be planned again for each statement of a writer (50 µs instead of 10 µs).
create function incident.record_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_argv[1] = 'atm_id' then
    insert into incident.live_change (topic, subject_id) select tg_argv[0], atm_id from changed;
  elsif tg_argv[1] = 'id' then
    insert into incident.live_change (topic, subject_id) select tg_argv[0], id from changed;
  else
    raise exception 'trigger % names the column %: give id or atm_id', tg_name, tg_argv[1];
  end if;
  return null;
end $$;

drop trigger tell_incidents_insert on incident.incident;
create trigger record_insert after insert on incident.incident referencing new table as changed
  for each statement execute function incident.record_change('incidents', 'id');
drop trigger tell_incidents_update on incident.incident;
create trigger record_update after update on incident.incident referencing new table as changed
  for each statement execute function incident.record_change('incidents', 'id');
drop function incident.tell_incidents();

drop trigger tell_states_insert on incident.state_history;
create trigger record_insert after insert on incident.state_history referencing new table as changed
  for each statement execute function incident.record_change('service-state', 'atm_id');
drop function incident.tell_states();
