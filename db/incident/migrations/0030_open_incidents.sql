-- Lists and figures of what is open leave out the parts of mass outages, and may be of what nobody works on.
drop index incident.incident_open_by_institution, incident.incident_open_by_opening;
create index incident_open_by_institution on incident.incident (institution_key, opened_at desc, id desc)
  include (status, kind, severity, parent_id, owner_user_id) where status <> 'RESOLVED';
create index incident_open_by_opening on incident.incident (opened_at desc, id desc)
  include (status, kind, severity, parent_id, owner_user_id) where status <> 'RESOLVED';
