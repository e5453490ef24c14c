-- Finding transactions, and moving months to the cold table without holding anybody up.

-- Ends with what a search may filter by, so that filters and counts read the index alone, however rare what they look for is.
drop index journal.transaction_hot_by_institution, journal.transaction_cold_institution_key_started_at_id_idx;
create index transaction_hot_by_institution on journal.transaction_hot (institution_key, started_at, id)
  include (atm_id, verdict, cash_outcome, host_code, amount_minor);
create index transaction_cold_by_institution on journal.transaction_cold (institution_key, started_at, id)
  include (atm_id, verdict, cash_outcome, host_code, amount_minor);
-- These end with the id, so that a page's keys need no row either.
drop index journal.transaction_hot_by_card, journal.transaction_cold_card_last4_institution_key_started_at_idx;
create index transaction_hot_by_card on journal.transaction_hot (card_last4, institution_key, started_at, id);
create index transaction_cold_by_card on journal.transaction_cold (card_last4, institution_key, started_at, id);
create index transaction_hot_by_reference on journal.transaction_hot (reference, institution_key, started_at, id) where reference is not null;
create index transaction_cold_by_reference on journal.transaction_cold (reference, institution_key, started_at, id) where reference is not null;

-- The transactions of the server that hold the hot table now, of whatever kind. Whoever is in two looks some time apart
-- is a long one, behind which a move would make everybody else wait.
create function journal.holders_of_hot() returns setof text
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select distinct virtualtransaction from pg_locks
  where locktype = 'relation' and granted and database = (select oid from pg_database where datname = current_database())
    and relation = 'journal.transaction_hot'::regclass and pid <> pg_backend_pid()
$$;
revoke execute on function journal.holders_of_hot() from public;
grant execute on function journal.holders_of_hot() to platform;

-- Moves at most one month that lies wholly more than `hot_days` before today from hot to cold, as a whole partition, and
-- returns how many it moved; 0 when there is none left. All or nothing: call it in a transaction of its own.
-- It waits for each lock 50 ms at most and then fails with lock_not_available, as everybody who comes while it waits for
-- the hot table waits behind it. What it holds by then blocks nobody but another move and writers of the boundary, and
-- the table is taken last. Nothing is scanned or built: the partition's check spares the one, its indexes the other.
create or replace function journal.move_to_cold(today date, hot_days int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '50ms' as $$
declare
  month date;
  next_month date;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('journal.make_partitions'));
  loop
    select hot_from::date into month from journal.hot_boundary;
    next_month := (month + interval '1 month')::date;
    -- A day later than in UTC, as it may still be yesterday where the machines stand.
    if month is null or next_month >= today - hot_days then
      return 0;
    end if;
    part := 'transaction_' || to_char(month, 'YYYY_MM');
    exit when to_regclass(format('journal.%I', part)) is not null;
    update journal.hot_boundary set hot_from = next_month;
  end loop;
  lock table only journal.transaction_cold in share update exclusive mode;
  perform 1 from journal.hot_boundary for no key update;
  lock table only journal.transaction_hot in access exclusive mode;
  execute format('lock table journal.%I in access exclusive mode nowait', part);
  execute format('alter table journal.transaction_hot detach partition journal.%I', part);
  execute format('alter table journal.transaction_cold attach partition journal.%I for values from (%L) to (%L)', part, month::timestamp, next_month::timestamp);
  update journal.hot_boundary set hot_from = next_month;
  return 1;
end $$;
