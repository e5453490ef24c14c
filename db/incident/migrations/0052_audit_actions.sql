-- What an institution's users did of one kind, and what one of its users did, without reading all that was done there.
create index audit_by_action on incident.audit_entry (institution_key, action, at desc, id desc);
create index audit_by_institution_actor on incident.audit_entry (institution_key, actor, at desc, id desc);
