-- A transaction is one attempt of a session: a request to the host and what came of it. All columns are added without
-- rewriting a row; what was read before is one session each, its only attempt.

do $$
declare
  name text;
begin
  foreach name in array array['transaction_hot', 'transaction_cold'] loop
    execute format($ddl$alter table journal.%I
      -- The first attempt of its session; null for the first itself.
      add column first_attempt_id bigint,
      -- From 1; 0 for a session without a request.
      add column attempt_no int not null default 1,
      -- The rule that decided the verdict, and the line of the file that it rests on.
      add column decided_by text,
      add column decided_line int,
      -- Codes of what contradicts itself.
      add column conflict text[] not null default '{}',
      add column rrn text,
      add column stan text,
      add column authorisation_code text,
      add column serial text,
      add column terminal_id text,
      -- The host's business date.
      add column host_date date,
      -- The last four characters of the account.
      add column account_tail text,
      -- Counted notes: an array of state, denominationMinor, currency and count.
      add column notes jsonb not null default '[]'$ddl$, name);
  end loop;
end $$;

-- Each number that a transaction is searched by has an index that ends as that of cards does. The retrieval reference
-- number needs none: where it is printed, it is the reference.
create index transaction_hot_by_session on journal.transaction_hot (first_attempt_id, started_at, id) where first_attempt_id is not null;
create index transaction_cold_by_session on journal.transaction_cold (first_attempt_id, started_at, id) where first_attempt_id is not null;
create index transaction_hot_by_stan on journal.transaction_hot (stan, institution_key, started_at, id) where stan is not null;
create index transaction_cold_by_stan on journal.transaction_cold (stan, institution_key, started_at, id) where stan is not null;
create index transaction_hot_by_authorisation on journal.transaction_hot (authorisation_code, institution_key, started_at, id) where authorisation_code is not null;
create index transaction_cold_by_authorisation on journal.transaction_cold (authorisation_code, institution_key, started_at, id) where authorisation_code is not null;
create index transaction_hot_by_serial on journal.transaction_hot (serial, institution_key, started_at, id) where serial is not null;
create index transaction_cold_by_serial on journal.transaction_cold (serial, institution_key, started_at, id) where serial is not null;
create index transaction_hot_by_terminal on journal.transaction_hot (terminal_id, institution_key, started_at, id) where terminal_id is not null;
create index transaction_cold_by_terminal on journal.transaction_cold (terminal_id, institution_key, started_at, id) where terminal_id is not null;
create index transaction_hot_by_host_date on journal.transaction_hot (host_date, institution_key, started_at, id) where host_date is not null;
create index transaction_cold_by_host_date on journal.transaction_cold (host_date, institution_key, started_at, id) where host_date is not null;
create index transaction_hot_by_account on journal.transaction_hot (account_tail, institution_key, started_at, id) where account_tail is not null;
create index transaction_cold_by_account on journal.transaction_cold (account_tail, institution_key, started_at, id) where account_tail is not null;
-- Conflicts are few: a search for one code reads all of them.
create index transaction_hot_by_conflict on journal.transaction_hot (institution_key, started_at, id) include (conflict) where conflict <> '{}';
create index transaction_cold_by_conflict on journal.transaction_cold (institution_key, started_at, id) include (conflict) where conflict <> '{}';

create or replace view journal.transaction_all with (security_invoker = true) as
  select *, coalesce(first_attempt_id, id) as session_id from journal.transaction_hot
  union all
  select *, coalesce(first_attempt_id, id) as session_id from journal.transaction_cold;
