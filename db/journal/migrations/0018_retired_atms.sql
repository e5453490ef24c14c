-- Of a retired ATM no journal is expected, and of one that was brought back none of a day before that.
alter table journal.atm_journal
  add column retired boolean not null default false,
  add column expected_from date;
