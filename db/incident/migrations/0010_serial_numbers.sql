alter table incident.atm add column serial_number text;

-- The devices service has a copy.
drop trigger count_edition on incident.atm;
create trigger count_edition before update of institution_key, name, site_name, serial_number on incident.atm for each row
  when (old.institution_key is distinct from new.institution_key or old.name is distinct from new.name
    or old.site_name is distinct from new.site_name or old.serial_number is distinct from new.serial_number)
  execute function incident.count_edition();
