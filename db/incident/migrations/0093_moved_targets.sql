-- An incident that comes to another institution with its ATM has the due times of that one; ended and suppressed ones keep what they have.
create trigger set_due_institution before update of institution_key on incident.incident for each row
  when (old.institution_key is distinct from new.institution_key and new.status <> 'RESOLVED') execute function incident.set_due();
-- What was missed are targets of the former institution, and is of its shifts.
create or replace function incident.move_entries() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update incident.incident_entry set institution_key = new.institution_key where incident_id = new.id and kind <> 'TARGET_MISSED';
  return null;
end $$;
