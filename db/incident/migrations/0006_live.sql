-- What live streams tell of incidents and service states.
-- Neither table is logged: after a crash both are empty, and the missing epoch tells every reader that its cursor means nothing any more.
create unlogged table incident.live_epoch (
  one boolean primary key default true check (one),
  epoch text not null
);
insert into incident.live_epoch (epoch) values (substr(md5(random()::text || clock_timestamp()::text), 1, 12));

-- What changed, in the transaction that changed it; kept for a quarter of an hour. A reader goes by transactions: it takes what the snapshot
-- of its last look did not see, so nothing is lost that is committed late, and a long transaction holds nothing up.
create unlogged table incident.live_change (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  changed_at timestamptz not null default clock_timestamp(),
  topic text not null,
  subject_id bigint not null
) with (autovacuum_vacuum_scale_factor = 0.2, autovacuum_vacuum_threshold = 2000);
create index live_change_by_transaction on incident.live_change (xid);

-- Whoever writes: one statement a statement, so that no writer, job or future one, can forget it.
create function incident.tell_incidents() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into incident.live_change (topic, subject_id) select 'incidents', id from told;
  return null;
end $$;
create trigger tell_incidents_insert after insert on incident.incident referencing new table as told
  for each statement execute function incident.tell_incidents();
create trigger tell_incidents_update after update on incident.incident referencing new table as told
  for each statement execute function incident.tell_incidents();

create function incident.tell_states() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into incident.live_change (topic, subject_id) select 'service-state', atm_id from told;
  return null;
end $$;
create trigger tell_states_insert after insert on incident.state_history referencing new table as told
  for each statement execute function incident.tell_states();


do $$
declare
  name text;
begin
  foreach name in array array['live_epoch', 'live_change'] loop
    execute format('alter table incident.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on incident.%I to platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on incident.%I to platform', name);
  end loop;
end $$;
-- Whoever changes a record says so; only the platform reads it.
create policy anybody_tells on incident.live_change for insert with check (true);
grant insert on incident.live_change to app;
