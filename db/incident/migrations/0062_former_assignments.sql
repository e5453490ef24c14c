-- The time of an ATM up to the instant of its move is the former institution's, from then on it is the new one's.

-- When its institution got the ATM; null where it was registered for it.
alter table incident.atm add column assigned_at timestamptz;

-- When an institution had an ATM that was moved away from it, and what the ATM was like at the end: its state, when it
-- was last heard, and its name, as the row of the ATM is the new institution's.
create table incident.former_assignment (
  atm_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  institution_key text not null,
  state text not null,
  heard_at timestamptz,
  agent_atm_id text not null,
  id bigint generated always as identity,
  primary key (atm_id, to_at, id)
);
create index former_assignment_by_end on incident.former_assignment (institution_key, to_at);
alter table incident.former_assignment enable row level security, force row level security;
create policy platform_all on incident.former_assignment to platform using (true) with check (true);
create policy app_own on incident.former_assignment for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update, delete on incident.former_assignment to platform;
grant select on incident.former_assignment to app;

-- An ATM is retired for the institution that has it then.
create policy app_former on incident.atm_retirement for select to app
  using (exists (select from incident.former_assignment f
    where f.atm_id = atm_retirement.atm_id and f.from_at < atm_retirement.to_at and f.to_at > atm_retirement.from_at));

-- Not before sums that are made: they have the ATM under the former institution. The release before does not set it.
-- What an ATM is known to do later, by a clock ahead of ours, is the new institution's.
create function incident.note_former_assignment() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.assigned_at := greatest(
    case when new.assigned_at is distinct from old.assigned_at then new.assigned_at else clock_timestamp() end,
    old.assigned_at, old.registered_at, (select max(at) from incident.availability_instant));
  if old.institution_key is null then
    return new;
  end if;
  insert into incident.former_assignment (atm_id, from_at, to_at, institution_key, state, heard_at, agent_atm_id)
  select old.id, coalesce(old.assigned_at, old.registered_at), new.assigned_at, old.institution_key, coalesce(
    (select h.to_state from incident.state_history h where h.atm_id = old.id and h.occurred_at < new.assigned_at
      order by h.occurred_at desc, h.sequence desc limit 1),
    (select h.from_state from incident.state_history h where h.atm_id = old.id and h.occurred_at >= new.assigned_at
      order by h.occurred_at, h.sequence limit 1), old.service_state), old.last_heartbeat_at, old.agent_atm_id;
  update incident.state_history set institution_key = new.institution_key
  where atm_id = new.id and occurred_at >= new.assigned_at;
  return new;
end $$;
create trigger note_former_assignment before update of institution_key on incident.atm for each row
  when (old.institution_key is distinct from new.institution_key and new.institution_key is not null)
  execute function incident.note_former_assignment();
