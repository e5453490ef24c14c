-- What the cassettes of an ATM hold, by currency, where denomination and count are known. The cash of a fleet is added up
-- from these rows, which are narrow. Triggers keep them, whoever writes cassettes; a row is that of its ATM, whose lock
-- whoever changes its cassettes holds. No index has what a reading changes, so rows are written in place.
create table incident.atm_cash (
  atm_id bigint not null,
  -- How many cassettes are added up; a currency that an ATM no longer has keeps its row with none.
  cassettes int not null,
  currency text not null,
  institution_key text,
  minor numeric not null,
  primary key (atm_id, currency)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index atm_cash_by_institution on incident.atm_cash (institution_key);

-- ATMs up to this id have their rows, null where all have. The others get them when a process starts. A table of
-- cassettes that takes no space has none, so that all that come are added up by the triggers.
create table incident.atm_cash_until (
  one boolean primary key default true check (one),
  atm_id bigint
);
insert into incident.atm_cash_until (atm_id) values (case when pg_relation_size('incident.cassette') > 0 then 0 end);

do $$
declare
  name text;
begin
  foreach name in array array['atm_cash', 'atm_cash_until'] loop
    execute format('alter table incident.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on incident.%I to platform using (true) with check (true)', name);
  end loop;
end $$;
create policy app_own on incident.atm_cash for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select on incident.atm_cash to app;
grant select, insert, update, delete on incident.atm_cash to platform;
grant select, update on incident.atm_cash_until to platform;

-- Cassettes are deleted only where all of their institution is erased, this table included.
create function incident.add_new_cassettes() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  -- Most statements of ingest bring no cassette that was not there before.
  if exists (select from added) then
    insert into incident.atm_cash as c (atm_id, currency, institution_key, cassettes, minor)
    select atm_id, currency, max(institution_key), count(*), sum(denomination_minor::numeric * current_count)
    from added where currency is not null and denomination_minor is not null and current_count is not null
    group by atm_id, currency
    on conflict (atm_id, currency) do update set cassettes = c.cassettes + excluded.cassettes,
      minor = c.minor + excluded.minor;
  end if;
  return null;
end $$;
create trigger add_new_cassettes after insert on incident.cassette
  referencing new table as added for each statement execute function incident.add_new_cassettes();

create function incident.add_changed_cassettes() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into incident.atm_cash as c (atm_id, currency, institution_key, cassettes, minor)
  select atm_id, currency, max(institution_key), sum(n), sum(minor)
  from (
    select atm_id, currency, institution_key, 1 as n, denomination_minor::numeric * current_count as minor from added
    union all
    select atm_id, currency, institution_key, -1, denomination_minor::numeric * -current_count from removed) changed
  where currency is not null and minor is not null
  group by atm_id, currency having sum(n) <> 0 or sum(minor) <> 0
  on conflict (atm_id, currency) do update set cassettes = c.cassettes + excluded.cassettes,
    minor = c.minor + excluded.minor;
  return null;
end $$;
create trigger add_changed_cassettes after update on incident.cassette
  referencing old table as removed new table as added for each statement
  execute function incident.add_changed_cassettes();

create or replace function incident.hand_over_cassettes() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update incident.cassette set institution_key = new.institution_key where atm_id = new.id;
  update incident.atm_cash set institution_key = new.institution_key where atm_id = new.id;
  return null;
end $$;
