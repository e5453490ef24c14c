-- outside a transaction
create index concurrently if not exists journal_file_unanswered on journal.journal_file ((greatest(received_at, reparse_requested_at, parse_asked_at))) where status = 'RECEIVED';
