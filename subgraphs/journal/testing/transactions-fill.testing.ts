/** One transaction an hour and ATM over 190 days, of which the last are hot: two ATMs of ACME, one of BETA. */
const fill = (
  table: 'hot' | 'cold',
) => `insert into journal.transaction_${table} (file_id, institution_key, atm_id, agent_atm_id,
    started_at, kind, verdict, host_code, amount_minor, currency, card, reference, cash_outcome, completeness,
    first_line, last_line, rrn, stan, authorisation_code, serial, terminal_id, host_date, account_tail, conflict)
  select 1, case when atm < 3 then 'ACME' else 'BETA' end, atm, 'ATM-' || atm, at, case when h % 12 = 0 then 'DEPOSIT'
    else 'WITHDRAWAL' end,
    case when h % 4 < 3 then 'APPROVED' end, case h % 4 when 0 then '000' when 1 then '000' when 2 then '001' end,
    case when h % 5 > 0 then (h % 5) * 10000 end, 'ETB', '412345******' || lpad((h % 500)::text, 4, '0'),
    'R' || h || '-' || atm,
    case when h % 6 = 0 then 'RETRACTED' else 'DISPENSED' end, 'COMPLETE', 1, 9,
    'R' || h || '-' || atm, 'S' || h % 100, 'A' || h % 101, 'N' || h % 102, 'T' || atm, at::date,
    lpad((h % 50)::text, 4, '0'),
    case h % 12 when 0 then '{MIXED_LINES}' when 1 then '{CARD_MISMATCH,AMOUNT_AND_NOTES}' else '{}' end::text[]
  from generate_series('2026-05-20T10:00:00'::timestamp - interval '190 days', '2026-05-20T10:00:00', '1 hour')
    with ordinality s(at, h),
    generate_series(1, 3) atm
  where (at >= (select hot_from from journal.hot_boundary)) = ${table === 'hot'} order by s.at, atm`

/** Fills an empty database with them and the totals of their days; the hot table begins 90 days before 2026-05-20. */
export const FILL_TRANSACTIONS: readonly string[] = [
  `select journal.make_partitions('2025-11-01', '2026-05-20', '2026-05-20', 90)`,
  fill('cold'),
  fill('hot'),
  `insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
    select started_at::date, atm_id, institution_key, agent_atm_id, count(*),
      count(*) filter (where verdict = 'APPROVED'), 0
    from journal.transaction_all group by 1, 2, 3, 4`,
  'vacuum (analyze)',
]
