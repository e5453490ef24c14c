-- The incident of which this one is a part: a mass outage has those of its ATMs.
alter table incident.incident add column parent_id bigint references incident.incident (id) on delete set null;
create index incident_by_parent on incident.incident (parent_id, opened_at desc, id desc) include (status)
  where parent_id is not null;
create index incident_mass_outage on incident.incident (institution_key) where kind = 'MASS_OUTAGE' and status <> 'RESOLVED';
-- The ATMs that went down lately, by institution, as the search for mass outages asks for them.
create index incident_down on incident.incident (opened_at, institution_key)
  where kind in ('UNREACHABLE', 'OUT_OF_SERVICE') and status <> 'RESOLVED' and parent_id is null;
