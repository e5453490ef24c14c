-- What happened between an instant of sums and the edge of a period is computed of those ATMs only to which something
-- happened; of all others, time goes on as at the instant.

-- Whether the ATM was silent, in maintenance or retired at the instant; true as well where it is not known.
alter table incident.availability_sum add column interrupted boolean not null default true;

-- The sums of an institution are read together.
alter table incident.availability_sum drop constraint availability_sum_pkey,
  add primary key (at, institution_key, atm_id);

-- What began in a time, whenever it ended.
drop index incident.atm_silence_by_end;
create index atm_silence_by_begin on incident.atm_silence (lost_at);

-- When an ATM came to an institution, by registration too, or left it: `after` is the newest instant of sums then.
create table incident.atm_assignment (
  after timestamptz not null,
  atm_id bigint not null,
  institution_key text not null,
  primary key (after, institution_key, atm_id)
);
alter table incident.atm_assignment enable row level security, force row level security;
create policy owner_notes on incident.atm_assignment to current_user using (true) with check (true);
create policy platform_all on incident.atm_assignment to platform using (true) with check (true);
create policy app_own on incident.atm_assignment for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
create policy owner_reads on incident.availability_instant for select to current_user using (true);
grant select, delete on incident.atm_assignment to platform;
grant select on incident.atm_assignment to app;

create function incident.note_assignment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into incident.atm_assignment (after, atm_id, institution_key)
  select coalesce((select max(at) from incident.availability_instant), '-infinity'), new.id, k
  from unnest(case tg_op when 'UPDATE' then array[old.institution_key, new.institution_key]
    else array[new.institution_key] end) k
  where k is not null
  on conflict do nothing;
  return null;
end $$;
create trigger note_assignment after insert on incident.atm for each row execute function incident.note_assignment();
create trigger note_reassignment after update of institution_key on incident.atm for each row
  when (old.institution_key is distinct from new.institution_key) execute function incident.note_assignment();

-- ATMs that are there already: the newest sums say since when their institution has them.
alter table incident.atm no force row level security;
alter table incident.availability_sum no force row level security;
insert into incident.atm_assignment (after, atm_id, institution_key)
select coalesce(s.since, i.at, '-infinity'), a.id, a.institution_key
from incident.atm a
cross join (select max(at) as at from incident.availability_instant) i
left join incident.availability_sum s on s.at = i.at and s.institution_key = a.institution_key and s.atm_id = a.id
where a.institution_key is not null;
alter table incident.atm force row level security;
alter table incident.availability_sum force row level security;
