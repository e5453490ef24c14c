-- For the texts that older rules masked: they are counted by each check of the service's health. Apart from the
-- column, so that the table can be read while the index is built.
create index content_masking on journal.content (masking_version, id);
