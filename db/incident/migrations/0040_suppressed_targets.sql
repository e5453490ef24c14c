-- What a maintenance window suppresses is to be acknowledged and resolved by nobody, until it opens.
create or replace function incident.set_due() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  target jsonb;
begin
  if new.status = 'SUPPRESSED' then
    return new;
  end if;
  select t.by_severity -> new.severity into target
  from incident.incident_target t where t.institution_key = new.institution_key;
  new.acknowledge_due_at := incident.due_after(new.opened_at, target, (target ->> 'acknowledgeMinutes')::int);
  new.resolve_due_at := incident.due_after(new.opened_at, target, (target ->> 'resolveMinutes')::int);
  return new;
end $$;
create trigger set_due_opened before update of status on incident.incident for each row
  when (old.status = 'SUPPRESSED' and new.status = 'OPEN') execute function incident.set_due();
