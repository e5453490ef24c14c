-- When ATMs were retired: no time of theirs counts then. The row of an ATM knows the last time only.
create table incident.atm_retirement (
  atm_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null default 'infinity',
  primary key (atm_id, from_at)
);
create index atm_retirement_by_end on incident.atm_retirement (to_at);

alter table incident.atm_retirement enable row level security, force row level security;
create policy owner_notes on incident.atm_retirement to current_user using (true) with check (true);
create policy platform_all on incident.atm_retirement to platform using (true) with check (true);
create policy app_own on incident.atm_retirement for select to app
  using (exists (select from incident.atm a where a.id = atm_id));
grant select, delete on incident.atm_retirement to platform;
grant select on incident.atm_retirement to app;

create function incident.note_retirement() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.retired_at is null then
    update incident.atm_retirement set to_at = greatest(from_at, coalesce(new.reactivated_at, new.updated_at))
    where atm_id = new.id and to_at = 'infinity';
  else
    insert into incident.atm_retirement (atm_id, from_at) values (new.id, new.retired_at)
    on conflict (atm_id, from_at) do update set to_at = 'infinity';
  end if;
  return null;
end $$;
create trigger note_retirement after update of retired_at on incident.atm for each row
  when ((old.retired_at is null) <> (new.retired_at is null)) execute function incident.note_retirement();

alter table incident.atm no force row level security;
insert into incident.atm_retirement (atm_id, from_at) select id, retired_at from incident.atm where retired_at is not null;
alter table incident.atm force row level security;

-- An ATM whose history and present state differ, as a late event changed the one and not the other, is looked at again
-- after each event that gives its state: until the last one that is known, its row waits.
alter table incident.late_state add column waits_after timestamptz;
