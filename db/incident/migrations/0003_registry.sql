-- What operators keep: event types of their own, events that were set aside for an unknown type, and ATMs.

-- Counters hold one number a type (event_count.counts), and are read and added to number by number.
alter sequence incident.event_type_id maxvalue 256;

-- A replay takes what is aside in the order of arrival: of all institutions, or of the caller's.
drop index incident.event_exception_by_type;
drop index incident.event_exception_by_institution;
create index event_exception_aside on incident.event_exception (event_type, received_at, id) where replayed_at is null;
create index event_exception_aside_by_institution on incident.event_exception (institution_key, event_type, received_at, id)
  where replayed_at is null;
-- The list shows the newest first: all of them, an institution's, a type's, an ATM's.
create index event_exception_newest on incident.event_exception (received_at desc, id desc);
create index event_exception_by_institution on incident.event_exception (institution_key, received_at desc, id desc);
create index event_exception_by_type on incident.event_exception (event_type, received_at desc, id desc);
create index event_exception_by_atm on incident.event_exception (agent_atm_id, received_at desc, id desc);

-- How many ATMs an institution has, kept as they come and go: heartbeats keep the pages of atm so busy that counting them
-- there, index or not, reads every row. Each session counts in one of 16 rows, so that two that register ATMs of the same
-- institutions do not wait for each other; the sum counts.
create table incident.institution_atms (
  institution_key text not null,
  slot smallint not null,
  atms int not null,
  primary key (institution_key, slot)
) with (fillfactor = 50);

alter table incident.institution_atms enable row level security, force row level security;
create policy owner_counts on incident.institution_atms to current_user using (true) with check (true);
create policy platform_all on incident.institution_atms to platform using (true) with check (true);
create policy app_own on incident.institution_atms for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select on incident.institution_atms to app, platform;

create function incident.count_registered_atms() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Most statements are heartbeats and register nothing.
  if exists (select from registered) then
    insert into incident.institution_atms as c (institution_key, slot, atms)
    select institution_key, pg_backend_pid() % 16, count(*) from registered
    where institution_key is not null group by institution_key order by institution_key
    on conflict (institution_key, slot) do update set atms = c.atms + excluded.atms;
  end if;
  return null;
end $$;
create trigger count_registered_atms after insert on incident.atm
  referencing new table as registered for each statement execute function incident.count_registered_atms();

create function incident.count_moved_atm() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone text := old.institution_key;
  come text := case when tg_op <> 'DELETE' then new.institution_key end;
begin
  insert into incident.institution_atms as c (institution_key, slot, atms)
  select v.institution_key, pg_backend_pid() % 16, v.atms from (values (gone, -1), (come, 1)) v(institution_key, atms)
  where v.institution_key is not null order by v.institution_key
  on conflict (institution_key, slot) do update set atms = c.atms + excluded.atms;
  return null;
end $$;
create trigger count_moved_atm after update of institution_key on incident.atm for each row
  when (old.institution_key is distinct from new.institution_key) execute function incident.count_moved_atm();
create trigger count_lost_atm after delete on incident.atm for each row
  when (old.institution_key is not null) execute function incident.count_moved_atm();

-- The ATMs that are there already. Without force the owner is not subject to the policies, so it sees them.
alter table incident.atm no force row level security;
insert into incident.institution_atms (institution_key, slot, atms)
select institution_key, 0, count(*) from incident.atm where institution_key is not null group by institution_key;
alter table incident.atm force row level security;
