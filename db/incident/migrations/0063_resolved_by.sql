-- outside a transaction
create index concurrently if not exists incident_entry_resolved on incident.incident_entry (user_id, at)
  include (incident_id) where kind = 'RESOLVED';
