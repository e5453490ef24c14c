-- A replay of a dead letter is a request that is made once more, by a person.
grant update (parse_asked_at) on journal.journal_file to app;
