-- By which rules a text was masked: journal.remask masks again what older rules masked.
alter table journal.content add column masking_version smallint not null default 1;
