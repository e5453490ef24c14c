-- What is done late is noted at once: the job notes only what is still awaited when it looks, once a minute.
create function incident.note_missed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.status = 'OPEN' and not new.acknowledge_missed
    and new.acknowledge_due_at < coalesce(new.acknowledged_at, new.resolved_at) then
    new.acknowledge_missed := true;
    insert into incident.incident_entry (incident_id, institution_key, at, kind, text)
    values (new.id, new.institution_key, new.acknowledge_due_at, 'TARGET_MISSED', 'ACKNOWLEDGE');
  end if;
  if new.status = 'RESOLVED' and not new.resolve_missed and new.resolve_due_at < new.resolved_at then
    new.resolve_missed := true;
    insert into incident.incident_entry (incident_id, institution_key, at, kind, text)
    values (new.id, new.institution_key, new.resolve_due_at, 'TARGET_MISSED', 'RESOLVE');
  end if;
  return new;
end $$;
create trigger note_missed before update of status on incident.incident for each row
  when (new.status in ('ACKNOWLEDGED', 'RESOLVED') and new.status <> old.status and new.parent_id is null
    and (new.acknowledge_due_at is not null or new.resolve_due_at is not null))
  execute function incident.note_missed();
