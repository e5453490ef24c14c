-- What ATMs are grouped by, besides vendor, model and site_name. Without indexes: each would be written for every ATM
-- whenever heard_slot changes, while the ATMs of an institution are found by it, and a fleet of 100,000 is read in a
-- fraction of the time that a list may take.
alter table incident.atm
  add column region text,
  add column cost_centre text,
  add column criticality text check (criticality in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  add column tags text[] check (cardinality(tags) between 1 and 20);

-- The devices service has a copy of every attribute, and keeps the newest edition.
drop trigger count_edition on incident.atm;
create trigger count_edition before update of institution_key, name, vendor, model, site_name, serial_number, region,
    cost_centre, criticality, tags, latitude, longitude, time_zone on incident.atm for each row
  when ((old.institution_key, old.name, old.vendor, old.model, old.site_name, old.serial_number, old.region,
      old.cost_centre, old.criticality, old.tags, old.latitude, old.longitude, old.time_zone) is distinct from
    (new.institution_key, new.name, new.vendor, new.model, new.site_name, new.serial_number, new.region,
      new.cost_centre, new.criticality, new.tags, new.latitude, new.longitude, new.time_zone))
  execute function incident.count_edition();
