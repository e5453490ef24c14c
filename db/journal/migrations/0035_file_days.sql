-- outside a transaction
create index concurrently if not exists journal_file_list_of_institution on journal.journal_file (institution_key, journal_date, id);
create index concurrently if not exists journal_file_list on journal.journal_file (journal_date, id);
