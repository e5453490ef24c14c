-- All data of an institution can be erased. Entries are still not changed.
grant delete on incident.incident_target, incident.institution_atms, incident.incident_entry to platform;
