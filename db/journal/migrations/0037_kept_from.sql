-- The first day that is kept of an ATM whose older journals were deleted by their age: its first journal was before.
alter table journal.atm_journal add column kept_from date;
