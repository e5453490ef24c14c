-- Incidents by hand, supervisor visits that are told of late, and lists of incidents by whatever they are filtered by.

-- A return to service that is told late asks for the newest visit before it. SUPERVISOR_ENTER, SUPERVISOR_EXIT.
create index event_visit on incident.event (atm_id, occurred_at) where type_id in (26, 27);

-- Whoever may see an incident may change it, although its ATM may belong to another institution by now: the ATM's row is
-- locked all the same, as it is the lock of all its incidents.
create policy owner_lock on incident.atm to current_user using (true) with check (false);
create function incident.lock_atm(of_atm bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from incident.atm where id = of_atm for no key update;
end $$;
revoke execute on function incident.lock_atm(bigint) from public;
grant execute on function incident.lock_atm(bigint) to app, platform;

-- The newest incident of a place, of whatever institution it was when it opened: there is one place for all of them.
create policy owner_place on incident.incident for select to current_user using (true);
create function incident.newest_of(of_atm bigint, of_kind text, of_component text)
returns table (id bigint, status text, cleared_at timestamptz, changes bigint[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.id, i.status, i.cleared_at, i.changes from incident.incident i
  where i.atm_id = of_atm and i.kind = of_kind and i.component = of_component
  order by i.id desc limit 1
$$;
revoke execute on function incident.newest_of(bigint, text, text) from public;
grant execute on function incident.newest_of(bigint, text, text) to app, platform;

-- With what a list may be filtered by, so that filters and totals read the index alone.
drop index incident.incident_by_institution, incident.incident_by_opening, incident.incident_open_by_institution;
create index incident_by_institution on incident.incident (institution_key, opened_at desc, id desc) include (status, kind, severity);
create index incident_by_opening on incident.incident (opened_at desc, id desc) include (status, kind, severity);
create index incident_open_by_institution on incident.incident (institution_key, opened_at desc, id desc) include (status, kind, severity)
  where status <> 'RESOLVED';
create index incident_open_by_opening on incident.incident (opened_at desc, id desc) include (status, kind, severity)
  where status <> 'RESOLVED';
