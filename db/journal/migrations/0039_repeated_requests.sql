-- When a file that waits to be read was last asked for once more.
alter table journal.journal_file add column parse_asked_at timestamptz;
