-- outside a transaction
create index concurrently if not exists incident_unresolved_by_institution
  on incident.incident (institution_key, opened_at desc, id desc)
  include (status, kind, severity, parent_id, next_due_at, atm_id) where status <> 'RESOLVED';
create index concurrently if not exists incident_unresolved_by_opening on incident.incident (opened_at desc, id desc)
  include (status, kind, severity, parent_id, next_due_at, atm_id) where status <> 'RESOLVED';
drop index concurrently if exists incident.incident_open_by_institution;
drop index concurrently if exists incident.incident_open_by_opening;
drop index concurrently if exists incident.incident_open_severity;
drop index concurrently if exists incident.incident_by_due;
drop index concurrently if exists incident.incident_by_institution_due;
drop index concurrently if exists incident.incident_by_owner;
