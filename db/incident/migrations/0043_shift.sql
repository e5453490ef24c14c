-- When the visit of a user before the present one ended.
alter table incident.app_user add column left_at timestamptz;

-- Entries by institution and time, for what was done in a period. It is that of the incident.
alter table incident.incident_entry add column institution_key text,
  drop constraint incident_entry_kind_check,
  add constraint incident_entry_kind_check
    check (kind in ('OPENED', 'ACKNOWLEDGED', 'ASSIGNED', 'RELEASED', 'NOTE', 'RESOLVED', 'TARGET_MISSED', 'HANDED_OVER'))
    not valid;
-- Without force the owner is not subject to the policies, so it sees the rows that are there.
alter table incident.incident_entry no force row level security;
alter table incident.incident no force row level security;
update incident.incident_entry e set institution_key = i.institution_key
from incident.incident i where i.id = e.incident_id and i.institution_key is not null;
alter table incident.incident force row level security;
alter table incident.incident_entry force row level security;
create function incident.set_entry_institution() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  select i.institution_key into new.institution_key from incident.incident i where i.id = new.incident_id;
  return new;
end $$;
create trigger set_institution before insert on incident.incident_entry for each row
  execute function incident.set_entry_institution();
-- The entries of an incident follow it to another institution.
create policy owner_of_entries on incident.incident_entry to current_user using (true) with check (true);
create function incident.move_entries() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update incident.incident_entry set institution_key = new.institution_key where incident_id = new.id;
  return null;
end $$;
create trigger move_entries after update of institution_key on incident.incident for each row
  when (old.institution_key is distinct from new.institution_key) execute function incident.move_entries();
create index incident_entry_by_institution on incident.incident_entry (institution_key, at) include (kind, user_id, incident_id);
create index incident_entry_by_time on incident.incident_entry (at) include (kind, user_id, incident_id);
-- Who handed over a queue, and when.
create index incident_entry_handed on incident.incident_entry (user_id, at) where kind = 'HANDED_OVER';

-- What ended in a period.
create index incident_by_institution_resolved on incident.incident (institution_key, resolved_at)
  include (resolution, severity, parent_id, suppressed, id) where resolved_at is not null;
