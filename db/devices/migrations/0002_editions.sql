-- Which edition of institution, name and site is held: see incident.atm.edition.
alter table devices.atm add column edition bigint not null default 0;
