-- outside a transaction
-- The list of files by their day, which sorted every file that was ever received. One of an institution, one of all.
create index concurrently if not exists journal_file_list_of_institution on journal.journal_file (institution_key, journal_date, id);
create index concurrently if not exists journal_file_list on journal.journal_file (journal_date, id);
