-- By which rules a text was masked: journal.remask masks again what older rules masked.
alter table journal.content add column masking_version smallint not null default 1;
-- For those that are left: they are counted by each check of the service's health.
create index content_masking on journal.content (masking_version, id);
