-- Profiles of institutions, and files whose lines are of another day than they were sent for.

-- What an institution's journals print that the format leaves open, a row for each version; the highest one counts.
-- An institution without a row has version 0: the families' own rules.
create table journal.profile (
  institution_key text not null,
  version int not null check (version > 0),
  approved_codes text[],
  currency text,
  amount_unit text check (amount_unit in ('WHOLE', 'HUNDREDTHS')),
  time_zone text,
  -- Labels of customers' numbers that only this institution prints: an array of words and kind.
  customer_labels jsonb not null,
  -- The version that changed the labels last; 0 while there have been none.
  labels_version int not null,
  written_by text not null,
  written_at timestamptz not null,
  primary key (institution_key, version)
);
alter table journal.profile enable row level security, force row level security;
create policy platform_all on journal.profile to platform using (true) with check (true);
create policy app_own on journal.profile to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
  with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert, update, delete on journal.profile to platform;
grant select, insert on journal.profile to app;

alter table journal.journal_file
  -- The version of the profile that it was parsed with; null before there were profiles.
  add column profile_version int,
  -- The days that its lines and transactions are of: an array of date, lines, transactions.
  add column days_found jsonb not null default '[]',
  -- Why it is PARTIAL: an array of reason, count.
  add column reasons jsonb not null default '[]',
  -- How many of its transactions are stored with another file of the same ATM instead.
  add column duplicates int not null default 0;
-- Not validated: every row fulfilled the narrower check before, and a scan would hold up all writers.
alter table journal.journal_file drop constraint journal_file_status_check;
alter table journal.journal_file add constraint journal_file_status_check
  check (status in ('RECEIVED', 'PARSED', 'PARTIAL', 'FAILED', 'MISDATED')) not valid;

-- What does not count as a journal is in no index of days; what somebody has to look at is in one of its own.
create index journal_file_new on journal.journal_file (journal_date, atm_id) where status <> 'FAILED' and status <> 'MISDATED';
drop index journal.journal_file_by_day;
alter index journal.journal_file_new rename to journal_file_by_day;
create index journal_file_new on journal.journal_file (institution_key, received_at, id)
  where status in ('FAILED', 'PARTIAL', 'MISDATED');
drop index journal.journal_file_unread;
alter index journal.journal_file_new rename to journal_file_unread;
-- Files that share transactions with others of their ATM: few.
create index journal_file_sharing on journal.journal_file (atm_id) where duplicates > 0;

-- Files that an older version of a profile parsed, those of each version together.
create index journal_file_by_profile on journal.journal_file (institution_key, coalesce(profile_version, -1), received_at, id)
  where superseded_by is null and status in ('PARSED', 'PARTIAL', 'MISDATED');

-- A caller may file a misdated journal under its own day, and nothing else may change of it.
grant update (journal_date, superseded_by, days_found, reasons) on journal.journal_file to app;

-- By which version of the labels a text was masked. A text with the masking version 0 is masked again.
alter table journal.content add column labels_version int not null default 0;
create index content_by_labels on journal.content (institution_key, labels_version, id) where masking_version > 0;
grant update (masking_version) on journal.content to app;
