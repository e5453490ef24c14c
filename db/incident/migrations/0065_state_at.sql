-- What an ATM did at an instant, from the changes of its state before and after; null where none is known.
create function incident.state_at(atm bigint, instant timestamptz) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select h.to_state from incident.state_history h where h.atm_id = atm and h.occurred_at < instant
      order by h.occurred_at desc, h.sequence desc limit 1),
    (select h.from_state from incident.state_history h where h.atm_id = atm and h.occurred_at >= instant
      order by h.occurred_at, h.sequence limit 1))
$$;

create or replace function incident.note_former_assignment() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.assigned_at := greatest(
    case when new.assigned_at is distinct from old.assigned_at then new.assigned_at else clock_timestamp() end,
    old.assigned_at, old.registered_at, (select max(at) from incident.availability_instant));
  if old.institution_key is null then
    return new;
  end if;
  insert into incident.former_assignment (atm_id, from_at, to_at, institution_key, state, heard_at, agent_atm_id)
  values (old.id, coalesce(old.assigned_at, old.registered_at), new.assigned_at, old.institution_key,
    coalesce(incident.state_at(old.id, new.assigned_at), old.service_state), old.last_heartbeat_at, old.agent_atm_id);
  update incident.state_history set institution_key = new.institution_key
  where atm_id = new.id and occurred_at >= new.assigned_at;
  return new;
end $$;
