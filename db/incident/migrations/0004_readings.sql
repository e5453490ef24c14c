-- How fast cassettes empty, and the history of service states.

-- Notes that left a cassette between readings, by the UTC day of the later one, and how long was looked at for that, for the last days:
-- of each day its number since 1970, the notes, and milliseconds. In the row of the cassette, so that a list of a thousand reads no more rows.
alter table incident.cassette add column used bigint[] not null default '{}';

-- Each change of an ATM's service state. `sequence` is the ATM's own; both it and occurred_at only grow.
-- Rows come in about the order of occurred_at, so a BRIN index finds those that are too old at next to no cost.
create table incident.state_history (
  atm_id bigint not null,
  occurred_at timestamptz not null,
  sequence bigint not null,
  institution_key text,
  from_state text not null,
  to_state text not null,
  event_id bigint,
  type_id smallint,
  primary key (atm_id, occurred_at, sequence)
);
create index state_history_by_time on incident.state_history using brin (occurred_at) with (autosummarize = on);

-- What is in an ATM belongs to whom the ATM belongs to, whoever hands it over. (Its history stays with whom it happened to.)
create function incident.hand_over_cassettes() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update incident.cassette set institution_key = new.institution_key where atm_id = new.id;
  return null;
end $$;
create trigger hand_over_cassettes after update of institution_key on incident.atm for each row
  when (old.institution_key is distinct from new.institution_key) execute function incident.hand_over_cassettes();

-- Grows whenever what other services copy of an ATM changes, whoever changes it: so a copy that is told late, by another
-- process, or of before a hand-over to another institution never replaces a newer one.
alter table incident.atm add column edition bigint not null default 0;
create function incident.count_edition() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.edition := old.edition + 1;
  return new;
end $$;
create trigger count_edition before update of institution_key, name, site_name on incident.atm for each row
  when (old.institution_key is distinct from new.institution_key or old.name is distinct from new.name
    or old.site_name is distinct from new.site_name) execute function incident.count_edition();

do $$
declare
  name text;
begin
  foreach name in array array['state_history'] loop
    execute format('alter table incident.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on incident.%I to platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on incident.%I to platform', name);
    execute format($policy$create policy app_own on incident.%I to app
      using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
      with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))$policy$, name);
    execute format('grant select on incident.%I to app', name);
  end loop;
end $$;
