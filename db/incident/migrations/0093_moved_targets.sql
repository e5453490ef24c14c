-- As before (0040), and what comes to another institution has missed none of its targets.
create or replace function incident.set_due() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  target jsonb;
begin
  if tg_op = 'UPDATE' then
    if new.institution_key is distinct from old.institution_key then
      new.acknowledge_missed := false;
      new.resolve_missed := false;
    end if;
  end if;
  if new.status = 'SUPPRESSED' then
    return new;
  end if;
  select t.by_severity -> new.severity into target
  from incident.incident_target t where t.institution_key = new.institution_key;
  new.acknowledge_due_at := incident.due_after(new.opened_at, target, (target ->> 'acknowledgeMinutes')::int);
  new.resolve_due_at := incident.due_after(new.opened_at, target, (target ->> 'resolveMinutes')::int);
  return new;
end $$;
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
-- What moved before has due times of its former institution: the job gives open incidents those of theirs, once. Without
-- force the owner is not subject to the policies, so it sees the rows.
alter table incident.incident_target no force row level security;
update incident.incident_target set applied = false where applied;
alter table incident.incident_target force row level security;
