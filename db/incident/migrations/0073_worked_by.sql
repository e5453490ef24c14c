-- outside a transaction
create index concurrently if not exists incident_entry_worked on incident.incident_entry (user_id, kind, at)
  include (incident_id) where kind in ('OPENED', 'ACKNOWLEDGED', 'NOTE');
