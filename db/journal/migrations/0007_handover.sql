-- An ATM may change hands in the middle of a day: each institution has its own counts of it, and its own file that stands for it.

alter table journal.atm_day_total drop constraint atm_day_total_pkey;
alter table journal.atm_day_total add primary key (day, atm_id, institution_key) include (transactions, successful, failed);

-- ATMs of which several institutions have counts of one day, or may have: few, and only theirs have to be added up.
alter table journal.atm_journal add column changed_hands boolean not null default false;
create index atm_journal_changed_hands on journal.atm_journal (atm_id) where changed_hands;

-- What several institutions have brought of one ATM was counted under the last one. The owner is subject to row-level
-- security too, and is let in for as long as this takes.
do $$
declare
  name text;
begin
  foreach name in array array['atm_journal', 'journal_file', 'transaction_hot', 'transaction_cold', 'atm_day_total'] loop
    execute format('create policy owner_counts on journal.%I to current_user using (true) with check (true)', name);
  end loop;
  create temporary table moved on commit drop as
    select atm_id from journal.journal_file group by atm_id having count(distinct institution_key) > 1;
  update journal.atm_journal set changed_hands = true where atm_id in (select atm_id from moved);
  delete from journal.atm_day_total where atm_id in (select atm_id from moved);
  insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
    select t.started_at::date, t.atm_id, t.institution_key, max(t.agent_atm_id), count(*),
      count(*) filter (where t.verdict = 'APPROVED'), count(*) filter (where t.verdict = 'DECLINED')
    from moved join journal.transaction_all t using (atm_id) group by 1, 2, 3;
  foreach name in array array['atm_journal', 'journal_file', 'transaction_hot', 'transaction_cold', 'atm_day_total'] loop
    execute format('drop policy owner_counts on journal.%I', name);
  end loop;
end $$;

-- When the same bytes were last sent again; null where they came once. What was sent last is what the day is to show.
alter table journal.journal_file add column sent_again_at timestamptz;
grant update (sent_again_at) on journal.journal_file to app;
