-- Transactions of a kind are found as those of a verdict are: from the index alone, however rare they are. Both tables have the same
-- indexes, so that a month still moves without one being built. What is there is read meanwhile: the old indexes go when the new ones stand.
create index transaction_hot_new on journal.transaction_hot (institution_key, started_at, id)
  include (atm_id, kind, verdict, cash_outcome, host_code, amount_minor);
create index transaction_cold_new on journal.transaction_cold (institution_key, started_at, id)
  include (atm_id, kind, verdict, cash_outcome, host_code, amount_minor);
drop index journal.transaction_hot_by_institution, journal.transaction_cold_by_institution;
alter index journal.transaction_hot_new rename to transaction_hot_by_institution;
alter index journal.transaction_cold_new rename to transaction_cold_by_institution;
