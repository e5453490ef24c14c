-- The institution of an incident is looked up for its entries only where the writer does not give it.
drop trigger set_institution on incident.incident_entry;
create trigger set_institution before insert on incident.incident_entry for each row
  when (new.institution_key is null) execute function incident.set_entry_institution();
