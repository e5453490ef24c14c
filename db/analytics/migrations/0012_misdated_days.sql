-- The newest parse of a day may say that its file is of other days: then it is known, and brings nothing. What was
-- counted of such files stays until analytics.rebuild has run.
alter table analytics.journal_day add column is_journal boolean not null default true;

create or replace view analytics.brought_by_journal with (security_invoker = true) as
  select atm_id, day, institution_key, 1 as files_parsed, transactions, successful, failed,
    0 as incidents_created, 0 as incidents_resolved, 0 as open_incidents
  from analytics.journal_day where is_journal;
