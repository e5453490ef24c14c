-- A bulk action writes entries of hundreds of incidents. A foreign key and a policy each looked up the incident of every
-- entry by itself; now a statement looks up those of all its entries.
create function incident.check_entries() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  named bigint[] := array(select distinct incident_id from added);
  found_rows int;
begin
  -- As a foreign key does: an incident that is deleted meanwhile is waited for. Of the app its policies hold.
  perform from incident.incident where id = any (named) for key share;
  get diagnostics found_rows = row_count;
  if found_rows < cardinality(named) then
    raise foreign_key_violation using message = 'an entry is of no incident, or of one that its writer may not change';
  end if;
  return null;
end $$;
create trigger check_entries after insert on incident.incident_entry referencing new table as added
  for each statement execute function incident.check_entries();

-- The entries of an incident go with it.
create function incident.delete_entries() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from incident.incident_entry where incident_id = any (array(select id from gone));
  return null;
end $$;
create trigger delete_entries after delete on incident.incident referencing old table as gone
  for each statement execute function incident.delete_entries();

alter table incident.incident_entry drop constraint incident_entry_incident_id_fkey;
-- With the check above, its institution is a caller's own and so is its incident.
alter policy app_own on incident.incident_entry
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
