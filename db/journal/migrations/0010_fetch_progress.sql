-- The gaps whose file was asked for since a moment, wherever they stand now.
create index gap_asked on journal.gap (fetch_requested_at, institution_key, status) where fetch_requested_at is not null;
