-- Which file stands for its day, which wait to be read, and reading one again.

-- The file that took this one's place; null while it stands for its ATM and day, or never did.
alter table journal.journal_file add column superseded_by bigint;
-- When somebody last asked for it to be read again.
alter table journal.journal_file add column reparse_requested_at timestamptz;

-- Until now the one that stood was worked out: of those with transactions the one that was parsed last.
create policy owner_once on journal.journal_file to current_user using (true) with check (true);
with standing as materialized (
  select distinct on (atm_id, journal_date) id, atm_id, journal_date, transactions from journal.journal_file
  where status in ('PARSED', 'PARTIAL')
  order by atm_id, journal_date, transactions > 0 desc, parse_sequence desc
)
update journal.journal_file f set superseded_by = s.id from standing s
where s.atm_id = f.atm_id and s.journal_date = f.journal_date and s.id <> f.id and f.status in ('PARSED', 'PARTIAL')
  -- An empty one beside one with transactions never stood.
  and (f.transactions > 0 or s.transactions = 0);
drop policy owner_once on journal.journal_file;

-- The queue: counts and oldest waits of an institution, and of all, from the index alone.
create index journal_file_queue on journal.journal_file (institution_key, received_at) include (reparse_requested_at)
  where status = 'RECEIVED';
-- What somebody has to look at, which is little of all there is.
create index journal_file_unread on journal.journal_file (institution_key, received_at, id)
  where status in ('FAILED', 'PARTIAL');

-- A caller may have a file read again, and change nothing else of it.
grant update (status, format, error, parsed_at, reparse_requested_at) on journal.journal_file to app;
