-- Journals by institution and day, for calendars of a year over a hundred thousand ATMs. Each parse adds a row with the difference that it
-- made, as all parses of an institution and day would wait for each other at one row; a job adds them up now and then. The sum is exact at any time.
create table journal.day_change (
  institution_key text not null,
  day date not null,
  atms int not null,
  transactions bigint not null,
  successful bigint not null,
  failed bigint not null
) with (autovacuum_vacuum_scale_factor = 0.2, autovacuum_vacuum_threshold = 1000);
create index day_change_by_institution on journal.day_change (institution_key, day) include (atms, transactions, successful, failed);
create index day_change_by_day on journal.day_change (day) include (atms, transactions, successful, failed);

alter table journal.day_change enable row level security, force row level security;
create policy platform_all on journal.day_change to platform using (true) with check (true);
create policy app_own on journal.day_change to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update, delete on journal.day_change to platform;
grant select, insert on journal.day_change to app;

create index atm_journal_by_agent on journal.atm_journal (agent_atm_id);

-- The owner is subject to row-level security too, and is let in for as long as this takes.
create policy owner_counts on journal.day_change to current_user using (true) with check (true);
create policy owner_days on journal.atm_day_total to current_user using (true);
insert into journal.day_change (institution_key, day, atms, transactions, successful, failed)
  select institution_key, day, count(*), sum(transactions), sum(successful), sum(failed) from journal.atm_day_total group by 1, 2;
drop policy owner_days on journal.atm_day_total;
drop policy owner_counts on journal.day_change;
-- A later migration may change totals as well.
create policy anybody_adds on journal.day_change for insert with check (true);

create function journal.add_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into journal.day_change (institution_key, day, atms, transactions, successful, failed)
    select institution_key, day, count(*), sum(transactions), sum(successful), sum(failed) from added group by 1, 2;
  return null;
end $$;
create trigger add_days after insert on journal.atm_day_total referencing new table as added
  for each statement execute function journal.add_days();

create function journal.remove_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into journal.day_change (institution_key, day, atms, transactions, successful, failed)
    select institution_key, day, -count(*), -sum(transactions), -sum(successful), -sum(failed) from gone group by 1, 2;
  return null;
end $$;
create trigger remove_days after delete on journal.atm_day_total referencing old table as gone
  for each statement execute function journal.remove_days();

create function journal.change_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into journal.day_change (institution_key, day, atms, transactions, successful, failed)
    select institution_key, day, sum(atms), sum(transactions), sum(successful), sum(failed)
    from (
      select institution_key, day, 1 as atms, transactions, successful, failed from added
      union all select institution_key, day, -1, -transactions, -successful, -failed from gone) c
    group by 1, 2 having sum(atms) <> 0 or sum(transactions) <> 0 or sum(successful) <> 0 or sum(failed) <> 0;
  return null;
end $$;
create trigger change_days after update on journal.atm_day_total referencing old table as gone new table as added
  for each statement execute function journal.change_days();
