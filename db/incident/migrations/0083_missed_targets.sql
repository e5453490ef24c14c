-- outside a transaction
create index concurrently if not exists incident_entry_missed on incident.incident_entry (institution_key, at)
  include (incident_id, text) where kind = 'TARGET_MISSED';
